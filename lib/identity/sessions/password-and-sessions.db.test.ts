import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { completeSetup, issueSetupLink } from '@/lib/identity/registration/first-administrator'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { listOwnSessions } from '@/lib/identity/sessions/list-sessions'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import { revokeOwnSession } from '@/lib/identity/sessions/revoke-sessions'
import { revokeOtherSessions } from '@/lib/identity/sessions/sign-out-everywhere'
import { login } from '@/lib/identity/sign-in/login'
import { logout } from '@/lib/identity/sign-in/logout'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const NEW_PASSWORD = 'a quite different passphrase'
async function principalOf(session: IssuedSession) {
  const who = await authenticate(
    { accessToken: session.accessToken, surface: 'api', presentedByClient: true },
    new Date(),
  )
  if (!who.ok) throw new Error(who.code)
  return who.principal
}
const isAlive = async (session: IssuedSession) => {
  const credential = {
    accessToken: session.accessToken,
    surface: 'api',
    presentedByClient: true,
  } as const
  return (await authenticate(credential, new Date())).ok
}
const resetToken = (user: { id: string; email: string }, now = new Date()) =>
  issueEmailToken(db(), { userId: user.id, kind: 'reset_password', email: user.email }, now)

describe('reset password', () => {
  it('sets the password once, revokes every session, creates none, and notifies the owner', async () => {
    const user = await makeUser()
    const sessions = [await makeSession(user.id, ctx()), await makeSession(user.id, ctx())]
    for (const session of sessions) expect(await isAlive(session)).toBe(true)
    const token = await resetToken(user)
    await db().job.deleteMany()
    expect(await resetPassword({ token, password: NEW_PASSWORD }, ctx())).toEqual({ ok: true })
    for (const session of sessions) {
      expect(await isAlive(session)).toBe(false)
      expect(await refreshSession({ refreshToken: session.refreshToken }, ctx())).toMatchObject({
        ok: false,
      })
    }
    expect(await db().sessionFamily.count({ where: { userId: user.id } })).toBe(2)
    expect(await db().job.findMany()).toMatchObject([
      { payload: { mail: 'password_changed', userId: user.id } },
    ])
    expect(await resetPassword({ token, password: NEW_PASSWORD }, ctx())).toMatchObject({
      code: 'invalid_or_expired_token',
    })
    expect(await login({ email: user.email, password: PASSWORD }, ctx())).toMatchObject({
      code: 'invalid_credentials',
    })
    expect(await login({ email: user.email, password: NEW_PASSWORD }, ctx())).toMatchObject({
      ok: true,
    })
  })

  it('refuses a weak password without consuming the token', async () => {
    const user = await makeUser()
    const token = await resetToken(user)
    expect(await resetPassword({ token, password: 'password1234' }, ctx())).toMatchObject({
      code: 'password_too_weak',
    })
    expect(await resetPassword({ token, password: NEW_PASSWORD }, ctx())).toEqual({ ok: true })
  })

  it('refuses used, expired, unknown and foreign-kind tokens with the same response', async () => {
    const user = await makeUser()
    const used = await resetToken(user)
    expect(await resetPassword({ token: used, password: PASSWORD }, ctx())).toEqual({ ok: true })
    const expired = await resetToken(user, new Date(Date.now() - 30 * 60_000))
    const kind = await issueEmailToken(
      db(),
      { userId: user.id, kind: 'verify_email', email: user.email },
      new Date(),
    )
    const answers = await Promise.all(
      [used, expired, kind, 'A'.repeat(43), 'x', '\0'].map((token) =>
        resetPassword({ token, password: NEW_PASSWORD }, ctx()),
      ),
    )
    for (const answer of answers)
      expect(answer).toEqual({ ok: false, code: 'invalid_or_expired_token' })
    expect(await login({ email: user.email, password: PASSWORD }, ctx())).toMatchObject({
      ok: true,
    })
    const inTime = await resetToken(user, new Date(Date.now() - 29 * 60_000))
    expect(await resetPassword({ token: inTime, password: NEW_PASSWORD }, ctx())).toEqual({
      ok: true,
    })
  })

  it('lets a user locked out by strangers sign in at once', async () => {
    const user = await makeUser()
    for (let i = 0; i < 5; i++)
      await login({ email: user.email, password: 'wrong' }, ctx({ ip: '203.0.113.7' }))
    expect(await login({ email: user.email, password: PASSWORD }, ctx())).toMatchObject({
      code: 'account_locked',
    })
    await resetPassword({ token: await resetToken(user), password: NEW_PASSWORD }, ctx())
    expect(await login({ email: user.email, password: NEW_PASSWORD }, ctx())).toMatchObject({
      ok: true,
    })
  })
})

