import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { findManagedUser } from '@/lib/accounts/managed-user.store'
import { listActivity } from '@/lib/audit/activity.store'
import { IMPERSONATION_SECONDS } from '@/lib/identity/impersonation/start-impersonation'
import { introspectToken } from '@/lib/identity/sessions/introspect-token'
import { renewFamily } from '@/lib/identity/sessions/session.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import {
  APPROVE,
  insertApprove,
  REASON,
  recordsAbout,
  startViewing,
  useToken,
  viewAs,
  viewingAdministrator,
} from '@/tests/kit/impersonations'
import { insertUser } from '@/tests/kit/insert-user'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  await insertApprove()
})
beforeEach(() => db().job.deleteMany())

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
const sessionsOf = (userId: string) => db().sessionFamily.count({ where: { userId } })

describe('viewing as another user', () => {
  it('gives a token that names both, for 30 minutes and without proof of a sign-in', async () => {
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    const { accessToken, expiresInSeconds, sessionId } = await viewAs(actor, user.id)
    expect(expiresInSeconds).toBe(IMPERSONATION_SECONDS)
    const claims = claimsOf(accessToken)
    expect(claims).toMatchObject({ sub: user.id, act: { sub: actor.userId }, sid: sessionId })
    expect(claims).not.toHaveProperty('auth_time')
    expect(claims).not.toHaveProperty('amr')
    // Earlier versions would take it for the user's own session.
    expect(claims.jti).toMatch(/^0\./)
    const now = new Date()
    expect(await useToken(accessToken, now)).toMatchObject({
      ok: true,
      principal: { userId: user.id, impersonator: { userId: actor.userId } },
    })
    expect(await introspectToken(accessToken, now)).toMatchObject({
      active: true,
      sub: user.id,
      act: { sub: actor.userId },
    })
    const over = addSeconds(now, IMPERSONATION_SECONDS + 1)
    expect(await useToken(accessToken, over)).toMatchObject({ ok: false })
    expect(await db().sessionFamily.findUniqueOrThrow({ where: { id: sessionId } })).toMatchObject({
      impersonatedById: actor.userId,
      impersonatorSessionId: actor.sessionId,
      amr: [],
      authTime: new Date(0),
    })
  })

  it('never outlives the administrator’s own session', async () => {
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    const expiresAt = addSeconds(new Date(), 300)
    await db().sessionFamily.update({ where: { id: actor.sessionId }, data: { expiresAt } })
    expect((await viewAs(actor, user.id)).expiresInSeconds).toBeLessThanOrEqual(300)
  })

  it('tells the owner who and why, and records both names', async () => {
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    await db().user.update({ where: { id: actor.userId }, data: { name: 'Ada Lovelace' } })
    const { sessionId } = await viewAs(actor, user.id)
    const [mail] = await db().job.findMany({ where: { kind: 'mail' } })
    expect(mail!.payload).toMatchObject({
      mail: 'impersonation_started',
      userId: user.id,
      administrator: 'Ada Lovelace',
      reason: REASON,
    })
    expect(await db().inboxItem.findFirst({ where: { userId: user.id } })).toMatchObject({
      kind: 'security.impersonation_started',
      title: 'Ada Lovelace is viewing your account',
    })
    expect(await recordsAbout(user.id)).toMatchObject([
      {
        action: 'impersonation.started',
        actorId: actor.userId,
        details: { purpose: REASON, session_id: sessionId },
      },
    ])
  })

  it('is no sign-in of the user, from no device of theirs', async () => {
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    const now = new Date()
    const by = { unit: 'hour', from: addSeconds(now, -3600), now } as const
    const before = await listActivity(db(), by)
    await viewAs(actor, user.id)
    expect((await findManagedUser(db(), user.id))!.lastSignInAt).toBeNull()
    expect(await db().knownDevice.count({ where: { userId: user.id } })).toBe(0)
    expect(await listActivity(db(), by)).toEqual(before)
    expect(await db().auditRecord.count({ where: { actorId: user.id } })).toBe(0)
  })
})

describe('starting is refused, and writes nothing but the record of it', () => {
  it.each([
    ['one’s own account', 'conflict', async (actor: SessionPrincipal) => actor.userId],
    [
      'a user with a permission that the administrator lacks',
      'privilege_escalation',
      async () => (await holderOf('audit:list')).userId,
    ],
    [
      'a user with a permission of an application that the administrator lacks',
      'privilege_escalation',
      async () => {
        const { id } = await insertUser()
        await insertRole(`role ${newId()}`, [APPROVE], [id])
        return id
      },
    ],
    ['a service account', 'conflict', async () => (await makeServiceAccount()).id],
    ...(['pending', 'deactivated', 'deleted'] as const).map(
      (status) =>
        [`a ${status} account`, 'conflict', async () => (await insertUser({ status })).id] as const,
    ),
    ['an unknown user', 'not_found', async () => newId()],
  ] as const)('for %s', async (_, code, find) => {
    const actor = await viewingAdministrator()
    const userId = await find(actor)
    const before = await sessionsOf(userId)
    expect(await startViewing(actor, userId)).toMatchObject({ ok: false, code })
    expect(await sessionsOf(userId)).toBe(before)
    expect(await db().job.count()).toBe(0)
    expect(await db().inboxItem.count({ where: { userId } })).toBe(0)
    const where = { action: 'impersonation.started', targetId: userId }
    expect(await db().auditRecord.findFirst({ where })).toMatchObject({
      outcome: 'refused',
      actorId: actor.userId,
      details: { reason: code },
    })
  })

  it('without the permission, without a recent sign-in, and from an ended session', async () => {
    const { id } = await insertUser()
    const lacking = await holderOf('users:read', 'users:activate')
    expect(await startViewing(lacking, id)).toMatchObject({ code: 'insufficient_permission' })
    const actor = await viewingAdministrator()
    const stale = { ...actor, authTime: addSeconds(new Date(), -601) }
    expect(await startViewing(stale, id)).toMatchObject({ code: 'reauthentication_required' })
    expect(await startViewing({ ...actor, sessionId: newId() }, id)).toMatchObject({
      code: 'session_revoked',
    })
    expect(await sessionsOf(id)).toBe(0)
  })

  it('with a token from before a password change that committed first', async () => {
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    const changed = { id: actor.sessionId, userId: actor.userId, now: new Date() }
    await renewFamily(db(), changed)
    expect(await startViewing(actor, user.id)).toMatchObject({ ok: false, code: 'session_revoked' })
    expect(await sessionsOf(user.id)).toBe(0)
    expect(await db().job.count()).toBe(0)
    expect(await recordsAbout(user.id)).toMatchObject([{ outcome: 'refused' }])
    expect(await startViewing({ ...actor, generation: 2 }, user.id)).toMatchObject({ ok: true })
  })

  it('from within another one', async () => {
    const [actor, first, second] = [
      await viewingAdministrator(),
      await insertUser(),
      await insertUser(),
    ]
    const { sessionId } = await viewAs(actor, first.id)
    const nested = { ...(await principalOf(first.id)), sessionId }
    const impersonator = { userId: actor.userId, endsAt: addSeconds(new Date(), 60) }
    expect(await startViewing({ ...nested, impersonator }, second.id)).toMatchObject({
      code: 'impersonation_read_only',
    })
    // Even if the session passed for one of the user, who has the permission too.
    await insertRole(`role ${newId()}`, ['users:impersonate'], [first.id])
    expect(await startViewing(nested, second.id)).toMatchObject({ code: 'session_revoked' })
    expect(await sessionsOf(second.id)).toBe(0)
  })
})
