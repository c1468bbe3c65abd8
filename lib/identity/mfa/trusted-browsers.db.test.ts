import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { disableMfa, renewRecoveryCodes } from '@/lib/identity/mfa/manage-mfa'
import { forgetTrustedBrowsers } from '@/lib/identity/mfa/trusted-browsers'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { removePasskey } from '@/lib/identity/passkeys/own-passkeys'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { authenticate, isSessionStillAuthorized } from '@/lib/identity/sessions/authenticate'
import { readStandings } from '@/lib/identity/sessions/live-connection.store'
import { revokeOwnSession } from '@/lib/identity/sessions/revoke-sessions'
import { revokeOtherSessions } from '@/lib/identity/sessions/sign-out-everywhere'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { login } from '@/lib/identity/sign-in/login'
import { isRecentSignIn } from '@/lib/identity/sign-in/reauthenticate'
import { db } from '@/lib/platform/db/database'
import { OPERATOR, type RequestContext } from '@/lib/platform/request-context'
import { collectedSuccesses } from '@/lib/protection/login-guard/collected-successes'
import { holderOf } from '@/tests/kit/administrators'
import { actionsOf, atStep, challengeFor, enrolledUser } from '@/tests/kit/enroll-mfa'
import { addedPasskey } from '@/tests/kit/enroll-passkey'
import { PASSWORD } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { endUserSession } from '@/lib/users/user-sessions'
import { resetUserMfa } from '@/lib/users/user-sign-in-methods'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(() => void useSettings())

const DAY = 2880
const onPages = (steps: number, more: Partial<RequestContext> = {}) =>
  atStep(steps, { surface: 'web', ...more })

/** Trusts a new browser at the second step, that many times 30 seconds later. */
async function trust(
  user: Awaited<ReturnType<typeof enrolledUser>>,
  steps: number,
  surface: 'web' | 'api' = 'web',
) {
  const ctx = atStep(steps, { surface })
  const mfaToken = await challengeFor(user.email, ctx)
  const code = user.codeAt(steps)
  const signedIn = await completeSecondStep({ mfaToken, code, trust: true }, ctx)
  if (!signedIn.ok) throw new Error(signedIn.code)
  const { deviceToken, sessionId } = signedIn.session
  return { deviceToken, sessionId }
}

/** A user who trusted the browser with this device token at the second step. */
async function trustingUser(surface: 'web' | 'api' = 'web') {
  const user = await enrolledUser()
  return { ...user, ...(await trust(user, 1, surface)) }
}
async function signIn({ email }: { email: string }, ctx: RequestContext) {
  const result = await login({ email, password: PASSWORD }, ctx)
  // Otherwise the next attempt, later by the clock of the test, could find this one abandoned.
  await collectedSuccesses().settleNow()
  return result
}
const asked = { ok: true, challenge: {} }
const skipped = { ok: true, session: {} }

