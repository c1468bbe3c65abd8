import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { findManagedUser } from '@/lib/accounts/managed-user.store'
import { listActivity } from '@/lib/audit/activity.store'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import {
  endForbiddenImpersonations,
  followImpersonations,
} from '@/lib/identity/impersonation/end-impersonation'
import {
  IMPERSONATION_SECONDS,
  startImpersonation,
} from '@/lib/identity/impersonation/start-impersonation'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { introspectToken } from '@/lib/identity/sessions/introspect-token'
import { revokeOtherSessions, revokeOwnSession } from '@/lib/identity/sessions/revoke-sessions'
import { logout } from '@/lib/identity/sign-in/logout'
import { type BusMessage, publish, subscribe } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/lib/testing/administrators'
import { insertRole } from '@/lib/testing/insert-role'
import { insertUser } from '@/lib/testing/insert-user'
import { makeSession } from '@/lib/testing/make-user'
import { makeServiceAccount } from '@/lib/testing/make-service-account'
import { principalOf } from '@/lib/testing/principal-of'
import { testContext as ctx } from '@/lib/testing/test-context'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'
import { until } from '@/lib/testing/until'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(() => db().job.deleteMany())

const REASON = 'Ticket 4711'

/** An administrator with a live session. */
async function administrator(...more: Parameters<typeof holderOf>): Promise<SessionPrincipal> {
  const holder = await holderOf('users:impersonate', ...more)
  const { sessionId } = await makeSession(holder.userId, ctx())
  return { ...holder, sessionId }
}

const start = (actor: SessionPrincipal, userId: string, now = new Date()) =>
  startImpersonation(actor, { userId, reason: REASON }, ctx({ now }))

async function started(actor: SessionPrincipal, userId: string) {
  const result = await start(actor, userId)
  if (!result.ok) throw new Error(result.code)
  return result.impersonation
}

const use = (accessToken: string, now = new Date()) =>
  authenticate({ accessToken, surface: 'api', presentedByClient: true }, now)
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
const sessionsOf = (userId: string) => db().sessionFamily.count({ where: { userId } })
const recordsAbout = (targetId: string) =>
  db().auditRecord.findMany({ where: { targetId }, orderBy: { id: 'asc' } })

describe('viewing as another user', () => {
  it('gives a token that names both, for 30 minutes and without proof of a sign-in', async () => {
    const [actor, user] = [await administrator(), await insertUser()]
    const { accessToken, expiresInSeconds, sessionId } = await started(actor, user.id)
    expect(expiresInSeconds).toBe(IMPERSONATION_SECONDS)
    const claims = claimsOf(accessToken)
    expect(claims).toMatchObject({ sub: user.id, act: { sub: actor.userId }, sid: sessionId })
    expect(claims).not.toHaveProperty('auth_time')
    expect(claims).not.toHaveProperty('amr')
    // Earlier versions would take it for the user's own session.
    expect(claims.jti).toMatch(/^0\./)
    const now = new Date()
    expect(await use(accessToken, now)).toMatchObject({
      ok: true,
      principal: { userId: user.id, impersonator: { userId: actor.userId } },
    })
    expect(await introspectToken(accessToken, now)).toMatchObject({
      active: true,
      sub: user.id,
      act: { sub: actor.userId },
    })
    const over = addSeconds(now, IMPERSONATION_SECONDS + 1)
    expect(await use(accessToken, over)).toMatchObject({ ok: false })
    expect(await db().sessionFamily.findUniqueOrThrow({ where: { id: sessionId } })).toMatchObject({
      impersonatedBy: actor.userId,
      impersonatorSessionId: actor.sessionId,
      amr: [],
      authTime: new Date(0),
    })
  })

  it('never outlives the administrator’s own session', async () => {
    const [actor, user] = [await administrator(), await insertUser()]
    const expiresAt = addSeconds(new Date(), 300)
    await db().sessionFamily.update({ where: { id: actor.sessionId }, data: { expiresAt } })
    expect((await started(actor, user.id)).expiresInSeconds).toBeLessThanOrEqual(300)
  })

  it('tells the owner who and why, and records both names', async () => {
    const [actor, user] = [await administrator(), await insertUser()]
    await db().user.update({ where: { id: actor.userId }, data: { name: 'Ada Lovelace' } })
    const { sessionId } = await started(actor, user.id)
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
    const [actor, user] = [await administrator(), await insertUser()]
    const now = new Date()
    const by = { unit: 'hour', from: addSeconds(now, -3600), now } as const
    const before = await listActivity(db(), by)
    await started(actor, user.id)
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
    ['a service account', 'conflict', async () => (await makeServiceAccount()).id],
    ...(['pending', 'deactivated', 'deleted'] as const).map(
      (status) =>
        [`a ${status} account`, 'conflict', async () => (await insertUser({ status })).id] as const,
    ),
    ['an unknown user', 'not_found', async () => newId()],
  ] as const)('for %s', async (_, code, find) => {
    const actor = await administrator()
    const userId = await find(actor)
    const before = await sessionsOf(userId)
    expect(await start(actor, userId)).toMatchObject({ ok: false, code })
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
    expect(await start(lacking, id)).toMatchObject({ code: 'insufficient_permission' })
    const actor = await administrator()
    const stale = { ...actor, authTime: addSeconds(new Date(), -601) }
    expect(await start(stale, id)).toMatchObject({ code: 'reauthentication_required' })
    expect(await start({ ...actor, sessionId: newId() }, id)).toMatchObject({
      code: 'session_revoked',
    })
    expect(await sessionsOf(id)).toBe(0)
  })

  it('from within another one', async () => {
    const [actor, first, second] = [await administrator(), await insertUser(), await insertUser()]
    const { sessionId } = await started(actor, first.id)
    const nested = { ...(await principalOf(first.id)), sessionId }
    const impersonator = { userId: actor.userId, endsAt: addSeconds(new Date(), 60) }
    expect(await start({ ...nested, impersonator }, second.id)).toMatchObject({
      code: 'impersonation_read_only',
    })
    // Even if the session passed for one of the user, who has the permission too.
    await insertRole(`role ${newId()}`, ['users:impersonate'], [first.id])
    expect(await start(nested, second.id)).toMatchObject({ code: 'session_revoked' })
    expect(await sessionsOf(second.id)).toBe(0)
  })
})

