import { beforeEach, describe, expect, it } from 'vitest'
import { resetSingleton } from '@/lib/config/process-singleton'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import {
  type Reservation,
  reserveAttempt,
  settleAttempt,
} from '@/lib/protection/login-guard/login-guard'
import {
  type AttemptOutcome,
  liftEmailLock,
  purgeLoginGuard,
} from '@/lib/protection/login-guard/login-guard.store'
import { rememberDevice } from '@/tests/kit/remember-device'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const T0 = new Date('2026-11-21T10:00:00.250Z')
const at = (seconds: number) => addSeconds(T0, seconds)
const LOCKOUT = 900
const email = 'victim@example.com'
const here = '203.0.113.7'

interface From {
  email?: string
  ip?: string | null
  deviceToken?: string | null
}

const reserveAt = (seconds: number, { email: address = email, ...from }: From = {}) =>
  reserveAttempt(address, testContext({ ip: here, now: at(seconds), ...from }), 0)

/** One complete attempt: its outcome, or the code of the refusal. */
async function attempt(outcome: AttemptOutcome, seconds: number, from: From = {}): Promise<string> {
  const reserved = await reserveAt(seconds, from)
  if (!reserved.ok) return reserved.code
  await settleAttempt(reserved.reservation, outcome)
  return outcome
}

async function attempts(outcome: AttemptOutcome, count: number, seconds: number, from: From = {}) {
  for (let i = 0; i < count; i++) expect(await attempt(outcome, seconds, from)).toBe(outcome)
}

async function admitted(seconds: number, from: From = {}): Promise<Reservation> {
  const reserved = await reserveAt(seconds, from)
  if (!reserved.ok) throw new Error(`not admitted: ${reserved.code}`)
  return reserved.reservation
}

async function newUser(address = email): Promise<string> {
  const id = newId()
  await db().user.create({ data: { id, email: address, status: 'active' } })
  return id
}

beforeEach(async () => {
  loadSettings({
    AUTH_MAX_LOGIN_ATTEMPTS: '5',
    AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000',
    AUTH_LOCKOUT_DURATION: '15m',
  })
  await db().$executeRaw`TRUNCATE login_guard, known_devices, users CASCADE`
})

