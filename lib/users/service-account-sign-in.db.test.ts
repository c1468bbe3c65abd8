import { beforeEach, describe, expect, it } from 'vitest'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { resetPassword, forgotPassword } from '@/lib/identity/passwords/reset-password'
import { acceptInvitation } from '@/lib/identity/registration/accept-invitation'
import { completeSetup, issueSetupLink } from '@/lib/identity/registration/first-administrator'
import { register, resendVerification } from '@/lib/identity/registration/register'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { requestEmailChange } from '@/lib/identity/account/change-email'
import { startLinking } from '@/lib/identity/oauth/link-identity'
import { establishSession } from '@/lib/identity/sessions/establish-session'
import { login } from '@/lib/identity/sign-in/login'
import { mailJob } from '@/lib/messaging/messaging.jobs'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf, liveHolderOf } from '@/tests/kit/administrators'
import { useProviders } from '@/tests/kit/external-journey'
import { importRows } from '@/tests/kit/import-rows'
import { runDueJobs } from '@/tests/kit/jobs'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { livePrincipalOf, principalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { changeUserEmail, renameUser } from '@/lib/users/change-user-details'
import { createInvitationLink, inviteUser, resendInvitation } from '@/lib/users/invite-user'
import { resetUserMfa, sendPasswordReset } from '@/lib/users/user-sign-in-methods'

useTestDatabase()
const providers = useProviders()
let account: { id: string; email: string }
beforeEach(async () => {
  account = await makeServiceAccount()
})

const UNKNOWN = 'nobody@example.com'
const NEW_PASSWORD = 'a quite different passphrase'
const BAD_LINK = { ok: false, code: 'invalid_or_expired_token' }

/** Everything that could open the account, after all queued emails were handled. */
async function readAccountState() {
  await runDueJobs([mailJob], addSeconds(new Date(), 60))
  const where = { userId: account.id }
  return {
    user: await db().user.findUniqueOrThrow({ where: { id: account.id } }),
    sessions: await db().sessionFamily.count(),
    tokens: await db().emailToken.count(),
    attempts: await db().registrationAttempt.count({ where }),
    identities: await db().account.count({ where }),
    changes: await db().emailChange.count({ where }),
    enrollments: await db().mfaEnrollment.count({ where }),
    sent: await db().mailBudget.count({ where }),
    addressSent: await db().addressMailBudget.count(),
    notices: await db().inboxItem.count({ where }),
  }
}

describe('someone who knows the address of a service account', () => {
  it.each<[string, (email: string) => Promise<unknown>]>([
    ['signs in with a password', (email) => login({ email, password: PASSWORD }, ctx())],
    ['registers it', (email) => register({ email, password: PASSWORD }, ctx())],
    ['asks for a password reset', (email) => forgotPassword({ email }, ctx())],
    ['asks for a verification email', (email) => resendVerification({ email }, ctx())],
  ])('%s: gets the answer of an unknown address, and nothing is written', async (_, attempt) => {
    const before = await readAccountState()
    const answer = await attempt(account.email)
    expect(await readAccountState()).toEqual(before)
    expect(JSON.stringify(answer)).toBe(JSON.stringify(await attempt(UNKNOWN)))
  })

  it('controls a provider account with it: signs in nowhere, on the pages or the API', async () => {
    const before = await readAccountState()
    providers.google().state.person.email = account.email
    expect(await providers.signIn('google', 'api')).toMatchObject({
      ok: false,
      code: 'oauth_email_required',
    })
    // The pages promise a link, as for any address that the provider has not verified.
    expect(await providers.signIn('google', 'web')).toMatchObject({ kind: 'confirm-email' })
    expect(await readAccountState()).toEqual(before)
  })

  it('changes the own address to it: no link is sent', async () => {
    const owner = await livePrincipalOf((await makeUser()).id)
    const ask = (newEmail: string) =>
      requestEmailChange({ newEmail, password: PASSWORD }, owner, ctx())
    const answer = await ask(account.email)
    await runDueJobs([mailJob], addSeconds(new Date(), 60))
    const change = await db().emailChange.findFirstOrThrow({ where: { userId: owner.userId } })
    expect(change.tokenHash).toBeNull()
    expect(JSON.stringify(answer)).toBe(JSON.stringify(await ask(UNKNOWN)))
  })
})

describe('an administrator who tries to give a service account a way in', () => {
  it.each<[string, () => Promise<unknown>, object]>([
    ['invites its address', invite, { ok: false, code: 'email_taken' }],
    ['resends an invitation', async () => resendInvitation(...(await target())), conflict()],
    [
      'copies an invitation link',
      async () => createInvitationLink(...(await target())),
      conflict(),
    ],
    ['sends a password reset', async () => sendPasswordReset(...(await target())), conflict()],
    ['gives it an address', giveAddress, conflict()],
    ['takes its name, by which it is known', takeName, { code: 'validation_failed' }],
    [
      'turns off its two-step verification',
      async () => resetUserMfa(...(await target())),
      { code: 'mfa_not_enabled' },
    ],
  ])('%s: is refused, and nothing is written', async (_, attempt, refusal) => {
    const before = await readAccountState()
    expect(await attempt()).toMatchObject(refusal)
    expect(await readAccountState()).toEqual(before)
  })

  it('imports a row with its address and a password: the row is refused', async () => {
    const actor = await liveHolderOf('users:activate')
    const before = await readAccountState()
    const row = { email: account.email, password_hash: '$2b$10$' + 'a'.repeat(53) }
    expect(await importRows(actor, [row])).toMatchObject({ created: 0 })
    expect(await readAccountState()).toEqual(before)
  })

  it('sets up the first administrator with its address: is refused, and the link stays valid', async () => {
    const token = new URL((await issueSetupLink(new Date()))!).searchParams.get('token')!
    const before = await readAccountState()
    const setUp = (email: string) => completeSetup({ token, email, password: PASSWORD }, ctx())
    expect(await setUp(account.email)).toMatchObject({ ok: false, code: 'email_taken' })
    expect(await readAccountState()).toEqual(before)
    expect(await setUp(UNKNOWN)).toMatchObject({ ok: true })
  })
})

describe('if something that opens accounts were ever stored for a service account', () => {
  it.each([
    ['reset_password', (token: string) => resetPassword({ token, password: NEW_PASSWORD }, ctx())],
    ['verify_email', (token: string) => verifyEmail({ token, password: NEW_PASSWORD }, ctx())],
    ['invitation', (token: string) => acceptInvitation({ token, password: NEW_PASSWORD }, ctx())],
  ] as const)('a link (%s) is refused like an unknown one', async (kind, open) => {
    const { id: userId, email } = account
    const token = await issueEmailToken(db(), { userId, kind, email }, new Date())
    const before = await readAccountState()
    const answer = await open(token)
    expect(answer).toMatchObject(BAD_LINK)
    expect(await readAccountState()).toEqual(before)
    expect(JSON.stringify(answer)).toBe(JSON.stringify(await open('A'.repeat(43))))
  })

  it('a connected identity starts no session', async () => {
    const identity = { provider: 'google', providerAccountId: 'g-1', userId: account.id }
    await db().account.create({
      data: { ...identity, linkedAt: new Date(), lastUsedAt: new Date() },
    })
    expect(await providers.signIn('google')).toMatchObject({ ok: false })
    expect(await db().sessionFamily.count()).toBe(0)
  })

  it('any way to sign in ends without a session', async () => {
    const by = { userId: account.id, amr: ['pwd', 'mfa'], knownDevice: false }
    expect(await establishSession(db(), ctx(), by)).toBeNull()
    expect(await db().sessionFamily.count()).toBe(0)
  })

  it('a credential that changes with it finds no account', async () => {
    const itself = { ...(await principalOf(account.id)), authTime: new Date(0) }
    const before = await readAccountState()
    const input = { newEmail: UNKNOWN, password: PASSWORD }
    expect(await requestEmailChange(input, itself, ctx())).toMatchObject({
      code: 'session_revoked',
    })
    expect(await startLinking({ provider: 'google' }, itself, ctx())).toMatchObject({
      code: 'session_revoked',
    })
    expect(await readAccountState()).toEqual(before)
  })

  it.each([
    ['a password', { passwordHash: 'x' }],
    ['a verified address', { emailVerifiedAt: new Date() }],
    ['another address', { email: 'robot@example.com' }],
    ['an invitation', { invitedAt: new Date() }],
    ['two-step verification', { mfaEnabledAt: new Date() }],
    ['a phone number', { phone: '+15005550006' }],
    ['a pending status', { status: 'pending' as const }],
    ['no name', { name: null }],
  ])('the database refuses %s', async (_, data) => {
    const where = { id: account.id }
    await expect(db().user.update({ where, data })).rejects.toThrow('users_service_cannot_sign_in')
  })

  it('the database refuses to turn a person into a service account', async () => {
    const { id } = await makeUser()
    const data = { kind: 'service' as const }
    await expect(db().user.update({ where: { id }, data })).rejects.toThrow(
      'users_service_cannot_sign_in',
    )
  })
})

async function invite() {
  const { email } = account
  return inviteUser(await holderOf('users:activate'), { email, name: null, roles: [] }, ctx())
}

async function giveAddress() {
  const actor = await holderOf('users:email:change:any')
  return changeUserEmail(actor, { userId: account.id, email: `${newId()}@example.com` }, ctx())
}

async function takeName() {
  return renameUser(await holderOf('users:activate'), { userId: account.id, name: null }, ctx())
}

async function target() {
  return [await holderOf('users:activate'), { userId: account.id }, ctx()] as const
}

function conflict() {
  return { ok: false, code: 'conflict' }
}
