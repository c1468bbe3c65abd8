import { describe, expect, it } from 'vitest'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { acceptInvitation } from '@/lib/identity/registration/accept-invitation'
import { completeSetup, issueSetupLink } from '@/lib/identity/registration/first-administrator'
import { register } from '@/lib/identity/registration/register'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { login } from '@/lib/identity/sign-in/login'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { liveHolderOf } from '@/tests/kit/administrators'
import { everythingWritten, NOTHING_WRITTEN, useProviders } from '@/tests/kit/external-journey'
import { importRows } from '@/tests/kit/import-rows'
import { makeRegistration } from '@/tests/kit/make-registration'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { createServiceAccount } from '@/lib/users/create-service-account'
import { inviteUser } from '@/lib/users/invite-user'

useTestDatabase()
const providers = useProviders()

const MODES = ['open', 'invited', 'domains', 'approval'] as const
type Mode = (typeof MODES)[number]
const DOMAINS = 'example.org,*.example.org'
const use = (mode: Mode) =>
  providers.configure({ AUTH_REGISTRATION: mode, AUTH_REGISTRATION_DOMAINS: DOMAINS })

const CLOSED = { ok: false, code: 'registration_closed' }
const WAITING = { ok: false, code: 'approval_pending' }
const inside = () => `${newId()}@example.org`
const outside = () => `${newId()}@example.com`
const userAt = (email: string) => db().user.findUnique({ where: { email } })
const statusAt = async (email: string) => (await userAt(email))?.status ?? null
const mails = async () =>
  (await db().job.findMany({ where: { kind: 'mail' } })).map(
    ({ payload }) => (payload as { mail: string }).mail,
  )
const signIn = (email: string, password = PASSWORD) => login({ email, password }, ctx())
const asGoogle = async (email: string) => {
  providers.google().state.person.email = email
  return providers.signIn('google')
}

describe('registering', () => {
  it.each([
    ['open', 'active', 'active'],
    ['invited', null, null],
    ['domains', 'active', null],
    ['approval', 'pending', 'pending'],
  ] as const)(
    'in mode %s ends with %s for an address of the domain and %s for others',
    async (mode, expectedInside, expectedOutside) => {
      use(mode)
      for (const [email, expected] of [
        [inside(), expectedInside],
        [outside(), expectedOutside],
      ] as const) {
        const before = await everythingWritten()
        if (expected === null) {
          expect(await register({ email, password: PASSWORD }, ctx())).toMatchObject(CLOSED)
          expect(await everythingWritten()).toEqual(before)
          continue
        }
        const { token } = await makeRegistration({ email })
        expect(await verifyEmail({ token }, ctx())).toMatchObject({
          ok: true,
          awaitsApproval: expected === 'pending',
        })
        expect(await statusAt(email)).toBe(expected)
      }
    },
  )

  it.each(['invited', 'domains'] as const)(
    'in mode %s refuses known and unknown addresses alike and writes nothing, not even an audit record',
    async (mode) => {
      const known = await makeUser({ email: outside() })
      const pending = await makeUser({ email: outside(), status: 'pending' })
      const ended = await makeUser({ email: outside(), status: 'deactivated' })
      use(mode)
      const records = await db().auditRecord.count()
      const before = await everythingWritten()
      for (const email of [known.email, pending.email, ended.email, outside()])
        expect(await register({ email, password: 'short' }, ctx())).toEqual({
          ok: false,
          code: 'registration_closed',
        })
      expect(await everythingWritten()).toEqual(before)
      expect(await db().auditRecord.count()).toBe(records)
    },
  )
})