describe('a trusted browser', () => {
  it('skips the second step for 30 days, and the session says what was done', async () => {
    const user = await trustingUser()
    const { deviceToken } = user
    const signedIn = await signIn(user, onPages(2, { deviceToken }))
    if (!signedIn.ok || !('session' in signedIn)) throw new Error('a second step was asked for')
    const { sessionId } = signedIn.session
    const row = await db().sessionFamily.findUniqueOrThrow({ where: { id: sessionId } })
    expect(row.amr).toEqual(['pwd'])
    expect(await actionsOf(user.id)).toContain('browser.trusted')
    expect(await signIn(user, onPages(30 * DAY, { deviceToken }))).toMatchObject(skipped)
    expect(await signIn(user, onPages(30 * DAY + 2, { deviceToken }))).toMatchObject(asked)
  })

  it('still needs the password', async () => {
    const user = await trustingUser()
    const { email, deviceToken } = user
    expect(await login({ email, password: 'wrong' }, onPages(2, { deviceToken }))).toMatchObject({
      code: 'invalid_credentials',
    })
  })

  it('never counts as a recent sign-in', async () => {
    const user = await trustingUser()
    const ctx = onPages(2, { deviceToken: user.deviceToken })
    const signedIn = await signIn(user, ctx)
    if (!signedIn.ok || !('session' in signedIn)) throw new Error('a second step was asked for')
    const { accessToken } = signedIn.session
    const credential = { accessToken, surface: 'web', presentedByClient: true } as const
    const who = await authenticate(credential, ctx.now)
    if (!who.ok) throw new Error(who.code)
    expect(await isRecentSignIn(who.principal, ctx.now)).toBe(false)
  })

  it('stays one factor if a passkey is added with the password, the same factor again', async () => {
    const user = await trustingUser()
    const ctx = onPages(2, { deviceToken: user.deviceToken })
    const signedIn = await signIn(user, ctx)
    if (!signedIn.ok || !('session' in signedIn)) throw new Error('a second step was asked for')
    const { accessToken, sessionId: id } = signedIn.session
    const credential = { accessToken, surface: 'web', presentedByClient: true } as const
    const who = await authenticate(credential, ctx.now)
    if (!who.ok) throw new Error(who.code)
    await addedPasskey(who.principal, ctx, 'Laptop', PASSWORD)
    expect(await db().sessionFamily.findUniqueOrThrow({ where: { id } })).toMatchObject({
      amr: ['pwd'],
    })
    useSettings({ AUTH_MFA_TRUSTED_BROWSERS: 'false' })
    expect(await authenticate(credential, ctx.now)).toMatchObject({ code: 'session_revoked' })
  })

  it('is trusted by one user only, and only where it was', async () => {
    const user = await trustingUser()
    const { deviceToken } = user
    expect(await signIn(await trustingUser(), onPages(2, { deviceToken }))).toMatchObject(asked)
    expect(await signIn(user, onPages(2))).toMatchObject(asked)
    expect(await signIn(user, atStep(2, { deviceToken }))).toMatchObject(asked)
  })

  it('can’t be an app, nor any browser while the setting is off', async () => {
    const app = await trustingUser('api')
    const { deviceToken } = app
    expect(await signIn(app, onPages(2, { deviceToken }))).toMatchObject(asked)
    const user = await trustingUser()
    useSettings({ AUTH_MFA_TRUSTED_BROWSERS: 'false' })
    expect(await signIn(user, onPages(2, { deviceToken: user.deviceToken }))).toMatchObject(asked)
  })

  it('keeps no session open after the setting is turned off, but those that passed the second step', async () => {
    const user = await trustingUser()
    const ctx = onPages(2, { deviceToken: user.deviceToken })
    const signedIn = await signIn(user, ctx)
    if (!signedIn.ok || !('session' in signedIn)) throw new Error('a second step was asked for')
    const mfaToken = await challengeFor(user.email, onPages(3))
    const passed = await completeSecondStep({ mfaToken, code: user.codeAt(3) }, onPages(3))
    if (!passed.ok) throw new Error(passed.code)
    const who = ({ accessToken }: { accessToken: string }) =>
      authenticate({ accessToken, surface: 'web', presentedByClient: true }, onPages(3).now)
    const { sessionId } = signedIn.session
    const ids = [sessionId, passed.session.sessionId]
    const standings = async () => {
      const found = await readStandings(db(), ids, onPages(3).now)
      return ids.map((id) => found.get(id)?.standing)
    }
    const trusting = await who(signedIn.session)
    if (!trusting.ok) throw new Error(trusting.code)
    expect(await standings()).toEqual(['live', 'live'])
    expect(await isSessionStillAuthorized(trusting.principal, null, onPages(3).now)).toBe(true)
    useSettings({ AUTH_MFA_TRUSTED_BROWSERS: 'false' })
    expect(await who(signedIn.session)).toMatchObject({ code: 'session_revoked' })
    expect(await who(passed.session)).toMatchObject({ ok: true })
    expect(await isSessionStillAuthorized(trusting.principal, null, onPages(3).now)).toBe(false)
    expect(await standings()).toEqual(['ended', 'live'])
  })

  it.each([
    [
      'the password is changed',
      (user) =>
        changePassword(
          { currentPassword: PASSWORD, newPassword: PASSWORD + ' 2' },
          user.principal,
          atStep(2),
        ),
    ],
    [
      'recovery codes are renewed',
      (user) => renewRecoveryCodes({ code: user.codeAt(3) }, user.principal, atStep(3)),
    ],
    ['other sessions are signed out', (user) => revokeOtherSessions(user.principal, atStep(2))],
    ['it is forgotten', (user) => forgetTrustedBrowsers(user.principal, atStep(2))],
    [
      'the password is reset with an emailed link',
      async ({ id: userId, email }) => {
        const about = { userId, kind: 'reset_password', email } as const
        const token = await issueEmailToken(db(), about, atStep(2).now)
        return resetPassword({ token, password: PASSWORD + ' 2' }, atStep(2))
      },
    ],
    [
      'a passkey is added',
      async (user) => {
        await addedPasskey(user.principal, atStep(2))
        return { ok: true }
      },
    ],
    [
      'a passkey is removed',
      async (user) => {
        const { id } = await addedPasskey(user.principal, atStep(2))
        const again = await trust(user, 4)
        expect(await signIn(user, onPages(5, again))).toMatchObject(skipped)
        return removePasskey({ id }, user.principal, atStep(5))
      },
    ],
    [
      'two-step verification is turned off',
      (user) => disableMfa({ code: user.codeAt(3), password: PASSWORD }, user.principal, atStep(3)),
    ],
    [
      'two-step verification is reset',
      async (user) =>
        resetUserMfa(await holderOf('users:activate'), { userId: user.id }, atStep(2)),
    ],
  ] satisfies [
    string,
    (user: Awaited<ReturnType<typeof trustingUser>>) => Promise<{ ok: boolean }>,
  ][])('is no longer trusted after %s', async (_, end) => {
    const user = await trustingUser()
    expect(await end(user)).toMatchObject({ ok: true })
    const trusted = { userId: user.id, NOT: { trustedUntil: null } }
    expect(await db().knownDevice.count({ where: trusted })).toBe(0)
  })
})

