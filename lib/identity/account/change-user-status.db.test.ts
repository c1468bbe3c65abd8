import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import type { StatusMove } from '@/lib/accounts/user-status'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { rememberDevice } from '@/tests/kit/remember-device'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { endUserSession, endUserSessions } from '@/lib/users/user-sessions'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const isAlive = async ({ accessToken }: IssuedSession) =>
  (await authenticate({ accessToken, surface: 'api', presentedByClient: true }, new Date())).ok
const rowOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } })
const recordsOf = (targetId: string) =>
  db().auditRecord.findMany({ where: { targetId, targetType: 'user' }, orderBy: { id: 'asc' } })
const move = async (userId: string, move: StatusMove) => {
  const { permission } = { activate: A, deactivate: A, delete: D, restore: R }[move]
  return changeUserStatus(await holderOf(permission), { userId, move }, ctx())
}
const A = { permission: 'users:activate' } as const
const D = { permission: 'users:delete' } as const
const R = { permission: 'users:restore' } as const

describe('a status change', () => {
  it.each([
    ['pending', 'activate', 'active'],
    ['deactivated', 'activate', 'active'],
    ['active', 'deactivate', 'deactivated'],
    ['pending', 'deactivate', 'deactivated'],
    ['active', 'delete', 'deleted'],
  ] as const)(
    'from %s by %s to %s is written, counts a version and is audited',
    async (status, act, to) => {
      const { id } = await insertUser({ status })
      expect(await move(id, act)).toMatchObject({ ok: true, user: { id, status: to, version: 2 } })
      expect(await rowOf(id)).toMatchObject({ status: to, version: 2 })
      expect(await recordsOf(id)).toMatchObject([
        { outcome: 'ok', details: { before: status, after: to } },
      ])
    },
  )

  it.each([
    ['active', 'activate'],
    ['deactivated', 'deactivate'],
    ['deleted', 'delete'],
    ['active', 'restore'],
  ] as const)('of an account that is %s by %s writes nothing', async (status, act) => {
    const { id } = await insertUser({ status })
    expect(await move(id, act)).toMatchObject({ ok: true, user: { status, version: 1 } })
    expect(await rowOf(id)).toMatchObject({ status, version: 1 })
    expect(await recordsOf(id)).toEqual([])
  })

  it.each(['activate', 'deactivate'] as const)(
    'of a deleted account by %s is refused',
    async (act) => {
      const { id } = await insertUser({ status: 'deleted' })
      expect(await move(id, act)).toMatchObject({ ok: false, code: 'conflict' })
      expect(await rowOf(id)).toMatchObject({ status: 'deleted', version: 1 })
      expect(await recordsOf(id)).toMatchObject([
        { outcome: 'refused', details: { reason: 'conflict' } },
      ])
    },
  )

  it.each(['pending', 'active', 'deactivated'] as const)(
    'by restore brings back the status %s',
    async (status) => {
      const { id } = await insertUser({ status })
      await move(id, 'delete')
      expect(await move(id, 'restore')).toMatchObject({ ok: true, user: { status, version: 3 } })
      expect(await rowOf(id)).toMatchObject({ status, deletedFrom: null })
    },
  )
})

/** One row in each table of unfinished sign-ins, and two where an account is not in all of them. */
async function beginSignIns({ id: userId, email }: { id: string; email: string }) {
  const secret = () => new Uint8Array(randomBytes(32))
  const now = new Date()
  const expiresAt = new Date(now.getTime() + 60_000)
  const due = { userId, expiresAt }
  await issueEmailToken(db(), { userId, kind: 'reset_password', email }, now)
  await db().mfaChallenge.create({
    data: {
      ...{ ...due, tokenHash: secret(), surface: 'api' },
      ...{ knownDevice: false, passwordChecked: true },
    },
  })
  const redirect = { redirectUri: 'app://back', codeChallenge: 'x', provider: 'google' }
  await db().oauthHandoff.create({ data: { ...due, ...redirect, codeHash: secret() } })
  const flow = { provider: 'google', surface: 'web', stateHash: secret(), expiresAt } as const
  await db().oauthFlow.create({ data: { ...flow, browserHash: secret(), linkUserId: userId } })
  const attempt = { id: newId(), passwordHash: 'x', locale: 'en', sole: true, createdAt: now }
  await db().registrationAttempt.create({ data: { ...due, ...attempt } })
  const change = { id: newId(), newEmail: 'new@example.org', requestedAt: now }
  await db().emailChange.create({ data: { ...due, ...change } })
  const linked = { provider: 'google', providerAccountId: newId(), linkedAt: now, lastUsedAt: now }
  await db().account.create({ data: { ...linked, userId } })
  for (const owner of [userId, null])
    await db().signInCode.create({
      data: {
        ...{ id: newId(), email, userId: owner, secretHash: secret() },
        ...{ surface: 'api', createdAt: now, expiresAt },
      },
    })
  for (const who of [
    { provider: 'github', subject: newId(), email },
    { provider: 'google', subject: linked.providerAccountId, email: 'other@example.org' },
  ])
    await db().unprovenSignIn.create({
      data: { ...who, id: newId(), browserHash: secret(), locale: 'en', createdAt: now, expiresAt },
    })
}

