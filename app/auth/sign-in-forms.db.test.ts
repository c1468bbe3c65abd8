import { beforeEach, expect, it } from 'vitest'
import { confirmSignIn } from '@/app/auth/confirm-sign-in/actions'
import { enterCode, openLink } from '@/app/auth/email-code/actions'
import { acceptInvitation } from '@/app/auth/invitation/actions'
import { passkeySignIn, signIn } from '@/app/auth/login/actions'
import { verifyPasskey, verifySecondStep } from '@/app/auth/mfa/actions'
import { GET as endExternalSignIn } from '@/app/auth/oauth/[provider]/callback/route'
import { createAdministrator } from '@/app/auth/setup/actions'
import { verifyEmail } from '@/app/auth/verify-email/actions'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { insertSignInCode, issueSignInCode } from '@/lib/accounts/sign-in-code.store'
import { settings } from '@/lib/config/settings'
import { PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { startPasskeyStep } from '@/lib/identity/passkeys/passkey-options'
import { issueSetupLink } from '@/lib/identity/registration/first-administrator'
import { completeFirstStep } from '@/lib/identity/sign-in/complete-sign-in'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { emailCodeCookie, mfaCookie, oauthCookie, passkeyCookie } from '@/lib/web/sign-in-cookies'
import { aliveOf, codeOf, enrolledUser, NOW } from '@/tests/kit/enroll-mfa'
import { addedPasskey, passkeyUser, signInOptions } from '@/tests/kit/enroll-passkey'
import { viewAs } from '@/tests/kit/impersonations'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeRegistration } from '@/tests/kit/make-registration'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { type SubmittedFields, submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useUnprovenSignIns } from '@/tests/kit/unproven-sign-ins'

const { providers, withMail, requested } = useUnprovenSignIns()
beforeEach(() => withMail({ AUTH_EMAIL_CODE: 'true' }))

const ctx = () => testContext({ surface: 'web' })
type Action = Parameters<typeof submitAction>[0]

/** Submits a form in a browser with these cookies. */
function submitting(
  action: Action,
  page: string,
  fields: SubmittedFields,
  cookies: Record<string, string> = {},
) {
  return (session: string) =>
    submitAction(action, { page, fields, headers: { cookie: withCookies(session, cookies) } })
}

const withCookies = (session: string, more: Record<string, string>) =>
  [session, ...Object.entries(more).map(([name, value]) => `${name}=${value}`)].join('; ')

/** A sign-in that waits for its second step. */
async function waiting() {
  const user = await enrolledUser()
  const { device } = await addedPasskey(user.principal)
  const by = { userId: user.id, mfaEnabled: true, amr: ['pwd'], knownDevice: false }
  const first = await completeFirstStep(db(), ctx(), by)
  if (!first || !('challenge' in first)) throw new Error('no challenge')
  return { user, device, mfaToken: first.challenge.mfaToken }
}

async function emailedCode() {
  const { id: userId, email } = await makeUser()
  const by = { id: newId(), secret: newSecretToken(), email, now: new Date() }
  await inTransaction((tx) => insertSignInCode(tx, { ...by, surface: 'web', nextPath: null }))
  const issued = (await issueSignInCode(db(), { id: by.id, userId, now: by.now }))!
  return { ...issued, cookies: { [emailCodeCookie.name]: by.secret } }
}

/**
 * Every form and callback that opens a session, each ready to be submitted with session cookies.
 */