describe('a first sign-in with a provider', () => {
  it.each([
    ['open', 'active', 'active'],
    ['invited', null, null],
    ['domains', 'active', null],
    ['approval', 'pending', 'pending'],
  ] as const)(
    'in mode %s ends with %s for an address of the domain and %s for others',
    async (mode, expectedInside, expectedOutside) => {
      use(mode)
      for (const [email, expected] of [
        [inside(), expectedInside],
        [outside(), expectedOutside],
      ] as const) {
        await db().user.deleteMany()
        await db().job.deleteMany()
        const finished = await asGoogle(email)
        expect(await statusAt(email)).toBe(expected)
        if (expected === 'active') expect(finished).toMatchObject({ ok: true, kind: 'signed-in' })
        else expect(finished).toMatchObject(expected === null ? CLOSED : WAITING)
        if (expected === null) expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
        if (expected !== 'active') expect(await db().sessionFamily.count()).toBe(0)
      }
    },
  )

  it('checks the address that the provider verified, not the one it only reports', async () => {
    use('domains')
    providers.google().state.person.email_verified = false
    expect(await asGoogle(inside())).toMatchObject({ ok: true, kind: 'confirm-email' })
    expect(await db().user.count()).toBe(0)
  })

  it('is refused again while the account waits, and creates nothing twice', async () => {
    use('approval')
    const email = outside()
    await asGoogle(email)
    const before = await everythingWritten()
    expect(await asGoogle(email)).toMatchObject(WAITING)
    providers.google().state.person.sub = 'g-2'
    expect(await asGoogle(email)).toMatchObject(WAITING)
    expect(await everythingWritten()).toEqual(before)
  })

  it.each(MODES)('connects a confirmed account by the usual rules in mode %s', async (mode) => {
    const user = await makeUser({ email: outside() })
    use(mode)
    expect(await asGoogle(user.email)).toMatchObject({ ok: true, kind: 'signed-in' })
    expect(await asGoogle(user.email)).toMatchObject({ ok: true, kind: 'signed-in' })
  })

  it.each(MODES)('opens an account that was invited in mode %s', async (mode) => {
    const admin = await liveHolderOf('users:activate')
    const email = outside()
    use(mode)
    await inviteUser(admin, { email, name: null, roles: ['user'] }, ctx())
    expect(await asGoogle(email)).toMatchObject({ ok: true, kind: 'signed-in' })
    expect(await statusAt(email)).toBe('active')
  })

  it.each([
    ['invited', CLOSED],
    ['domains', CLOSED],
    ['approval', WAITING],
  ] as const)(
    'does not get around mode %s by a registration that was never confirmed',
    async (mode, refusal) => {
      use('open')
      const { email } = await makeRegistration({ email: outside() })
      use(mode)
      expect(await asGoogle(email)).toMatchObject(refusal)
      expect(await statusAt(email)).toBe('pending')
      expect(await db().sessionFamily.count()).toBe(0)
    },
  )
})

describe.each(MODES)('in mode %s', (mode) => {
  it('an invitation leads to an active account', async () => {
    const admin = await liveHolderOf('users:activate')
    use(mode)
    const email = outside()
    const invited = await inviteUser(admin, { email, name: null, roles: ['user'] }, ctx())
    if (!invited.ok) throw new Error(invited.code)
    const link = { userId: invited.user.id, kind: 'invitation', email } as const
    const token = await issueEmailToken(db(), link, new Date())
    expect(await acceptInvitation({ token, password: PASSWORD }, ctx())).toMatchObject({ ok: true })
    expect(await statusAt(email)).toBe('active')
  })

  it('an import and an administrator create accounts', async () => {
    const admin = await liveHolderOf('users:activate', 'users:role:change')
    use(mode)
    const email = outside()
    await importRows(admin, [{ email, status: 'active', email_verified: true }])
    expect(await statusAt(email)).toBe('active')
    const made = await createServiceAccount(admin, { name: 'Shop', roles: ['user'] }, ctx())
    expect(made).toMatchObject({ ok: true, user: { status: 'active' } })
  })

  it('the setup link creates the first administrator', async () => {
    use(mode)
    const email = outside()
    const token = new URL((await issueSetupLink(new Date()))!).searchParams.get('token')!
    expect(await completeSetup({ token, email, password: PASSWORD }, ctx())).toMatchObject({
      ok: true,
    })
    expect(await statusAt(email)).toBe('active')
  })
})