describe('ending one session', () => {
  const trustedBy = (userId: string) =>
    db().knownDevice.count({ where: { userId, NOT: { trustedUntil: null } } })

  it.each([
    ['by its user', (user, sessionId) => revokeOwnSession(user.principal, sessionId, atStep(4))],
    [
      'by an administrator',
      async (user, sessionId) =>
        endUserSession(await holderOf('users:activate'), { userId: user.id, sessionId }, atStep(4)),
    ],
    [
      'at the command line',
      (user, sessionId) => endUserSession(OPERATOR, { userId: user.id, sessionId }, atStep(4)),
    ],
  ] satisfies [
    string,
    (user: Awaited<ReturnType<typeof trustingUser>>, sessionId: string) => Promise<{ ok: boolean }>,
  ][])('%s ends the trust in its browser, and in no other', async (_, end) => {
    const user = await trustingUser()
    const other = await trust(user, 3)
    expect(await end(user, user.sessionId)).toMatchObject({ ok: true })
    expect(await signIn(user, onPages(5, { deviceToken: user.deviceToken }))).toMatchObject(asked)
    expect(await signIn(user, onPages(5, { deviceToken: other.deviceToken }))).toMatchObject(
      skipped,
    )
  })

  it('leaves the browser trusted that it is done in', async () => {
    const user = await trustingUser()
    const { deviceToken } = user
    const signedIn = await signIn(user, onPages(2, { deviceToken }))
    if (!signedIn.ok || !('session' in signedIn)) throw new Error('a second step was asked for')
    const here = { ...user.principal, sessionId: signedIn.session.sessionId }
    expect(await revokeOwnSession(here, user.sessionId, atStep(4))).toEqual({ ok: true })
    expect(await trustedBy(user.id)).toBe(1)
  })

  it('ends no trust if it is refused: another user’s session, or one that has ended', async () => {
    const user = await trustingUser()
    const stranger = await trustingUser()
    const refused = { ok: false, code: 'not_found' }
    const { sessionId } = user
    expect(await revokeOwnSession(stranger.principal, sessionId, atStep(4))).toMatchObject(refused)
    const actor = await holderOf('users:activate')
    const target = { userId: stranger.id, sessionId }
    expect(await endUserSession(actor, target, atStep(4))).toMatchObject(refused)
    await db().sessionFamily.update({ where: { id: sessionId }, data: { revokedAt: new Date() } })
    expect(await revokeOwnSession(user.principal, sessionId, atStep(4))).toMatchObject(refused)
    expect(await trustedBy(user.id)).toBe(1)
  })
})
