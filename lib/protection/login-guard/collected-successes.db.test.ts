import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken } from '@/lib/platform/crypto'
import { database, db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { collectedSuccesses } from '@/lib/protection/login-guard/collected-successes'
import {
  type Reservation,
  reserveAttempt,
  settleAttempt,
  settleSuccessSoon,
} from '@/lib/protection/login-guard/login-guard'
import { rememberDevice } from '@/tests/kit/remember-device'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const T0 = new Date('2026-11-21T10:00:00.250Z')
const LIMIT = 5
const email = 'user@example.com'

interface From {
  email?: string
  deviceToken?: string | null
  now?: Date
}

const reserve = ({ email: address = email, ...from }: From = {}, patienceMs = 0) =>
  reserveAttempt(address, testContext({ ip: '203.0.113.7', now: T0, ...from }), patienceMs)

async function admitted(from: From = {}): Promise<Reservation> {
  const reserved = await reserve(from)
  if (!reserved.ok) throw new Error(`not admitted: ${reserved.code}`)
  return reserved.reservation
}

async function fail(times: number, from: From = {}) {
  for (let i = 0; i < times; i++) await settleAttempt(await admitted(from), 'failed')
}

const counters = () =>
  db().loginGuard.findMany({
    select: { key: true, failures: true, pending: true, lockedUntil: true },
    orderBy: { key: 'asc' },
  })
const counterOf = async (key: Buffer | null) =>
  (await counters()).find((counter) => key?.equals(counter.key))

beforeEach(async () => {
  await collectedSuccesses().settleNow()
  loadSettings({ AUTH_MAX_LOGIN_ATTEMPTS: `${LIMIT}`, AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await db().$executeRaw`TRUNCATE login_guard, known_devices, users CASCADE`
})

describe('successes that are settled together', () => {
  it('share one statement', async () => {
    const held = [await admitted(), await admitted(), await admitted({ email: 'b@example.com' })]
    const statements = vi.spyOn(database().pool, 'query')
    held.forEach(settleSuccessSoon)
    await collectedSuccesses().settleNow()
    expect(statements).toHaveBeenCalledTimes(1)
    statements.mockRestore()
    for (const { pending } of await counters()) expect(pending).toEqual([])
  })

  it('are settled without anyone asking for it', async () => {
    settleSuccessSoon(await admitted())
    await vi.waitFor(async () =>
      expect((await counters()).map(({ pending }) => pending)).toEqual([[], []]),
    )
  })

  it('change the budgets exactly as if each had been settled alone', async () => {
    const deviceToken = newSecretToken()
    const userId = newId()
    await db().user.create({ data: { id: userId, email, status: 'active' } })
    await rememberDevice({ userId, deviceToken, now: T0 })
    const outcomes = []
    for (const together of [false, true]) {
      await db().$executeRaw`TRUNCATE login_guard`
      const places = [{}, { deviceToken }, { email: 'b@example.com' }]
      for (const from of places) await fail(2, from)
      const unsettled = await admitted({ now: addSeconds(T0, 1) })
      const held = [{}, ...places].map((from) => admitted(from))
      for (const one of await Promise.all(held))
        if (together) settleSuccessSoon(one)
        else await settleAttempt(one, 'succeeded')
      await collectedSuccesses().settleNow()
      expect((await counterOf(unsettled.accountKey))?.pending).toEqual([unsettled.deadline])
      outcomes.push(await counters())
    }
    expect(outcomes[1]).toEqual(outcomes[0])
    expect(outcomes[0]!.map(({ failures }) => failures).sort()).toEqual([0, 0, 0, 4])
  })

  it('leave a failed attempt of the same millisecond pending', async () => {
    const [right, wrong] = [await admitted(), await admitted()]
    settleSuccessSoon(right)
    await collectedSuccesses().settleNow()
    expect((await counterOf(wrong.accountKey))?.pending).toEqual([wrong.deadline])
    await settleAttempt(wrong, 'failed')
    expect(await counterOf(wrong.ipKey)).toMatchObject({ failures: 1, pending: [] })
  })

  it('do not end a lock that began in the meantime', async () => {
    const right = await admitted()
    await db()
      .$executeRaw`UPDATE login_guard SET failures = 5, locked_until = ${addSeconds(T0, 900)}::timestamptz`
    settleSuccessSoon(right)
    await collectedSuccesses().settleNow()
    expect(await reserve()).toMatchObject({ code: 'account_locked' })
  })
})

describe('a collected success', () => {
  it('still takes up its place: guesses never exceed the limit', async () => {
    await fail(LIMIT - 2)
    settleSuccessSoon(await admitted())
    const guess = await admitted()
    expect((await counterOf(guess.accountKey))?.pending).toHaveLength(2)
    await settleAttempt(guess, 'failed')
    expect((await counterOf(guess.accountKey))?.lockedUntil).toBeNull()
  })

  it('is settled at once for an attempt that has to wait for its place', async () => {
    await fail(LIMIT - 1)
    settleSuccessSoon(await admitted())
    expect(await reserve({}, 2000)).toMatchObject({ ok: true })
  })

  it('is settled at once if an attempt waits already', async () => {
    const held = await Promise.all(Array.from({ length: LIMIT }, () => admitted()))
    const settling = vi.spyOn(collectedSuccesses(), 'settleNow')
    const waiting = reserve({}, 2000)
    await vi.waitFor(() => expect(settling).toHaveBeenCalledTimes(1))
    settleSuccessSoon(held[0]!)
    expect(settling).toHaveBeenCalledTimes(2)
    expect(await waiting).toMatchObject({ ok: true })
    settling.mockRestore()
  })

  it('counts once, whatever is recorded later', async () => {
    const right = await admitted()
    settleSuccessSoon(right)
    await settleAttempt(right, 'failed')
    settleSuccessSoon(right)
    await collectedSuccesses().settleNow()
    expect(await counterOf(right.accountKey)).toMatchObject({ failures: 0, pending: [] })
  })

  it('counts as failed after its deadline if its process was killed before', async () => {
    await admitted()
    const next = await admitted({ now: addSeconds(T0, 15) })
    expect(await counterOf(next.accountKey)).toMatchObject({ failures: 1 })
  })

  it('is not repeated if it cannot be recorded, and nothing fails because of it', async () => {
    settleSuccessSoon(await admitted())
    const broken = vi.spyOn(database().pool, 'query').mockRejectedValue(new Error('no connection'))
    await collectedSuccesses().settleNow()
    expect(broken).toHaveBeenCalledTimes(1)
    broken.mockRestore()
  })
})