describe('change password', () => {
  it('keeps this session with new tokens and revokes all others', async () => {
    const user = await makeUser()
    const [own, other] = [await makeSession(user.id, ctx()), await makeSession(user.id, ctx())]
    const input = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    const result = await changePassword(input, await principalOf(own), ctx())
    if (!result.ok) throw new Error(result.code)
    expect(result.session.sessionId).toBe(own.sessionId)
    expect(result.session.refreshToken).not.toBe(own.refreshToken)
    expect(await isAlive(result.session)).toBe(true)
    expect(await isAlive(other)).toBe(false)
    expect(
      await refreshSession({ refreshToken: result.session.refreshToken }, ctx()),
    ).toMatchObject({
      ok: true,
    })
  })

  it('charges incorrect guesses to the login guard and changes nothing', async () => {
    const user = await makeUser()
    const session = await makeSession(user.id, ctx())
    const principal = await principalOf(session)
    const guess = () =>
      changePassword({ currentPassword: 'wrong', newPassword: NEW_PASSWORD }, principal, ctx())
    for (let i = 0; i < 5; i++) expect(await guess()).toMatchObject({ code: 'invalid_credentials' })
    expect(await guess()).toMatchObject({ code: 'account_locked' })
    const { deviceToken } = session
    const signIn = { email: user.email, password: PASSWORD }
    expect(await login(signIn, ctx({ deviceToken }))).toMatchObject({ code: 'account_locked' })
    expect(await login(signIn, ctx())).toMatchObject({ ok: true })
    const row = await db().user.findUniqueOrThrow({ where: { id: user.id } })
    expect(row.version).toBe(1)
  })
})

