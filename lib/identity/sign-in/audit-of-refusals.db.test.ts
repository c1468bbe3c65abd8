import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { checkPermission } from '@/lib/access/check-permission'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { forgotPassword, resetPassword } from '@/lib/identity/passwords/reset-password'
import { completeSetup } from '@/lib/identity/registration/first-administrator'
import { resendVerification } from '@/lib/identity/registration/register'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds, now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useSettings()
useTestDatabase()
beforeAll(() => syncCatalog(now()))
let seen = new Set<string>()
beforeEach(async () => {
  const rows = await db().auditRecord.findMany({ select: { id: true } })
  seen = new Set(rows.map(({ id }) => id))
})

/** What was audited in this test. */
async function records() {
  const rows = await db().auditRecord.findMany({ orderBy: { id: 'asc' } })
  return rows.filter(({ id }) => !seen.has(id))
}
const ctx = testContext({ userAgent: 'curl/8\u001b[31m\n{"level":"info"}' })

describe('an audit record with address, agent and time is written for', () => {
  it.each([
    [
      'a requested password reset email',
      'password.reset_requested',
      'ok',
      () => forgotPassword({ email: 'a@b.example' }, ctx),
    ],
    [
      'a requested verification email',
      'email.verification_requested',
      'ok',
      () => resendVerification({ email: 'a@b.example' }, ctx),
    ],
    [
      'a reset with an invalid token',
      'password.reset_refused',
      'refused',
      () => resetPassword({ token: 'x', password: PASSWORD }, ctx),
    ],
    [
      'a verification with an invalid token',
      'email.verification_refused',
      'refused',
      () => verifyEmail({ token: 'x' }, ctx),
    ],
    [
      'an attempt to become the first administrator',
      'administrator.creation_refused',
      'refused',
      () => completeSetup({ token: 'x', email: 'a@b.example', password: PASSWORD }, ctx),
    ],
    [
      'a sign-in with an unknown address',
      'session.refused',
      'refused',
      () => login({ email: 'a@b.example', password: 'x' }, ctx),
    ],
  ] as const)('%s', async (_, action, outcome, act) => {
    await act()
    const [record, ...more] = await records()
    expect(more).toEqual([])
    expect(record).toMatchObject({
      action,
      outcome,
      ip: ctx.ip,
      requestId: ctx.requestId,
      occurredAt: ctx.now,
    })
    expect(record!.userAgent).toBe(ctx.userAgent)
    expect(JSON.stringify(record)).not.toContain(PASSWORD)
  })

  it('a sign-in, by the statement that creates the session, and the record waits for its seal', async () => {
    const { email } = await makeUser()
    expect(await login({ email, password: PASSWORD }, ctx)).toMatchObject({ ok: true })
    const [record] = await records()
    expect(record).toMatchObject({ action: 'session.created', outcome: 'ok' })
    expect(await db().auditUnsealed.count({ where: { recordId: record!.id } })).toBe(1)
  })

  it('a missing permission, once per minute, user and permission', async () => {
    const { id: userId } = await makeUser()
    const ask = (permission: PermissionName, at = ctx.now) =>
      checkPermission({ userId, permissions: new Set() }, permission, { ...ctx, now: at })
    for (let n = 0; n < 5; n++)
      expect(await ask('audit:list')).toMatchObject({ code: 'insufficient_permission' })
    await ask('users:list')
    expect((await records()).map(({ action, targetId }) => [action, targetId])).toEqual([
      ['permission.refused', 'audit:list'],
      ['permission.refused', 'users:list'],
    ])
    await ask('audit:list', addSeconds(ctx.now, 60))
    expect(await records()).toHaveLength(3)
  })

  it('a missing permission once, even for twenty concurrent requests', async () => {
    const { id: userId } = await makeUser()
    const ask = async () => checkPermission({ userId, permissions: new Set() }, 'audit:list', ctx)
    await Promise.all(Array.from({ length: 20 }, ask))
    expect(await records()).toHaveLength(1)
  })
})
