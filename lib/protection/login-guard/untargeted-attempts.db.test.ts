import { beforeEach, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import {
  reserveAttempt,
  reserveUntargetedAttempt,
  settleAttempt,
} from '@/lib/protection/login-guard/login-guard'
import type { AttemptOutcome } from '@/lib/protection/login-guard/login-guard.store'
import { rememberDevice } from '@/tests/kit/remember-device'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const now = new Date('2026-11-21T10:00:00.250Z')
const email = 'victim@example.com'
const here = { ip: '203.0.113.7', now }
const counters = () => db().loginGuard.findMany({ select: { failures: true, pending: true } })

/** One complete attempt: its outcome, or what is locked. */
async function attempt(outcome: AttemptOutcome, deviceToken: string | null = null) {
  const reserved = await reserveUntargetedAttempt(email, testContext({ ...here, deviceToken }))
  if (!reserved.ok) return reserved.lockedBy
  await settleAttempt(reserved.reservation, outcome)
  return outcome
}

beforeEach(async () => {
  loadSettings({ AUTH_MAX_LOGIN_ATTEMPTS: '5', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '8' })
  await db().$executeRaw`TRUNCATE login_guard, known_devices, users CASCADE`
})

it('counts for its network alone, and leaves no other counter behind', async () => {
  for (const outcome of ['failed', 'succeeded', 'failed', 'released'] as const)
    expect(await attempt(outcome)).toBe(outcome)
  expect(await counters()).toEqual([{ failures: 2, pending: [] }])
})

it('locks its network, but not the address for others', async () => {
  for (let i = 0; i < 8; i++) expect(await attempt('failed')).toBe('failed')
  expect(await attempt('succeeded')).toBe('network')
  expect(await counters()).toEqual([{ failures: 8, pending: [] }])
  const elsewhere = testContext({ ip: '198.51.100.1', now })
  expect(await reserveAttempt(email, elsewhere)).toMatchObject({ ok: true })
})

it('counts for the device alone, if the account knows it', async () => {
  const userId = newId()
  const deviceToken = newSecretToken()
  await db().user.create({ data: { id: userId, email, status: 'active' } })
  await rememberDevice({ userId, deviceToken, now })
  for (let i = 0; i < 5; i++) expect(await attempt('failed', deviceToken)).toBe('failed')
  expect(await attempt('succeeded', deviceToken)).toBe('account')
  expect(await counters()).toEqual([{ failures: 5, pending: [] }])
  expect(await attempt('succeeded')).toBe('succeeded')
})