const SIGN_INS: Record<string, () => Promise<(session: string) => Promise<Response>>> = {
  password: async () => {
    const { email } = await makeUser()
    return submitting(signIn, '/auth/login', { email, password: PASSWORD })
  },
  passkey: async () => {
    const { device } = await passkeyUser()
    const { secret, options } = await signInOptions(ctx())
    const fields = { passkey: JSON.stringify(device.answer(options)) }
    return submitting(passkeySignIn, '/auth/login', fields, { [passkeyCookie.name]: secret })
  },
  'second step with a code': async () => {
    const { user, mfaToken } = await waiting()
    const code = codeOf(user.base32, Math.floor((Date.now() - NOW.getTime()) / 30_000))
    return submitting(verifySecondStep, '/auth/mfa', { code }, { [mfaCookie.name]: mfaToken })
  },
  'second step with a passkey': async () => {
    const { device, mfaToken } = await waiting()
    const started = await startPasskeyStep({ mfaToken }, ctx())
    if (!started.ok) throw new Error(started.code)
    const fields = { passkey: JSON.stringify(device.answer(started.options)) }
    return submitting(verifyPasskey, '/auth/mfa', fields, { [mfaCookie.name]: mfaToken })
  },
  'emailed code': async () => {
    const { code, cookies } = await emailedCode()
    return submitting(enterCode, '/auth/email-code/enter', { code }, cookies)
  },
  'emailed link': async () => {
    const { token, cookies } = await emailedCode()
    return submitting(openLink, '/auth/email-code/link', { token }, cookies)
  },
  invitation: async () => {
    const { id: userId, email } = await insertUser({ status: 'pending' })
    await db().user.update({ where: { id: userId }, data: { invitedAt: new Date() } })
    const token = await issueEmailToken(db(), { userId, kind: 'invitation', email }, new Date())
    return submitting(acceptInvitation, '/auth/invitation', { token, password: PASSWORD })
  },
  setup: async () => {
    const token = new URL((await issueSetupLink(new Date()))!).searchParams.get('token')!
    const fields = { token, email: 'first@example.com', password: PASSWORD, name: 'First' }
    return submitting(createAdministrator, '/auth/setup', fields)
  },
  'confirmed registration': async () => {
    const { token } = await makeRegistration()
    return submitting(verifyEmail, '/auth/verify-email', { token, password: PASSWORD })
  },
  'provider whose address an emailed link proves': async () => {
    const { token, browser } = await requested('discord')
    return submitting(
      confirmSignIn,
      '/auth/confirm-sign-in',
      { token },
      { [oauthCookie.name]: browser },
    )
  },
  provider: async () => {
    providers.standIn('discord').state.person.verified = true
    const { query, browser } = await providers.leave('discord')
    const address = `/auth/oauth/discord/callback?${query.toString()}`
    return (session) => {
      const cookie = withCookies(session, { [oauthCookie.name]: browser })
      const headers = { cookie, [PAGE_ADDRESS]: address }
      const request = new Request(new URL(address, settings().baseUrl), { headers })
      return endExternalSignIn(request, { params: Promise.resolve({ provider: 'discord' }) })
    }
  },
}

/** The session that the answer opens; its access cookie is that of a new one. */
const opened = async (answer: Response, before: readonly string[]) => {
  expect(answer.status).toBe(303)
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('access='))
  expect(cookie).toBeDefined()
  const all = await db().sessionFamily.findMany({ where: { surface: 'web', revokedAt: null } })
  return all.map(({ id }) => id).filter((id) => !before.includes(id))
}

it.each(Object.keys(SIGN_INS))(
  'a sign-in ends the session whose cookies it replaces: %s',
  async (way) => {
    const submit = await SIGN_INS[way]!()
    const { id: userId } = await insertUser()
    const former = await makeSession(userId, ctx())
    const alive = await db().sessionFamily.findMany({ where: { revokedAt: null } })
    const session = `access=${former.accessToken}; refresh=${former.refreshToken}`
    expect(await aliveOf(userId)).toEqual([former.sessionId])
    const fresh = await opened(
      await submit(session),
      alive.map(({ id }) => id),
    )
    expect(fresh).toHaveLength(1)
    expect(await aliveOf(userId)).toEqual([])
  },
)

it('a sign-in while an administrator views as a user ends both of their sessions', async () => {
  const administrator = await holderOf('users:impersonate')
  const own = await makeSession(administrator.userId, ctx())
  const viewed = await insertUser()
  const actor = { ...administrator, sessionId: own.sessionId }
  const view = await viewAs(actor, viewed.id)
  const submit = await SIGN_INS.password!()
  await submit(`access=${view.accessToken}; impersonator=${own.refreshToken}`)
  expect(await aliveOf(administrator.userId)).toEqual([])
  expect(await aliveOf(viewed.id)).toEqual([])
})
