import { beforeEach, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { RequestContext } from '@/lib/platform/request-context'
import { reserveAttempt, settleAttempt } from '@/lib/protection/login-guard/login-guard'
import { liftEmailLock } from '@/lib/protection/login-guard/login-guard.store'
import { insertUser } from '@/tests/kit/insert-user'
import { rememberDevice } from '@/tests/kit/remember-device'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const T0 = new Date('2026-11-21T10:00:00.250Z')
const LIMIT = 5
const LOCKOUT = 900
/**
 * The audit trail cannot be emptied: every test uses its own IP address and counts only new
 * records.
 */
let ctx: RequestContext
let number = 0

beforeEach(() => {
  loadSettings({
    AUTH_MAX_LOGIN_ATTEMPTS: `${LIMIT}`,
    AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '8',
    AUTH_LOCKOUT_DURATION: '15m',
  })
  ctx = testContext({ ip: `203.0.113.${++number}`, now: T0, requestId: newId() })
})

const later = (seconds: number) => ({ ...ctx, now: addSeconds(T0, seconds) })
const records = () =>
  db().auditRecord.findMany({ where: { requestId: ctx.requestId }, orderBy: { occurredAt: 'asc' } })

async function attempt(email: string, outcome: 'succeeded' | 'failed' | 'released', from = ctx) {
  const reserved = await reserveAttempt(email, from, 0)
  if (!reserved.ok) return reserved.code
  await settleAttempt(reserved.reservation, outcome)
  return outcome
}
const fail = async (email: string, times: number, from = ctx) => {
  for (let i = 0; i < times; i++) expect(await attempt(email, 'failed', from)).toBe('failed')
}

describe('the audit record of a lock', () => {
  it('is written with the failure that began it, not before and not again during the lock', async () => {
    const { id, email } = await insertUser()
    await fail(email, LIMIT - 1)
    expect(await records()).toEqual([])
    await fail(email, 1, later(3))
    for (let i = 0; i < 3; i++)
      expect(await attempt(email, 'failed', later(4 + i))).toBe('account_locked')
    expect(await records()).toEqual([
      expect.objectContaining({
        action: 'login.locked',
        outcome: 'ok',
        occurredAt: addSeconds(T0, 3),
        actorId: null,
        targetType: 'user',
        targetId: id,
        ip: ctx.ip,
        userAgent: 'vitest',
        details: {
          surface: 'api',
          budget: 'email',
          email,
          failures: LIMIT,
          until: addSeconds(T0, 3 + LOCKOUT).toISOString(),
        },
      }),
    ])
  })

  it('waits for its seal like every record', async () => {
    await fail('sealed@example.com', LIMIT)
    const [record] = await records()
    const waiting = await db().$queryRaw<object[]>`
      SELECT FROM audit_unsealed WHERE record_id = ${record!.id}::uuid`
    expect(waiting).toHaveLength(1)
  })

  it('is the same for an email without an account, except for the target', async () => {
    await fail('nobody@example.com', LIMIT)
    expect(await records()).toEqual([
      expect.objectContaining({
        action: 'login.locked',
        targetType: 'user',
        targetId: null,
        details: expect.objectContaining({ budget: 'email', email: 'nobody@example.com' }),
      }),
    ])
  })

  it('of an IP address contains the address as it is counted, and no account', async () => {
    ctx.ip = '2001:db8:7::1'
    for (let i = 0; i < 8; i++) await fail(`user${i}@example.com`, 1)
    expect(await records()).toEqual([
      expect.objectContaining({
        targetType: null,
        targetId: null,
        ip: ctx.ip,
        details: {
          surface: 'api',
          budget: 'address',
          address: '2001:db8:7::/64',
          failures: 8,
          until: addSeconds(T0, LOCKOUT).toISOString(),
        },
      }),
    ])
  })

  it('is written twice if one failure locks both an email and an address', async () => {
    loadSettings({
      AUTH_MAX_LOGIN_ATTEMPTS: `${LIMIT}`,
      AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: `${LIMIT}`,
    })
    await fail('both@example.com', LIMIT)
    const budgets = (await records()).map(({ details }) => (details as { budget: string }).budget)
    expect(budgets.sort()).toEqual(['address', 'email'])
  })

  it('of a known device has its own budget', async () => {
    const { id, email } = await insertUser()
    const deviceToken = newSecretToken()
    await rememberDevice({ userId: id, deviceToken, now: T0 })
    await fail(email, LIMIT, { ...ctx, deviceToken })
    expect(await records()).toEqual([
      expect.objectContaining({
        targetId: id,
        details: expect.objectContaining({ budget: 'device', email }),
      }),
    ])
  })

  it('is written once for each lock: again after it ended, and after a proof by email', async () => {
    const email = 'again@example.com'
    await fail(email, LIMIT)
    await fail(email, LIMIT, later(LOCKOUT))
    await liftEmailLock(db(), email)
    await fail(email, LIMIT, { ...later(LOCKOUT + 1), ip: '198.51.100.200' })
    expect(await records()).toHaveLength(3)
  })

  it('is written when attempts of a dead process reach the limit', async () => {
    const email = 'died@example.com'
    for (let i = 0; i < LIMIT; i++)
      expect(await reserveAttempt(email, ctx, 0)).toMatchObject({ ok: true })
    expect(await attempt(email, 'failed', later(14))).toBe('overloaded')
    expect(await records()).toEqual([])
    for (let i = 0; i < 3; i++)
      expect(await attempt(email, 'failed', later(20))).toBe('account_locked')
    expect(await records()).toEqual([
      expect.objectContaining({
        occurredAt: addSeconds(T0, 20),
        details: expect.objectContaining({ until: addSeconds(T0, 15 + LOCKOUT).toISOString() }),
      }),
    ])
  })
})

it('writes no audit record if no lock begins', async () => {
  const { email } = await insertUser()
  for (let round = 0; round < 2; round++) {
    await fail(email, LIMIT - 1)
    expect(await attempt(email, 'succeeded')).toBe('succeeded')
    ctx.ip = `198.51.100.${round}`
  }
  for (let i = 0; i < 10; i++) expect(await attempt(email, 'released')).toBe('released')
  expect(await records()).toEqual([])
})

it('still counts and locks for an instance from before the audit record', async () => {
  const key = Buffer.alloc(32, 9)
  for (let i = 0; i < 2; i++)
    await db().$queryRaw`
      SELECT decision FROM login_guard_reserve(${key}::bytea, sha256('ip')::bytea, sha256('device')::bytea, NULL::bytea,
        'older@example.com', 2, 100, 900, ${T0}::timestamptz, ${later(15).now}::timestamptz)`
  for (let i = 0; i < 2; i++)
    await db().$queryRaw`
      SELECT 1 FROM login_guard_settle(${key}::bytea, 2, sha256('ip')::bytea, 100, 'failed', 900,
        ${T0}::timestamptz, ${later(15).now}::timestamptz)`
  const counter = await db().loginGuard.findUniqueOrThrow({ where: { key: new Uint8Array(key) } })
  expect(counter.lockedUntil).toEqual(addSeconds(T0, LOCKOUT))
})
