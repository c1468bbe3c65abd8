import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import {
  endForbiddenImpersonations,
  followImpersonations,
} from '@/lib/identity/impersonation/end-impersonation'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { readStandings } from '@/lib/identity/sessions/live-connection.store'
import { revokeOwnSession } from '@/lib/identity/sessions/revoke-sessions'
import { revokeOtherSessions } from '@/lib/identity/sessions/sign-out-everywhere'
import { logout } from '@/lib/identity/sign-in/logout'
import { type BusMessage, publish, subscribe } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import {
  APPROVE,
  insertApprove,
  recordsAbout,
  useToken,
  viewAs,
  viewingAdministrator,
} from '@/tests/kit/impersonations'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession, PASSWORD } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  await insertApprove()
})
afterEach(() => void useSettings())

describe('viewing as another user ends', () => {
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
      'with a permission of an application that the user gains and the administrator lacks',
      async (_, userId) => {
        await insertRole(`role ${newId()}`, [APPROVE], [userId])
        return inTransaction((tx) => publish(tx, { type: 'rbac.changed' }))
      },
    ],
    [
      'with a second factor that is required and the administrator lacks',
      async () => void useSettings({ AUTH_MFA_REQUIRED: 'everyone' }),
    ],
    [
      'with trust in browsers turned off, if the administrator’s session skipped the second step',
      async ({ userId, sessionId }) => {
        const data = { mfaEnabledAt: new Date() }
        await db().user.update({ where: { id: userId }, data })
        await db().sessionFamily.update({ where: { id: sessionId }, data: { surface: 'web' } })
        useSettings({ AUTH_MFA_TRUSTED_BROWSERS: 'false' })
      },
    ],
    [
      'with a change of the administrator’s password in the same session',
      async (actor) => {
        const passwordHash = await hashPassword(PASSWORD)
        await db().user.update({ where: { id: actor.userId }, data: { passwordHash } })
        const input = { currentPassword: PASSWORD, newPassword: 'a quite different passphrase' }
        expect(await changePassword(input, actor, ctx())).toMatchObject({ ok: true })
      },
    ],
    [
      'with the deletion of the administrator’s row',
      ({ userId }) => db().user.delete({ where: { id: userId } }),
    ],
  ]

  it.each(ENDINGS)('%s, at once', async (_, happen) => {
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    const { accessToken, sessionId } = await viewAs(actor, user.id)
    expect(await useToken(accessToken)).toMatchObject({ ok: true })
    await happen(actor, user.id)
    expect(await useToken(accessToken)).toMatchObject({ ok: false, code: 'session_revoked' })
    await endForbiddenImpersonations(new Date())
    const row = await db().sessionFamily.findUniqueOrThrow({ where: { id: sessionId } })
    expect(row.revokedAt).not.toBeNull()
    const where = { targetId: user.id, action: 'impersonation.ended' }
    expect(await db().auditRecord.findMany({ where })).toMatchObject([
      {
        actorId: actor.userId,
        details: { session_id: sessionId, on_behalf_of: user.id },
      },
    ])
  })

  it('together with the administrator’s session that a newer one displaces', async () => {
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    const { accessToken, sessionId } = await viewAs(actor, user.id)
    useSettings({ AUTH_MAX_SESSIONS_PER_USER: '1' })
    await makeSession(actor.userId, ctx())
    const row = await db().sessionFamily.findUniqueOrThrow({ where: { id: sessionId } })
    expect(row.revokedReason).toBe('impersonator_session_ended')
    expect(await useToken(accessToken)).toMatchObject({ ok: false, code: 'session_revoked' })
    const where = { targetId: user.id, action: 'impersonation.ended' }
    expect(await db().auditRecord.findMany({ where })).toMatchObject([
      { actorId: actor.userId, details: { reason: 'own_session_ended', on_behalf_of: user.id } },
    ])
  })

  it('but not, nor do its live connections, if only the user lacks a required second factor', async () => {
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    const { accessToken, sessionId } = await viewAs(actor, user.id)
    const data = { mfaEnabledAt: new Date() }
    await db().user.update({ where: { id: actor.userId }, data })
    useSettings({ AUTH_MFA_REQUIRED: 'everyone' })
    expect(await useToken(accessToken)).toMatchObject({ ok: true })
    expect(await endForbiddenImpersonations(new Date())).toBe(0)
    const standings = await readStandings(db(), [sessionId], new Date())
    expect(standings.get(sessionId)).toMatchObject({ standing: 'live' })
  })

  it('by itself after a setting that requires a second factor', async () => {
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    const { sessionId } = await viewAs(actor, user.id)
    // As in a process that reads the setting only after the message.
    const stop = followImpersonations(
      async () => void useSettings({ AUTH_MFA_REQUIRED: 'everyone' }),
    )
    await inTransaction((tx) => publish(tx, { type: 'settings.changed' }))
    await until('the end of the session', 5000, async () => {
      const row = await db().sessionFamily.findUniqueOrThrow({ where: { id: sessionId } })
      return row.revokedAt !== null
    })
    stop()
  })

  it('with a record that says what ended it, but not from where', async () => {
    const boss = await holderOf('users:activate', 'users:impersonate')
    const [actor, other] = [await viewingAdministrator(), await viewingAdministrator()]
    const [user, second] = [await insertUser(), await insertUser()]
    await viewAs(actor, user.id)
    await viewAs(other, second.id)
    const request = ctx({ ip: '192.0.2.7', requestId: newId() })
    await changeUserStatus(boss, { userId: user.id, move: 'deactivate' }, request)
    await changeUserStatus(boss, { userId: other.userId, move: 'deactivate' }, request)
    const { requestId } = request
    const where = { requestId, action: 'impersonation.ended' }
    expect(await db().auditRecord.findMany({ where, orderBy: { id: 'asc' } })).toMatchObject([
      {
        ip: null,
        actorId: actor.userId,
        targetId: user.id,
        details: { reason: 'session_revoked', on_behalf_of: user.id },
      },
      {
        ip: null,
        actorId: other.userId,
        targetId: second.id,
        details: { reason: 'own_session_ended', on_behalf_of: second.id },
      },
    ])
  })

  it('by itself, also if the database was away when the roles changed', async () => {
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    const { sessionId } = await viewAs(actor, user.id)
    await db().userRole.deleteMany({ where: { userId: actor.userId } })
    const stop = followImpersonations(async () => {})
    const away = vi.spyOn(db(), '$queryRaw').mockRejectedValueOnce(new Error('away'))
    await inTransaction((tx) => publish(tx, { type: 'user.changed', userId: actor.userId }))
    await until('the end of the session', 5000, async () => {
      const row = await db().sessionFamily.findUniqueOrThrow({ where: { id: sessionId } })
      return row.revokedAt !== null
    })
    expect(away).toHaveBeenCalled()
    stop()
  })

  it('by itself after a change of roles, and with it its live connections', async () => {
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    const { sessionId } = await viewAs(actor, user.id)
    const heard: BusMessage[] = []
    const stops = [
      followImpersonations(async () => {}),
      subscribe((message) => heard.push(message)),
    ]
    await db().userRole.deleteMany({ where: { userId: actor.userId } })
    await inTransaction((tx) => publish(tx, { type: 'user.changed', userId: actor.userId }))
    const message = { type: 'session.revoked', sessionId, userId: user.id }
    await until('the end of the session', 5000, async () =>
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
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    const own = await makeSession(user.id, ctx())
    const { accessToken } = await viewAs(actor, user.id)
    expect(await logout({ accessToken, all: true }, ctx())).toEqual({ ok: true, ended: true })
    expect(await useToken(accessToken)).toMatchObject({ code: 'session_revoked' })
    expect(await useToken(own.accessToken)).toMatchObject({ ok: true })
    const [, record] = await recordsAbout(user.id)
    expect(record).toMatchObject({
      action: 'impersonation.ended',
      actorId: actor.userId,
      details: { reason: 'stopped', on_behalf_of: user.id },
    })
  })

  it('when the user ends it among their sessions, and leaves the administrator’s own', async () => {
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    const { accessToken } = await viewAs(actor, user.id)
    const own = await makeSession(user.id, ctx())
    const principal = { ...(await principalOf(user.id)), sessionId: own.sessionId }
    await revokeOtherSessions(principal, ctx())
    expect(await useToken(accessToken)).toMatchObject({ code: 'session_revoked' })
    const where = { id: actor.sessionId }
    expect((await db().sessionFamily.findUniqueOrThrow({ where })).revokedAt).toBeNull()
  })

  it('is refused as the owner’s own session if its mark is gone', async () => {
    const [actor, user] = [await viewingAdministrator(), await insertUser()]
    const { accessToken, sessionId } = await viewAs(actor, user.id)
    const data = { impersonatedById: null, impersonatorSessionId: null }
    await db().sessionFamily.update({ where: { id: sessionId }, data })
    expect(await useToken(accessToken)).toMatchObject({ ok: false, code: 'invalid_token' })
  })
})