/** How many unfinished sign-ins each table has. */
async function countSignIns() {
  const tables = {
    emailToken: db().emailToken.count(),
    mfaChallenge: db().mfaChallenge.count(),
    oauthHandoff: db().oauthHandoff.count(),
    oauthFlow: db().oauthFlow.count(),
    registrationAttempt: db().registrationAttempt.count(),
    emailChange: db().emailChange.count(),
    signInCode: db().signInCode.count(),
    unprovenSignIn: db().unprovenSignIn.count(),
  }
  const counts = await Promise.all(Object.values(tables))
  return Object.fromEntries(Object.keys(tables).map((table, i) => [table, counts[i]!]))
}

describe.each(['deactivate', 'delete'] as const)('%s', (act) => {
  it('permanently ends every session and every unfinished sign-in', async () => {
    const user = await insertUser()
    const sessions = [
      await makeSession(user.id, ctx()),
      await makeSession(user.id, ctx({ surface: 'web' })),
    ]
    const before = await countSignIns()
    await beginSignIns(user)
    const begun = await countSignIns()
    expect(Object.keys(begun).filter((table) => begun[table]! <= before[table]!)).toEqual([])
    expect(await isAlive(sessions[0]!)).toBe(true)
    await move(user.id, act)
    expect(await isAlive(sessions[0]!)).toBe(false)
    await move(user.id, act === 'delete' ? 'restore' : 'activate')
    expect(await rowOf(user.id)).toMatchObject({ status: 'active' })
    expect(await isAlive(sessions[0]!)).toBe(false)
    expect(await db().sessionFamily.count({ where: { userId: user.id, revokedAt: null } })).toBe(0)
    expect(await countSignIns()).toEqual(before)
  })
})

