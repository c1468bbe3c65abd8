import { beforeEach, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { RequestContext } from '@/lib/platform/request-context'
import { reserveAttempt, settleAttempt } from '@/lib/protection/login-guard/login-guard'
import { clientAddressIn, unlockSignIns } from '@/lib/protection/login-guard/unlock-sign-ins'
import { insertUser } from '@/tests/kit/insert-user'
import { rememberDevice } from '@/tests/kit/remember-device'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const T0 = new Date('2026-11-21T10:00:00.250Z')
const at = (seconds: number) => addSeconds(T0, seconds)

interface From {
  email: string
  ip: string
  deviceToken?: string
}

const ada: From = { email: 'ada@example.com', ip: '203.0.113.7' }
const grace: From = { email: 'grace@example.com', ip: '2001:db8:0:1::7' }

let later: RequestContext
beforeEach(async () => {
  later = testContext({ ip: null, now: at(2), requestId: newId() })
  loadSettings({ AUTH_MAX_LOGIN_ATTEMPTS: '3', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '3' })
  await db().$executeRaw`TRUNCATE login_guard, known_devices, users CASCADE`
})

async function fail(seconds: number, { email, ...from }: From): Promise<string> {
  const reserved = await reserveAttempt(email, testContext({ ...from, now: at(seconds) }), 0)
  if (!reserved.ok) return reserved.code
  await settleAttempt(reserved.reservation, 'failed')
  return 'admitted'
}

async function lockOut(from: From): Promise<void> {
  for (let n = 0; n < 3; n++) expect(await fail(0, from)).toBe('admitted')
  expect(await fail(1, from)).toBe('account_locked')
}

const records = (requestId: string) =>
  db().auditRecord.findMany({
    where: { action: 'login.unlocked', requestId },
    select: { actorId: true, targetId: true, details: true },
  })

describe('an operator ends lockouts', () => {
  it('of an account, also for the browser that it knows, and of no other', async () => {
    const { id } = await insertUser({ email: ada.email })
    const deviceToken = newSecretToken()
    await rememberDevice({ userId: id, deviceToken, now: T0 })
    await lockOut({ ...ada, ip: '203.0.113.8' })
    await lockOut({ ...ada, deviceToken })
    await lockOut(grace)
    expect(await unlockSignIns({ budget: 'email', email: ada.email }, later)).toBe(2)
    expect(await fail(2, ada)).toBe('admitted')
    expect(await fail(2, { ...ada, deviceToken })).toBe('admitted')
    expect(await fail(2, { ...grace, ip: '203.0.113.9' })).toBe('account_locked')
    expect(await records(later.requestId)).toEqual([
      {
        actorId: null,
        targetId: id,
        details: { surface: 'api', budget: 'email', email: ada.email, locks: 2 },
      },
    ])
  })

  it('of a network, and of no account', async () => {
    await lockOut(grace)
    const address = clientAddressIn('2001:db8:0:1::/64')!
    expect(await unlockSignIns({ budget: 'address', address }, later)).toBe(1)
    expect(await fail(2, { ...grace, email: 'other@example.com' })).toBe('admitted')
    expect(await fail(2, grace)).toBe('account_locked')
    const details = { budget: 'address', address: '2001:db8:0:1::/64', locks: 1 }
    expect(await records(later.requestId)).toMatchObject([{ targetId: null, details }])
  })

  it('of everyone', async () => {
    await lockOut(ada)
    await lockOut(grace)
    expect(await unlockSignIns({ budget: 'all' }, later)).toBe(4)
    expect(await fail(2, ada)).toBe('admitted')
    expect(await fail(2, grace)).toBe('admitted')
  })

  it('and an attempt under way still counts', async () => {
    const ctx = testContext({ ip: ada.ip, now: at(0) })
    const reserved = await reserveAttempt(ada.email, ctx, 0)
    expect(await unlockSignIns({ budget: 'email', email: ada.email }, later)).toBe(0)
    if (reserved.ok) await settleAttempt(reserved.reservation, 'failed')
    expect(await db().loginGuard.findMany({ select: { failures: true } })).toEqual([
      { failures: 1 },
      { failures: 1 },
    ])
  })
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:db8::/64', '2001:db8::'],
  ['2001:db8::/48', null],
  ['203.0.113.0/24', null],
  ['ada@example.com', null],
  ['', null],
])('reads %j as the address of a client: %s', (text, address) =>
  expect(clientAddressIn(text)).toBe(address),
)