describe('sessions', () => {
  it('lists own sessions, newest first, page by page, never those of others', async () => {
    const [user, stranger] = [await makeUser(), await makeUser()]
    const made = [
      await makeSession(user.id, ctx()),
      await makeSession(user.id, ctx()),
      await makeSession(user.id, ctx()),
    ]
    await makeSession(stranger.id, ctx())
    const principal = await principalOf(made[0]!)
    const first = await listOwnSessions(principal, { limit: 2 })
    if (!first.ok) throw new Error(first.code)
    expect(first.sessions.map(({ id }) => id)).toEqual([made[2]!.sessionId, made[1]!.sessionId])
    const second = await listOwnSessions(principal, { limit: 2, cursor: first.nextCursor })
    if (!second.ok) throw new Error(second.code)
    expect(second.sessions).toMatchObject([{ id: made[0]!.sessionId, current: true }])
    expect(second.nextCursor).toBeNull()
  })

  it('revokes one of them at once; another user’s is unknown', async () => {
    const [user, stranger] = [await makeUser(), await makeUser()]
    const [own, other] = [await makeSession(user.id, ctx()), await makeSession(user.id, ctx())]
    const foreign = await makeSession(stranger.id, ctx())
    const principal = await principalOf(own)
    expect(await revokeOwnSession(principal, foreign.sessionId, ctx())).toMatchObject({
      code: 'not_found',
    })
    expect(await revokeOwnSession(principal, 'not-an-id', ctx())).toMatchObject({
      code: 'not_found',
    })
    expect(await revokeOwnSession(principal, newId(), ctx())).toMatchObject({ code: 'not_found' })
    expect(await isAlive(foreign)).toBe(true)
    expect(await revokeOwnSession(principal, other.sessionId, ctx())).toEqual({ ok: true })
    expect(await isAlive(other)).toBe(false)
  })

  it('finds none that has expired', async () => {
    const user = await makeUser()
    const [own, { sessionId: id }] = [
      await makeSession(user.id, ctx()),
      await makeSession(user.id, ctx()),
    ]
    await db().sessionFamily.update({ where: { id }, data: { expiresAt: new Date() } })
    expect(await revokeOwnSession(await principalOf(own), id, ctx())).toMatchObject({
      code: 'not_found',
    })
    const row = await db().sessionFamily.findUniqueOrThrow({ where: { id } })
    expect(row.revokedAt).toBeNull()
    expect(
      await db().auditRecord.count({ where: { targetId: id, action: 'session.revoked' } }),
    ).toBe(0)
  })

  it('revokes one by its id in capitals too, at once', async () => {
    const user = await makeUser()
    const [own, other] = [await makeSession(user.id, ctx()), await makeSession(user.id, ctx())]
    expect(await isAlive(other)).toBe(true)
    const id = other.sessionId.toUpperCase()
    expect(await revokeOwnSession(await principalOf(own), id, ctx())).toEqual({ ok: true })
    expect(await isAlive(other)).toBe(false)
    const told = { action: 'session.revoked', targetId: other.sessionId }
    expect(await db().auditRecord.count({ where: told })).toBe(1)
  })

  it('revokes all but the current one', async () => {
    const user = await makeUser()
    const own = await makeSession(user.id, ctx())
    const others = [await makeSession(user.id, ctx()), await makeSession(user.id, ctx())]
    expect(await revokeOtherSessions(await principalOf(own), ctx())).toEqual({
      ok: true,
      revoked: 2,
    })
    expect(await isAlive(own)).toBe(true)
    for (const other of others) expect(await isAlive(other)).toBe(false)
    expect(await revokeOtherSessions(await principalOf(own), ctx())).toEqual({
      ok: true,
      revoked: 0,
    })
    const told = { action: 'session.others_revoked', targetId: user.id }
    expect(await db().auditRecord.count({ where: told })).toBe(1)
  })

  it('revokes a session that has just expired, but locks none that the purge deletes', async () => {
    const user = await makeUser()
    const own = await makeSession(user.id, ctx())
    const revokedAfter = async (expiredSeconds: number) => {
      const { sessionId: id } = await makeSession(user.id, ctx())
      const expiresAt = new Date(Date.now() - expiredSeconds * 1000)
      await db().sessionFamily.update({ where: { id }, data: { expiresAt } })
      await revokeOtherSessions(await principalOf(own), ctx())
      return (await db().sessionFamily.findUniqueOrThrow({ where: { id } })).revokedAt
    }
    expect(await revokedAfter(60)).not.toBeNull()
    expect(await revokedAfter(7 * 86_400)).toBeNull()
  })

  it('counts no session as ended that had expired', async () => {
    const user = await makeUser()
    const own = await makeSession(user.id, ctx())
    const expired = await makeSession(user.id, ctx())
    await db().sessionFamily.update({
      where: { id: expired.sessionId },
      data: { expiresAt: new Date(Date.now() - 1000) },
    })
    const told = { action: 'session.others_revoked', targetId: user.id }
    const others = await revokeOtherSessions(await principalOf(own), ctx())
    expect(others).toEqual({ ok: true, revoked: 0 })
    expect(await db().auditRecord.count({ where: told })).toBe(0)
  })

  it('sign-out revokes the session by a refresh token of any generation, and is idempotent', async () => {
    const user = await makeUser()
    const first = await makeSession(user.id, ctx())
    const second = await refreshSession({ refreshToken: first.refreshToken }, ctx())
    if (!second.ok) throw new Error(second.code)
    expect(await logout({ refreshToken: first.refreshToken }, ctx())).toEqual({
      ok: true,
      ended: true,
    })
    expect(await isAlive(second.session)).toBe(false)
    expect(await logout({ refreshToken: first.refreshToken }, ctx())).toEqual({
      ok: true,
      ended: false,
    })
    expect(await logout({ refreshToken: 'garbage' }, ctx())).toEqual({ ok: true, ended: false })
    expect(
      await db().auditRecord.count({ where: { actorId: user.id, action: 'session.ended' } }),
    ).toBe(1)
  })

  it('sign-out everywhere requires a live session', async () => {
    const user = await makeUser()
    const [a, b] = [await makeSession(user.id, ctx()), await makeSession(user.id, ctx())]
    await logout({ refreshToken: a.refreshToken }, ctx())
    await logout({ refreshToken: a.refreshToken, all: true }, ctx())
    expect(await isAlive(b)).toBe(true)
    await logout({ refreshToken: b.refreshToken, all: true }, ctx())
    expect(await isAlive(b)).toBe(false)
  })
})

describe('setup', () => {
  it('creates the first administrator once, and is then closed', async () => {
    const link = await issueSetupLink(new Date())
    const token = new URL(link!).searchParams.get('token')!
    const input = { token, email: 'root@example.org', password: PASSWORD, name: 'Root' }
    expect(await completeSetup({ ...input, token: 'A'.repeat(43) }, ctx())).toMatchObject({
      code: 'invalid_or_expired_token',
    })
    const taken = await makeUser()
    expect(await completeSetup({ ...input, email: taken.email }, ctx())).toMatchObject({
      code: 'email_taken',
    })
    await makeUser({ email: input.email, status: 'pending' })
    const result = await completeSetup(input, ctx())
    expect(result).toMatchObject({
      ok: true,
      session: { user: { email_verified: true, roles: expect.arrayContaining(['admin']) } },
    })
    expect(await completeSetup(input, ctx())).toMatchObject({ code: 'invalid_or_expired_token' })
    expect(await issueSetupLink(new Date())).toBeNull()
  })
})
