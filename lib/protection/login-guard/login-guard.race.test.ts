import { beforeEach, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { collectedSuccesses } from '@/lib/protection/login-guard/collected-successes'
import {
  reserveAttempt,
  settleAttempt,
  settleSuccessSoon,
} from '@/lib/protection/login-guard/login-guard'
import { purgeLoginGuard } from '@/lib/protection/login-guard/login-guard.store'
import { rememberDevice } from '@/tests/kit/remember-device'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const T0 = new Date('2026-11-21T10:00:00.250Z')
const LIMIT = 5
const email = 'victim@example.com'

beforeEach(async () => {
  loadSettings({ AUTH_MAX_LOGIN_ATTEMPTS: `${LIMIT}`, AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await db().$executeRaw`TRUNCATE login_guard, known_devices, users CASCADE`
})

const times = <T>(count: number, make: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))
const tally = (words: string[]) =>
  words.reduce<Record<string, number>>(
    (all, word) => ({ ...all, [word]: (all[word] ?? 0) + 1 }),
    {},
  )

/**
 * A sign-in whose password check takes a few turns of the event loop; counts how many run at once.
 */
function signIns() {
  const seen = { evaluated: 0, atOnce: 0, mostAtOnce: 0 }
  const signIn = async (
    outcome: 'succeeded' | 'failed',
    {
      email: address = email,
      ...from
    }: {
      email?: string
      ip?: string | null
      deviceToken?: string | null
      now?: Date
      requestId?: string
    } = {},
  ): Promise<string> => {
    const reserved = await reserveAttempt(
      address,
      testContext({ ip: '203.0.113.7', now: T0, ...from }),
    )
    if (!reserved.ok) return reserved.code
    seen.evaluated++
    seen.mostAtOnce = Math.max(seen.mostAtOnce, ++seen.atOnce)
    await new Promise(setImmediate)
    seen.atOnce--
    if (outcome === 'succeeded') settleSuccessSoon(reserved.reservation)
    else await settleAttempt(reserved.reservation, outcome)
    return outcome
  }
  return { seen, signIn }
}

describe('a burst', () => {
  it.each(times(5, (i) => i))(
    'of 100 wrong passwords evaluates no more than the limit (round %i)',
    async () => {
      const { seen, signIn } = signIns()
      const results = await Promise.all(times(100, () => signIn('failed')))
      expect(tally(results)).toEqual({ failed: LIMIT, account_locked: 100 - LIMIT })
      expect(seen.evaluated).toBe(LIMIT)
    },
  )

  it('of 100 wrong passwords from 100 addresses on one email evaluates no more than the limit', async () => {
    const { seen, signIn } = signIns()
    await Promise.all(times(100, (i) => signIn('failed', { ip: `198.51.100.${i}` })))
    expect(seen.evaluated).toBe(LIMIT)
  })

  it('of 100 wrong passwords on 100 emails from one address evaluates no more than the limit', async () => {
    loadSettings({ AUTH_MAX_LOGIN_ATTEMPTS: '1000', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: `${LIMIT}` })
    const { seen, signIn } = signIns()
    await Promise.all(times(100, (i) => signIn('failed', { email: `user${i}@example.com` })))
    expect(seen.evaluated).toBe(LIMIT)
  })

  it('of 50 right passwords succeeds completely, never with more than the limit unsettled', async () => {
    loadSettings({ AUTH_MAX_LOGIN_ATTEMPTS: `${LIMIT}` })
    const { seen, signIn } = signIns()
    const results = await Promise.all(times(50, () => signIn('succeeded')))
    expect(tally(results)).toEqual({ succeeded: 50 })
    expect(seen.mostAtOnce).toBeLessThanOrEqual(LIMIT)
    await collectedSuccesses().settleNow()
    expect(await db().loginGuard.findMany({ select: { failures: true, pending: true } })).toEqual(
      times(2, () => ({ failures: 0, pending: [] })),
    )
  })

  it('of strangers never locks out a known device', async () => {
    const deviceToken = newSecretToken()
    const userId = newId()
    await db().user.create({ data: { id: userId, email, status: 'active' } })
    await rememberDevice({ userId, deviceToken, now: T0 })
    const { signIn } = signIns()
    const strangers = times(60, () => signIn('failed'))
    const owner = times(20, () => signIn('succeeded', { deviceToken }))
    expect(tally(await Promise.all(owner))).toEqual({ succeeded: 20 })
    await Promise.all(strangers)
  })
})

describe('there is no deadlock', () => {
  it('if emails and addresses cross in every direction, with the purge in between', async () => {
    loadSettings({
      AUTH_MAX_LOGIN_ATTEMPTS: '10000',
      AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '10000',
      AUTH_LOCKOUT_DURATION: '1s',
    })
    const { signIn } = signIns()
    const crossing = times(400, (i) =>
      signIn(i % 3 ? 'failed' : 'succeeded', {
        email: `user${i % 4}@example.com`,
        ip: `198.51.100.${Math.floor(i / 4) % 4}`,
        now: addSeconds(T0, i),
      }),
    )
    const settlements = times(20, () => collectedSuccesses().settleNow())
    const purges = times(20, (i) => purgeLoginGuard(db(), addSeconds(T0, i * 20), 1000))
    const results = await Promise.all(crossing)
    await Promise.all([...purges, ...settlements])
    expect(Object.keys(tally(results)).sort()).toEqual(['failed', 'succeeded'])
  })

  it('if one user signs in from twenty devices at once', async () => {
    const userId = newId()
    await db().user.create({ data: { id: userId, email, status: 'active' } })
    const tokens = times(30, newSecretToken)
    for (let round = 0; round < 5; round++)
      await Promise.all(
        [...tokens]
          .sort(() => (round % 2 ? -1 : 1))
          .map((deviceToken, i) =>
            rememberDevice({
              userId,
              deviceToken,
              now: addSeconds(T0, round * 100 + ((i * 7) % 30)),
            }),
          ),
      )
    await rememberDevice({ userId, deviceToken: tokens[0]!, now: addSeconds(T0, 1000) })
    expect(await db().knownDevice.count()).toBe(20)
  })
})

it('of 20 settlements of one attempt, one counts', async () => {
  const reserved = await reserveAttempt(email, testContext({ ip: null, now: T0 }))
  if (!reserved.ok) throw new Error(reserved.code)
  const copies = times(20, () => ({ ...reserved.reservation }))
  await Promise.all(copies.map((copy) => settleAttempt(copy, 'failed')))
  const counters = await db().loginGuard.findMany()
  expect(counters.map(({ failures }) => failures)).toEqual([1, 1])
})

describe('a lock that twenty concurrent attempts cause', () => {
  const lockRecords = (requestId: string) =>
    db().auditRecord.findMany({ where: { requestId, action: 'login.locked' } })

  it.each(times(5, (i) => i))('is recorded once (round %i)', async () => {
    const requestId = newId()
    const { signIn } = signIns()
    const results = await Promise.all(
      times(20, (i) => signIn('failed', { ip: `198.51.100.${i}`, requestId })),
    )
    expect(tally(results)).toEqual({ failed: LIMIT, account_locked: 20 - LIMIT })
    expect(await lockRecords(requestId)).toHaveLength(1)
  })

  it('is recorded once if the attempts of a dead process cause it and twenty others find it', async () => {
    const requestId = newId()
    for (const ip of times(LIMIT, (i) => `198.51.100.${i}`))
      await reserveAttempt(email, testContext({ ip, now: T0, requestId }))
    const now = addSeconds(T0, 20)
    const found = await Promise.all(
      times(20, (i) =>
        reserveAttempt(email, testContext({ ip: `203.0.113.${i}`, now, requestId })),
      ),
    )
    expect(new Set(found.map((one) => (one.ok ? 'admitted' : one.code)))).toEqual(
      new Set(['account_locked']),
    )
    expect(await lockRecords(requestId)).toHaveLength(1)
  })

  it('of the address, over twenty emails, is recorded once', async () => {
    loadSettings({ AUTH_MAX_LOGIN_ATTEMPTS: '1000', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: `${LIMIT}` })
    const requestId = newId()
    const { signIn } = signIns()
    await Promise.all(
      times(20, (i) => signIn('failed', { email: `user${i}@example.com`, requestId })),
    )
    expect(await lockRecords(requestId)).toHaveLength(1)
  })
})
