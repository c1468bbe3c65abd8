import { beforeEach, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { reserveAttempt, settleAttempt } from '@/lib/protection/login-guard/login-guard'
import { insertUser } from '@/tests/kit/insert-user'
import { rememberDevice } from '@/tests/kit/remember-device'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const T0 = new Date('2026-11-21T10:00:00.250Z')
const MINUTE = 60
const here = '203.0.113.7'
const elsewhere = (i: number) => `198.51.100.${i}`
const BY_NETWORK = {
  ok: false,
  code: 'account_locked',
  lockedBy: 'network',
  detail: 'Too many failed sign-ins from this network. Try again in 15 minutes.',
  retryAfterSeconds: 15 * MINUTE,
}
const BY_ACCOUNT = {
  ok: false,
  code: 'account_locked',
  lockedBy: 'account',
  detail:
    'Too many failed attempts for this email address. Try again in 15 minutes, or reset the password.',
  retryAfterSeconds: 15 * MINUTE,
}

interface From {
  email: string
  ip: string
  deviceToken?: string
}

const reserve = ({ email, ...from }: From, seconds = 0) =>
  reserveAttempt(email, testContext({ ...from, now: addSeconds(T0, seconds) }), 0)

async function fail(from: From, times: number, seconds = 0): Promise<void> {
  for (let i = 0; i < times; i++) {
    const reserved = await reserve(from, seconds)
    if (!reserved.ok) throw new Error(reserved.code)
    await settleAttempt(reserved.reservation, 'failed')
  }
}

beforeEach(async () => {
  loadSettings({
    AUTH_MAX_LOGIN_ATTEMPTS: '3',
    AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '4',
    AUTH_LOCKOUT_DURATION: '15m',
  })
  await db().$executeRaw`TRUNCATE login_guard, known_devices, users CASCADE`
})

it('a lock of the IP address says that it is the network, and for how long', async () => {
  for (let i = 0; i < 4; i++) await fail({ email: `user${i}@example.com`, ip: here }, 1)
  expect(await reserve({ email: 'somebody@example.com', ip: here })).toEqual(BY_NETWORK)
})

it('a lock of an email says so and for how long, whether it has an account or not', async () => {
  const { email: real } = await insertUser()
  for (const email of [real, 'nobody@example.com']) {
    for (let i = 0; i < 3; i++) await fail({ email, ip: elsewhere(i) }, 1)
    expect(await reserve({ email, ip: here })).toEqual(BY_ACCOUNT)
  }
})

it('if both are locked it is the network, until the later of the two ends: resetting the password would not help', async () => {
  const email = 'victim@example.com'
  for (let i = 0; i < 3; i++) await fail({ email, ip: elsewhere(i) }, 1, 5 * MINUTE)
  for (let i = 0; i < 4; i++) await fail({ email: `user${i}@example.com`, ip: here }, 1)
  const locked = await reserve({ email, ip: here }, 5 * MINUTE)
  expect(locked).toEqual(BY_NETWORK)
})

it('unsettled attempts lock by the same rule, whichever of the two rows comes first', async () => {
  // Rows are locked in the order of their keys, which differs between emails.
  for (let n = 0; n < 8; n++) {
    const ip = elsewhere(100 + n)
    for (let i = 0; i < 4; i++) await reserve({ email: `died${n}.${i}@example.com`, ip })
    expect(await reserve({ email: `next${n}@example.com`, ip }, 15)).toEqual(BY_NETWORK)
    const email = `victim${n}@example.com`
    for (let i = 0; i < 3; i++) await reserve({ email, ip: elsewhere(i) })
    expect(await reserve({ email, ip: `192.0.2.${n}` }, 15)).toEqual(BY_ACCOUNT)
    await db().$executeRaw`TRUNCATE login_guard`
  }
})

it('a known device is not told about its network, which does not lock it', async () => {
  const { id: userId, email } = await insertUser()
  const deviceToken = newSecretToken()
  await rememberDevice({ userId, deviceToken, now: T0 })
  for (let i = 0; i < 4; i++) await fail({ email: `user${i}@example.com`, ip: here }, 1)
  await fail({ email, ip: here, deviceToken }, 3)
  expect(await reserve({ email, ip: here, deviceToken })).toEqual(BY_ACCOUNT)
})
