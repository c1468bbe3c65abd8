import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { renewRecoveryCodes } from '@/lib/identity/mfa/manage-mfa'
import { forgetTrustedBrowsers } from '@/lib/identity/mfa/trusted-browsers'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { revokeOtherSessions } from '@/lib/identity/sessions/revoke-sessions'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { login } from '@/lib/identity/sign-in/login'
import { isRecentSignIn } from '@/lib/identity/sign-in/reauthenticate'
import { db } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'
import { holderOf } from '@/lib/testing/administrators'
import { actionsOf, atStep, challengeFor, enrolledUser } from '@/lib/testing/enrol-mfa'
import { PASSWORD } from '@/lib/testing/make-user'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'
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

/** A user who trusted the browser with this device token at the second step. */
async function trustingUser(surface: 'web' | 'api' = 'web') {
  const user = await enrolledUser()
  const ctx = atStep(1, { surface })
  const mfaToken = await challengeFor(user.email, ctx)
  const signedIn = await completeSecondStep({ mfaToken, code: user.codeAt(1), trust: true }, ctx)
  if (!signedIn.ok) throw new Error(signedIn.code)
  return { ...user, deviceToken: signedIn.session.deviceToken }
}
const signIn = ({ email }: { email: string }, ctx: RequestContext) =>
  login({ email, password: PASSWORD }, ctx)
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