describe('the lock of an email', () => {
  it('begins with the fifth failure, applies to the right password too, and says for how long', async () => {
    await attempts('failed', 5, 0)
    expect(await reserveAt(1)).toMatchObject({
      code: 'account_locked',
      retryAfterSeconds: LOCKOUT - 1,
    })
  })

  it('is the same for an email that does not exist', async () => {
    await newUser('real@example.com')
    const answers = []
    for (const address of ['real@example.com', 'nobody@example.com']) {
      await attempts('failed', 5, 0, { email: address })
      answers.push(await reserveAt(1, { email: address }))
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('ends after exactly the lockout duration, with a fresh budget', async () => {
    await attempts('failed', 5, 0)
    expect(await attempt('failed', LOCKOUT - 0.001)).toBe('account_locked')
    await attempts('failed', 4, LOCKOUT)
    expect(await attempt('succeeded', LOCKOUT + 1)).toBe('succeeded')
  })

  it('is neither extended by attempts during it nor counts them', async () => {
    await attempts('failed', 5, 0)
    for (let second = 1; second < LOCKOUT; second += 100)
      expect(await attempt('failed', second)).toBe('account_locked')
    await attempts('failed', 4, LOCKOUT)
  })

  it('never begins for a user who succeeds in between', async () => {
    for (let round = 0; round < 3; round++) {
      await attempts('failed', 4, round)
      await attempts('succeeded', 1, round)
    }
  })

  it('counts over the lockout duration from the first failure on', async () => {
    await attempts('failed', 1, 0)
    await attempts('failed', 3, LOCKOUT - 10)
    await attempts('failed', 4, LOCKOUT)
    expect(await attempt('failed', LOCKOUT + 1)).toBe('failed')
    expect(await attempt('failed', LOCKOUT + 2)).toBe('account_locked')
  })

  it('does not begin its window with a success', async () => {
    await attempts('succeeded', 1, 0)
    await attempts('failed', 4, LOCKOUT - 10)
    await attempts('failed', 1, LOCKOUT + 10)
    expect(await attempt('failed', LOCKOUT + 11)).toBe('account_locked')
  })

  it('is stored in the database, so a restart does not lift it', async () => {
    await attempts('failed', 5, 0)
    resetSingleton('login-guard-queue')
    await db().$disconnect()
    expect(await attempt('failed', 1)).toBe('account_locked')
  })
})

describe('a proof by email that the account is theirs', () => {
  it('ends the lock of the email, and no other', async () => {
    await attempts('failed', 5, 0)
    await attempts('failed', 5, 0, { email: 'other@example.com' })
    await liftEmailLock(db(), email)
    await attempts('failed', 4, 1)
    expect(await attempt('failed', 1, { email: 'other@example.com' })).toBe('account_locked')
  })

  it('leaves unsettled attempts unsettled', async () => {
    await Promise.all(Array.from({ length: 5 }, () => admitted(0)))
    await liftEmailLock(db(), email)
    expect(await attempt('failed', 1)).toBe('overloaded')
  })
})

describe('the lock of an IP address', () => {
  beforeEach(
    () => void loadSettings({ AUTH_MAX_LOGIN_ATTEMPTS: '5', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '8' }),
  )
  const everyone = (count: number) =>
    Array.from({ length: count }, (_, i) => `user${i}@example.com`)

  it('begins when failures for many emails come from it', async () => {
    for (const address of everyone(8)) await attempts('failed', 1, 0, { email: address })
    expect(await attempt('failed', 1, { email: 'another@example.com' })).toBe('account_locked')
    expect(await attempt('failed', 1, { email: 'another@example.com', ip: '203.0.113.8' })).toBe(
      'failed',
    )
  })

  it('is not delayed by successes: an attacker with an account gains no guesses', async () => {
    for (const address of everyone(8)) {
      await attempts('failed', 1, 0, { email: address })
      if (address !== 'user7@example.com')
        await attempts('succeeded', 1, 0, { email: 'own@example.com' })
    }
    expect(await attempt('succeeded', 1, { email: 'own@example.com' })).toBe('account_locked')
  })

  it('applies to a whole IPv6 /64, and to all clients with an unknown address', async () => {
    for (const [i, address] of everyone(8).entries())
      await attempts('failed', 1, 0, { email: address, ip: `2001:db8::${i}` })
    expect(await attempt('failed', 1, { ip: '2001:db8::ffff' })).toBe('account_locked')
    for (const address of everyone(8)) await attempts('failed', 1, 0, { email: address, ip: null })
    expect(await attempt('failed', 1, { ip: null })).toBe('account_locked')
  })

  it('charges both budgets or neither', async () => {
    await attempts('failed', 5, 0)
    await attempts('failed', 3, 0, { email: 'another@example.com' })
    const before = await db().loginGuard.findMany({ orderBy: { key: 'asc' } })
    expect(await attempt('failed', 1)).toBe('account_locked')
    expect(await attempt('failed', 1, { email: 'fresh@example.com' })).toBe('account_locked')
    expect(await db().loginGuard.findMany({ orderBy: { key: 'asc' } })).toEqual(before)
  })
})

describe('a device that the account knows', () => {
  const deviceToken = newSecretToken()
  beforeEach(async () => {
    loadSettings({ AUTH_MAX_LOGIN_ATTEMPTS: '5', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '5' })
    await rememberDevice({ userId: await newUser(), deviceToken, now: T0 })
  })

  it('is not affected by the locks that strangers caused on its email and IP address', async () => {
    await attempts('failed', 5, 0)
    expect(await attempt('succeeded', 1)).toBe('account_locked')
    expect(await attempt('succeeded', 1, { deviceToken })).toBe('succeeded')
    expect((await admitted(2, { deviceToken })).knownDevice).toBe(true)
  })

  it('has its own budget, which can lock', async () => {
    await attempts('failed', 5, 0, { deviceToken })
    expect(await attempt('succeeded', 1, { deviceToken })).toBe('account_locked')
    expect(await attempt('succeeded', 1, { deviceToken: null })).toBe('succeeded')
  })

  it('clears its own count with a success, not the count of the strangers', async () => {
    await attempts('failed', 4, 0)
    await attempts('failed', 4, 0, { deviceToken })
    await attempts('succeeded', 1, 0, { deviceToken })
    await attempts('failed', 4, 1, { deviceToken })
    await attempts('failed', 1, 1)
    expect(await attempt('failed', 2)).toBe('account_locked')
  })

  it('is unknown to every other account', async () => {
    await newUser('other@example.com')
    expect((await admitted(0, { email: 'other@example.com', deviceToken })).knownDevice).toBe(false)
    expect((await admitted(0, { email: 'nobody@example.com', deviceToken })).knownDevice).toBe(
      false,
    )
    expect((await admitted(0, { deviceToken: newSecretToken() })).knownDevice).toBe(false)
  })
})

describe('an unsettled attempt', () => {
  it('reserves its part of the budget: no attempt exceeds the limit, and none is told "locked"', async () => {
    const held = await Promise.all(Array.from({ length: 5 }, () => admitted(0)))
    expect(await reserveAt(0)).toEqual({ ok: false, code: 'overloaded', retryAfterSeconds: 1 })
    await settleAttempt(held[0]!, 'released')
    expect((await reserveAt(0)).ok).toBe(true)
  })

  it('counts as failed after its deadline if its process died', async () => {
    await Promise.all(Array.from({ length: 5 }, () => admitted(0)))
    expect(await attempt('failed', 14.999)).toBe('overloaded')
    expect(await reserveAt(15)).toMatchObject({
      code: 'account_locked',
      retryAfterSeconds: LOCKOUT,
    })
    expect(await reserveAt(20)).toMatchObject({ retryAfterSeconds: LOCKOUT - 5 })
    expect(await attempt('succeeded', 15 + LOCKOUT)).toBe('succeeded')
  })

  it('is forgotten a window after its process died', async () => {
    await Promise.all(Array.from({ length: 4 }, () => admitted(0)))
    await attempts('failed', 4, 15 + LOCKOUT)
  })

  it('counts once if it is settled after its deadline, and frees no other', async () => {
    const late = await admitted(0)
    const others = await Promise.all(Array.from({ length: 4 }, () => admitted(15)))
    await settleAttempt(late, 'failed')
    expect(await attempt('failed', 15)).toBe('overloaded')
    await settleAttempt(others[0]!, 'released')
    await attempts('failed', 1, 15, { email: 'x@example.com' })
    expect((await reserveAt(15)).ok).toBe(true)
  })

  it('is settled by its first outcome only', async () => {
    const one = await admitted(0)
    await settleAttempt(one, 'failed')
    await settleAttempt(one, 'succeeded')
    await settleAttempt(one, 'released')
    await attempts('failed', 4, 0)
    expect(await attempt('failed', 1)).toBe('account_locked')
  })

  it('is settled once even if two that began in the same millisecond look alike', async () => {
    const [one, two] = [await admitted(0), await admitted(0)]
    await settleAttempt(one, 'failed')
    await settleAttempt(two, 'released')
    const [counter] = await db().loginGuard.findMany({ where: { failures: 1 } })
    expect(counter?.pending).toEqual([])
  })

  it('makes the next one wait, which is admitted as soon as it is settled', async () => {
    const held = await Promise.all(Array.from({ length: 5 }, () => admitted(0)))
    const next = reserveAttempt(email, testContext({ ip: here, now: T0 }))
    await settleAttempt(held[0]!, 'succeeded')
    expect(await next).toMatchObject({ ok: true })
  })
})

describe('counters without effect', () => {
  it('are deleted in batches, and only those', async () => {
    await db().$executeRaw`
      INSERT INTO login_guard (key, failures, window_ends_at)
      SELECT sha256(n::text::bytea), 1, ${at(0)}::timestamptz FROM generate_series(1, 1200) AS n`
    await attempts('failed', 5, 0)
    const undecided = await admitted(0, { email: 'pending@example.com', ip: null })
    const purge = (now: Date) => purgeLoginGuard(db(), now, 1000)
    expect([await purge(at(1)), await purge(at(1))]).toEqual([1000, 200])
    expect(await db().loginGuard.count()).toBe(4)
    expect(await attempt('failed', 1)).toBe('account_locked')
    expect(await purge(at(LOCKOUT))).toBe(2)
    await settleAttempt(undecided, 'failed')
    expect(await purge(at(LOCKOUT + 15))).toBe(2)
  })
})

describe('known devices', () => {
  it('are at most twenty, and the least recently used is removed first', async () => {
    const userId = await newUser()
    const tokens = Array.from({ length: 20 }, newSecretToken)
    for (const [i, deviceToken] of tokens.entries())
      await rememberDevice({ userId, deviceToken, now: at(i) })
    await rememberDevice({ userId, deviceToken: tokens[0]!, now: at(100) })
    await rememberDevice({ userId, deviceToken: newSecretToken(), now: at(101) })
    expect(await db().knownDevice.count()).toBe(20)
    expect((await admitted(102, { deviceToken: tokens[0]! })).knownDevice).toBe(true)
    expect((await admitted(102, { deviceToken: tokens[1]! })).knownDevice).toBe(false)
  })

  it("of one user are not dropped for another's", async () => {
    const [one, two] = [await newUser(), await newUser('two@example.com')]
    const shared = newSecretToken()
    await rememberDevice({ userId: one, deviceToken: shared, now: T0 })
    for (let i = 0; i < 21; i++)
      await rememberDevice({ userId: two, deviceToken: i ? newSecretToken() : shared, now: at(i) })
    expect(await db().knownDevice.count({ where: { userId: one } })).toBe(1)
    expect(await db().knownDevice.count({ where: { userId: two } })).toBe(20)
  })
})