describe('an administrator', () => {
  it('signs out all sessions of a user and leaves the account unchanged', async () => {
    const { id } = await insertUser()
    const session = await makeSession(id, ctx())
    const actor = await holderOf('users:activate')
    expect(await endUserSessions(actor, { userId: id }, ctx())).toMatchObject({ ok: true })
    expect(await endUserSessions(actor, { userId: id }, ctx())).toMatchObject({ ok: true })
    expect(await isAlive(session)).toBe(false)
    expect(await rowOf(id)).toMatchObject({ status: 'active', version: 1 })
    expect(await recordsOf(id)).toMatchObject([
      { action: 'user.sessions_ended', actorId: actor.userId, details: { sessions_ended: 1 } },
    ])
  })

  it('leaves a record of a user without sessions whose browser loses its trust', async () => {
    const { id } = await insertUser()
    const actor = await holderOf('users:activate')
    const now = new Date()
    await rememberDevice({ userId: id, deviceToken: newSecretToken(), now })
    await db().knownDevice.updateMany({
      where: { userId: id },
      data: { trustedUntil: addSeconds(now, 3600) },
    })
    for (let n = 0; n < 2; n += 1)
      expect(await endUserSessions(actor, { userId: id }, ctx())).toMatchObject({ ok: true })
    expect(
      await db().knownDevice.count({ where: { userId: id, NOT: { trustedUntil: null } } }),
    ).toBe(0)
    expect(await recordsOf(id)).toMatchObject([
      { action: 'user.sessions_ended', details: { sessions_ended: 0, browsers: 1 } },
    ])
  })

  it('leaves no record of a user whose trust and handoffs had expired', async () => {
    const { id: userId } = await insertUser()
    const now = new Date()
    const expired = addSeconds(now, -1)
    await rememberDevice({ userId, deviceToken: newSecretToken(), now })
    await db().knownDevice.updateMany({ where: { userId }, data: { trustedUntil: expired } })
    const handoff = { redirectUri: 'app://back', codeChallenge: 'x', provider: 'google' }
    const codeHash = new Uint8Array(randomBytes(32))
    await db().oauthHandoff.create({ data: { ...handoff, userId, codeHash, expiresAt: expired } })
    const actor = await holderOf('users:activate')
    expect(await endUserSessions(actor, { userId }, ctx())).toMatchObject({ ok: true })
    expect(await recordsOf(userId)).toEqual([])
    expect(await db().oauthHandoff.count({ where: { userId } })).toBe(0)
    expect(await db().knownDevice.count({ where: { userId, NOT: { trustedUntil: null } } })).toBe(0)
  })

  it('ends one session of a user and keeps the others, even by its id in capitals', async () => {
    const { id } = await insertUser()
    const [one, two] = [await makeSession(id, ctx()), await makeSession(id, ctx())]
    for (const session of [one, two]) expect(await isAlive(session)).toBe(true)
    const actor = await holderOf('users:activate')
    const end = (sessionId: string) => endUserSession(actor, { userId: id, sessionId }, ctx())
    expect(await end(one.sessionId.toUpperCase())).toMatchObject({ ok: true })
    expect([await isAlive(one), await isAlive(two)]).toEqual([false, true])
    expect(await rowOf(id)).toMatchObject({ status: 'active', version: 1 })
    expect(await end(one.sessionId)).toMatchObject({ code: 'not_found' })
    expect(await recordsOf(id)).toMatchObject([
      { action: 'user.session_ended', outcome: 'ok', details: { session_id: one.sessionId } },
      { action: 'user.session_ended', outcome: 'refused', details: { reason: 'not_found' } },
    ])
  })

  it("can't end a session through another user’s account", async () => {
    const [{ id }, strong] = [await insertUser(), await insertAdministrator()]
    const session = await makeSession(strong.id, ctx())
    const actor = await holderOf('users:activate')
    const end = (userId: string, sessionId = session.sessionId) =>
      endUserSession(actor, { userId, sessionId }, ctx())
    expect(await end(id)).toMatchObject({ code: 'not_found' })
    expect(await end(strong.id)).toMatchObject({ code: 'privilege_escalation' })
    for (const nothing of ['', 'nonsense', "'", id])
      expect(await end(id, nothing)).toMatchObject({ code: 'not_found' })
    expect(await isAlive(session)).toBe(true)
  })

  it("can't change a higher-privileged user", async () => {
    const { userId } = await holderOf('users:list')
    const session = await makeSession(userId, ctx())
    for (const act of ['deactivate', 'delete'] as const)
      expect(await move(userId, act)).toMatchObject({ code: 'privilege_escalation' })
    const ended = await endUserSessions(await holderOf('users:activate'), { userId }, ctx())
    expect(ended).toMatchObject({ code: 'privilege_escalation' })
    expect(await rowOf(userId)).toMatchObject({ status: 'active', version: 1 })
    expect(await isAlive(session)).toBe(true)
    expect(await recordsOf(userId)).toMatchObject([
      {
        action: 'user.deactivated',
        outcome: 'refused',
        details: { reason: 'privilege_escalation' },
      },
      { action: 'user.deleted', outcome: 'refused' },
      { action: 'user.sessions_ended', outcome: 'refused' },
    ])
  })

  it('changes nothing if the permission was revoked after the request was admitted', async () => {
    const { id } = await insertUser()
    const actor = await holderOf('users:delete')
    await db().userRole.deleteMany({ where: { userId: actor.userId } })
    expect(await changeUserStatus(actor, { userId: id, move: 'delete' }, ctx())).toMatchObject({
      code: 'insufficient_permission',
    })
    expect(await rowOf(id)).toMatchObject({ status: 'active', version: 1 })
  })

  it('changes nothing with an outdated version of the user', async () => {
    const { id } = await insertUser()
    const actor = await holderOf('users:delete')
    for (const versions of [[2], []])
      expect(
        await changeUserStatus(actor, { userId: id, move: 'delete', versions }, ctx()),
      ).toMatchObject({
        code: 'precondition_failed',
      })
    expect(await rowOf(id)).toMatchObject({ status: 'active', version: 1 })
    expect(
      await changeUserStatus(actor, { userId: id, move: 'delete', versions: [1] }, ctx()),
    ).toMatchObject({
      ok: true,
    })
  })

  it("can't delete their own account like another one, which would need no password", async () => {
    await insertAdministrator()
    const actor = await holderOf('users:delete')
    const { userId } = actor
    const session = await makeSession(userId, ctx())
    for (const asked of [userId, userId.toUpperCase()])
      expect(await changeUserStatus(actor, { userId: asked, move: 'delete' }, ctx())).toMatchObject(
        { code: 'privilege_escalation' },
      )
    expect(await rowOf(userId)).toMatchObject({ status: 'active', version: 1 })
    expect(await isAlive(session)).toBe(true)
    const reason = 'privilege_escalation'
    expect(await recordsOf(userId)).toMatchObject([
      { action: 'user.deleted', outcome: 'refused', details: { reason } },
      { outcome: 'refused' },
    ])
  })

  it("can't deactivate or delete the last active administrator", async () => {
    await db().user.updateMany({ data: { status: 'deactivated' } })
    const { id } = await insertAdministrator()
    const actor = await principalOf(id)
    for (const act of ['deactivate', 'delete'] as const)
      expect(await changeUserStatus(actor, { userId: id, move: act }, ctx())).toMatchObject({
        code: 'last_admin',
      })
    expect(await rowOf(id)).toMatchObject({ status: 'active', version: 1 })
    expect(await recordsOf(id)).toMatchObject([
      { outcome: 'refused', details: { reason: 'last_admin' } },
      { outcome: 'refused' },
    ])
    const other = await insertAdministrator()
    expect(await changeUserStatus(actor, { userId: id, move: 'deactivate' }, ctx())).toMatchObject({
      ok: true,
    })
    expect(await rowOf(other.id)).toMatchObject({ status: 'active' })
  })
})