describe('an account that waits for approval', () => {
  /** Registered and confirmed. */
  async function waiting(password = PASSWORD) {
    use('approval')
    const made = await makeRegistration({ email: outside(), password })
    await verifyEmail({ token: made.token }, ctx())
    await db().job.deleteMany()
    return made
  }

  it('says so only after the right password', async () => {
    const { email } = await waiting()
    expect(await signIn(email)).toMatchObject(WAITING)
    expect(await signIn(email, 'a wrong password')).toMatchObject({ code: 'invalid_credentials' })
    expect(await db().sessionFamily.count()).toBe(0)
  })

  it('keeps waiting after every change of who may register', async () => {
    const { email } = await waiting()
    for (const mode of MODES) {
      use(mode)
      expect(await signIn(email)).toMatchObject(WAITING)
    }
  })

  it('keeps waiting after its password was reset', async () => {
    const { id: userId, email } = await waiting()
    const link = { userId, kind: 'reset_password', email } as const
    const token = await issueEmailToken(db(), link, new Date())
    const password = 'another long passphrase'
    expect(await resetPassword({ token, password }, ctx())).toMatchObject({ ok: true })
    expect(await signIn(email, password)).toMatchObject(WAITING)
  })

  it('waits too if the address was first proven by resetting the password', async () => {
    use('approval')
    const { id: userId, email } = await makeRegistration({ email: outside() })
    const link = { userId, kind: 'reset_password', email } as const
    const token = await issueEmailToken(db(), link, new Date())
    await resetPassword({ token, password: PASSWORD }, ctx())
    expect(await signIn(email)).toMatchObject(WAITING)
    expect(await db().job.count({ where: { kind: 'registration_news' } })).toBe(1)
  })

  it('is not changed by another registration of its address, and its owner is told', async () => {
    const { email } = await waiting()
    for (const mode of ['approval', 'open'] as const) {
      use(mode)
      await db().job.deleteMany()
      const before = await userAt(email)
      const other = { email, password: 'a password of someone else' }
      expect(await register(other, ctx())).toEqual({ ok: true, status: 'verification_required' })
      expect(await userAt(email)).toEqual(before)
      expect(await db().registrationAttempt.count()).toBe(0)
      expect(await mails()).toEqual(['registration_waiting'])
    }
  })

  it('cannot be activated by an earlier version that does not know of approval', async () => {
    const { id } = await waiting()
    const activate = db().user.update({ where: { id }, data: { status: 'active' } })
    await expect(activate).rejects.toThrow(/users_approval_check/)
    expect((await db().user.findUniqueOrThrow({ where: { id } })).status).toBe('pending')
  })
})

describe('a registration that is not confirmed yet', () => {
  it('keeps its link after registration was closed, and its need of approval', async () => {
    use('open')
    const open = await makeRegistration({ email: outside() })
    use('approval')
    const approval = await makeRegistration({ email: outside() })
    use('invited')
    expect(await verifyEmail({ token: open.token }, ctx())).toMatchObject({ awaitsApproval: false })
    use('open')
    expect(await verifyEmail({ token: approval.token }, ctx())).toMatchObject({
      awaitsApproval: true,
    })
    expect([await statusAt(open.email), await statusAt(approval.email)]).toEqual([
      'active',
      'pending',
    ])
  })

  it('waits for approval if that is required when its link is used', async () => {
    use('open')
    const { token, email } = await makeRegistration({ email: outside() })
    use('approval')
    const verified = await verifyEmail({ token }, ctx({ surface: 'web' }), { browser: null })
    expect(verified).toMatchObject({ code: 'password_required' })
    expect(await userAt(email)).toMatchObject({ approvalRequestedAt: null, firstVerifiedAt: null })
    expect(await verifyEmail({ token }, ctx())).toMatchObject({ awaitsApproval: true })
    expect(await statusAt(email)).toBe('pending')
    expect(await signIn(email)).toMatchObject(WAITING)
    expect(await db().job.count({ where: { kind: 'registration_news' } })).toBe(1)
    expect(await db().sessionFamily.count()).toBe(0)
  })

  it('waits for approval if that is required when its password is reset', async () => {
    use('open')
    const { id: userId, email } = await makeRegistration({ email: outside() })
    use('approval')
    const link = { userId, kind: 'reset_password', email } as const
    const token = await issueEmailToken(db(), link, new Date())
    expect(await resetPassword({ token, password: PASSWORD }, ctx())).toEqual({ ok: true })
    expect(await statusAt(email)).toBe('pending')
    expect(await signIn(email)).toMatchObject(WAITING)
  })

  it('does not make invited and confirmed accounts wait for approval', async () => {
    use('open')
    const [confirmed, invited] = [await makeUser(), await makeUser({ status: 'pending' })]
    await db().user.update({ where: { id: invited.id }, data: { invitedAt: new Date() } })
    use('approval')
    for (const { id: userId, email } of [confirmed, invited]) {
      const link = { userId, kind: 'reset_password', email } as const
      const token = await issueEmailToken(db(), link, new Date())
      expect(await resetPassword({ token, password: PASSWORD }, ctx())).toEqual({ ok: true })
      expect(await statusAt(email)).toBe('active')
    }
  })

  it('follows the rules of the latest one if the address is registered again', async () => {
    const email = outside()
    use('open')
    const first = await makeRegistration({ email })
    use('approval')
    await makeRegistration({ email, password: 'another long passphrase' })
    const asked = { token: first.token, password: PASSWORD }
    expect(await verifyEmail(asked, ctx())).toMatchObject({ awaitsApproval: true })

    const other = outside()
    await makeRegistration({ email: other })
    use('open')
    const { token } = await makeRegistration({ email: other })
    expect(await verifyEmail({ token }, ctx())).toMatchObject({ awaitsApproval: false })
  })
})