describe('it ends', () => {
  const ENDINGS: [string, (actor: SessionPrincipal, userId: string) => Promise<unknown>][] = [
    [
      'with the sign-out of the administrator’s session',
      (actor) => revokeOwnSession(actor, actor.sessionId, ctx()),
    ],
    [
      'with the sign-out of all other sessions of the administrator',
      (actor) => revokeOtherSessions({ ...actor, sessionId: newId() }, ctx()),
    ],
    [
      'with the deactivation of the administrator',
      async (actor) => {
        const boss = await holderOf('users:activate', 'users:impersonate')
        return changeUserStatus(boss, { userId: actor.userId, move: 'deactivate' }, ctx())
      },
    ],
    [
      'with the deactivation of the user',
      async (_, userId) => {
        const boss = await holderOf('users:activate', 'users:impersonate')
        return changeUserStatus(boss, { userId, move: 'deactivate' }, ctx())
      },
    ],
    [
      'with the loss of the permission',
      async ({ userId }) => {
        await db().userRole.deleteMany({ where: { userId } })
        return inTransaction((tx) => publish(tx, { type: 'user.changed', userId }))
      },
    ],
    [
      'with a permission that the user gains and the administrator lacks',
      async (_, userId) => {
        await insertRole(`role ${newId()}`, ['audit:list'], [userId])
        return inTransaction((tx) => publish(tx, { type: 'rbac.changed' }))
      },
    ],
    [
      'with the deletion of the administrator’s row',
      ({ userId }) => db().user.delete({ where: { id: userId } }),
    ],
  ]

  it.each(ENDINGS)('%s, at once', async (_, happen) => {
    const [actor, user] = [await administrator(), await insertUser()]
    const { accessToken, sessionId } = await started(actor, user.id)
    expect(await use(accessToken)).toMatchObject({ ok: true })
    await happen(actor, user.id)
    expect(await use(accessToken)).toMatchObject({ ok: false, code: 'session_revoked' })
    await endForbiddenImpersonations(new Date())
    const row = await db().sessionFamily.findUniqueOrThrow({ where: { id: sessionId } })
    expect(row.revokedAt).not.toBeNull()
  })

  it('by itself within a second of a change of roles, and with it its live connections', async () => {
    const [actor, user] = [await administrator(), await insertUser()]
    const { sessionId } = await started(actor, user.id)
    const heard: BusMessage[] = []
    const stops = [followImpersonations(), subscribe((message) => heard.push(message))]
    await db().userRole.deleteMany({ where: { userId: actor.userId } })
    await inTransaction((tx) => publish(tx, { type: 'user.changed', userId: actor.userId }))
    const message = { type: 'session.revoked', sessionId, userId: user.id }
    await until('the end of the session', 1000, async () =>
      heard.some((one) => JSON.stringify(one) === JSON.stringify(message)),
    )
    stops.forEach((stop) => stop())
    const [, record] = await recordsAbout(user.id)
    expect(record).toMatchObject({
      action: 'impersonation.ended',
      actorId: actor.userId,
      details: { reason: 'not_allowed', on_behalf_of: user.id },
    })
  })

  it('alone when it is signed out, even of all sessions', async () => {
    const [actor, user] = [await administrator(), await insertUser()]
    const own = await makeSession(user.id, ctx())
    const { accessToken } = await started(actor, user.id)
    expect(await logout({ accessToken, all: true }, ctx())).toEqual({ ok: true, ended: true })
    expect(await use(accessToken)).toMatchObject({ code: 'session_revoked' })
    expect(await use(own.accessToken)).toMatchObject({ ok: true })
    const [, record] = await recordsAbout(user.id)
    expect(record).toMatchObject({
      action: 'impersonation.ended',
      actorId: actor.userId,
      details: { reason: 'stopped', on_behalf_of: user.id },
    })
  })

  it('when the user ends it among their sessions, and leaves the administrator’s own', async () => {
    const [actor, user] = [await administrator(), await insertUser()]
    const { accessToken } = await started(actor, user.id)
    const own = await makeSession(user.id, ctx())
    const principal = { ...(await principalOf(user.id)), sessionId: own.sessionId }
    await revokeOtherSessions(principal, ctx())
    expect(await use(accessToken)).toMatchObject({ code: 'session_revoked' })
    const where = { id: actor.sessionId }
    expect((await db().sessionFamily.findUniqueOrThrow({ where })).revokedAt).toBeNull()
  })

  it('is refused as the owner’s own session if its mark is gone', async () => {
    const [actor, user] = [await administrator(), await insertUser()]
    const { accessToken, sessionId } = await started(actor, user.id)
    const data = { impersonatedBy: null, impersonatorSessionId: null }
    await db().sessionFamily.update({ where: { id: sessionId }, data })
    expect(await use(accessToken)).toMatchObject({ ok: false, code: 'invalid_token' })
  })
})
