import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { purgeAttempts } from '@/lib/accounts/registration.store'
import { register } from '@/lib/identity/registration/register'
import { inspectVerification, verifyEmail } from '@/lib/identity/registration/verify-email'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { makeRegistration } from '@/tests/kit/make-registration'
import { PASSWORD } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { trySignIn } from '@/tests/kit/try-sign-in'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const STRANGERS = 'the password of a stranger'
const BAD_LINK = { ok: false, code: 'invalid_or_expired_token' }
const NEEDED = { ok: false, code: 'password_required' }
const userOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } })
const isLive = async (token: string) =>
  (await inspectVerification({ token, now: new Date() }, 'api')) !== null
/** Everything that a confirmation could have written. */
const writtenOf = async (userId: string) => ({
  user: await userOf(userId),
  attempts: await db().registrationAttempt.findMany({ where: { userId }, orderBy: { id: 'asc' } }),
  tokens: await db().emailToken.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } }),
})
describe('the only registration of an address', () => {
  it('is confirmed by its link alone, once: active, verified, with its password, name and language', async () => {
    const { id, email, token } = await makeRegistration({ name: 'Ada' }, ctx({ locale: 'tr' }))
    expect(await verifyEmail({ token }, ctx())).toMatchObject({
      ok: true,
      user: { id, email, name: 'Ada', email_verified: true, roles: ['user'] },
      session: null,
    })
    expect(await userOf(id)).toMatchObject({ status: 'active', name: 'Ada', locale: 'tr' })
    expect(await trySignIn(email, PASSWORD)).toBe('ok')
    expect(await verifyEmail({ token }, ctx())).toEqual(BAD_LINK)
    expect(await verifyEmail({ token, password: STRANGERS }, ctx())).toEqual(BAD_LINK)
    expect(await db().registrationAttempt.count({ where: { userId: id } })).toBe(0)
    expect(await db().emailToken.count({ where: { userId: id } })).toBe(0)
  })

  it('loses its password and name to the password that the owner of the mailbox chooses', async () => {
    const { id, email, token } = await makeRegistration({
      password: STRANGERS,
      name: 'Visit evil.example',
    })
    expect(await verifyEmail({ token, password: PASSWORD }, ctx())).toMatchObject({
      ok: true,
      user: { name: null },
    })
    expect(await userOf(id)).toMatchObject({ name: null, status: 'active' })
    expect(await trySignIn(email, STRANGERS)).toBe('invalid_credentials')
    expect(await trySignIn(email, PASSWORD)).toBe('ok')
  })

  it('is not consumed by a password that the policy refuses', async () => {
    const { id, email, token } = await makeRegistration({ email: 'countess@example.org' })
    const before = await writtenOf(id)
    for (const [password, code] of [
      ['short', 'password_too_short'],
      ['password1234', 'password_common'],
      ['my countess pass', 'password_contains_email'],
      ['gatehouse-rocks!', 'password_contains_service_name'],
    ])
      expect(await verifyEmail({ token, password: password! }, ctx())).toMatchObject({
        code: 'password_too_weak',
        errors: expect.arrayContaining([expect.objectContaining({ pointer: '/password', code })]),
      })
    expect(await writtenOf(id)).toEqual(before)
    expect(await verifyEmail({ token, password: PASSWORD }, ctx())).toMatchObject({ ok: true })
    expect(await trySignIn(email, PASSWORD)).toBe('ok')
  })
})

describe('an address that was registered more than once', () => {
  /** The owner registers first and then a stranger, or the other way around. */
  async function contested(first: 'owner' | 'stranger') {
    const email = `${newId()}@example.org`
    const owners = { email, password: PASSWORD, name: 'Ada' }
    const strangers = { email, password: STRANGERS, name: 'Mallory' }
    const [one, two] = first === 'owner' ? [owners, strangers] : [strangers, owners]
    const [made, added] = [await makeRegistration(one), await makeRegistration(two)]
    const [owner, stranger] = first === 'owner' ? [made, added] : [added, made]
    return { id: made.id, email, owner, stranger }
  }

  it.each(['owner', 'stranger'] as const)(
    'activates no one’s password by a link alone, whichever it is, and both links stay valid (%s first)',
    async (first) => {
      const { id, email, owner, stranger } = await contested(first)
      const before = await writtenOf(id)
      for (const { token } of [owner, stranger])
        expect(await verifyEmail({ token }, ctx())).toEqual(NEEDED)
      expect(await writtenOf(id)).toEqual(before)
      for (const password of [PASSWORD, STRANGERS])
        expect(await trySignIn(email, password)).toBe('email_not_verified')
    },
  )

  it.each(['owner', 'stranger'] as const)(
    'goes to the owner with the owner’s password, whichever link the owner follows (%s’s)',
    async (whose) => {
      const { id, email, ...links } = await contested('owner')
      const confirmed = await verifyEmail({ token: links[whose].token, password: PASSWORD }, ctx())
      expect(confirmed).toMatchObject({ ok: true, user: { name: 'Ada' } })
      expect(await userOf(id)).toMatchObject({ status: 'active', name: 'Ada' })
      expect(await trySignIn(email, PASSWORD)).toBe('ok')
      expect(await trySignIn(email, STRANGERS)).toBe('invalid_credentials')
      for (const { token } of [links.owner, links.stranger])
        expect(await verifyEmail({ token, password: STRANGERS }, ctx())).toEqual(BAD_LINK)
    },
  )

  it('still requires a password when all attempts but one have expired, because the owner of the last one is unknown', async () => {
    const email = `${newId()}@example.org`
    const at = (days: number) => addSeconds(new Date('2026-11-01T12:00:00.000Z'), days * 86_400)
    const first = await makeRegistration({ email }, ctx({ now: at(0) }))
    const second = await makeRegistration({ email, password: STRANGERS }, ctx({ now: at(6.5) }))
    expect(await purgeAttempts(db(), at(7), 100)).toBeGreaterThan(0)
    expect(await db().registrationAttempt.count({ where: { userId: first.id } })).toBe(1)
    expect(await verifyEmail({ token: second.token }, ctx({ now: at(7) }))).toEqual(NEEDED)
    expect(await userOf(first.id)).toMatchObject({ status: 'pending', passwordHash: null })
  })

  it('still requires a password when only a stranger’s attempt is left, and the owner’s was dropped because eight were pending', async () => {
    const email = `${newId()}@example.org`
    const at = (days: number) =>
      ctx({ now: addSeconds(new Date('2026-11-01T12:00:00.000Z'), days * 86_400) })
    for (let n = 1; n <= 7; n++) await register({ email, password: `${STRANGERS} ${n}` }, at(0))
    const eighth = await makeRegistration({ email, password: STRANGERS }, at(6.2))
    await register({ email, password: PASSWORD }, at(6.4))
    const token = { token: eighth.token }
    await purgeAttempts(db(), at(7).now, 100)
    expect(await db().registrationAttempt.count({ where: { userId: eighth.id } })).toBe(1)
    expect(await verifyEmail(token, at(7))).toEqual(NEEDED)
    expect(await verifyEmail({ ...token, password: PASSWORD }, at(7))).toMatchObject({ ok: true })
    expect(await trySignIn(email, PASSWORD)).toBe('ok')
  })
})

describe('an unconfirmed registration', () => {
  it('with granted roles requires a new password, so that its own password never gets the roles', async () => {
    const { id, email, token } = await makeRegistration({ password: STRANGERS })
    await insertRole(`role ${newId()}`, ['audit:list'], [id])
    const before = await writtenOf(id)
    expect(await verifyEmail({ token }, ctx())).toEqual(NEEDED)
    expect(await writtenOf(id)).toEqual(before)
    const confirmed = await verifyEmail({ token, password: PASSWORD }, ctx())
    expect(confirmed.ok && confirmed.user.roles).toHaveLength(2)
    expect(await trySignIn(email, STRANGERS)).toBe('invalid_credentials')
  })

  it('requires a password for a link that belongs to no attempt', async () => {
    const { id, email } = await makeRegistration()
    const link = { userId: id, kind: 'verify_email', email } as const
    const token = await issueEmailToken(db(), link, new Date())
    expect(await verifyEmail({ token }, ctx())).toEqual(NEEDED)
    expect(await verifyEmail({ token, password: PASSWORD }, ctx())).toMatchObject({ ok: true })
  })
})

describe('in a browser', () => {
  const browser = 'b'.repeat(43)
  it('that registered, the link alone confirms and signs in', async () => {
    const { id, token } = await makeRegistration({ browser }, ctx({ surface: 'web' }))
    expect(await inspectVerification({ token, now: new Date() }, { browser })).toMatchObject({
      asksPassword: false,
    })
    const confirmed = await verifyEmail({ token }, ctx({ surface: 'web' }), { browser })
    expect(confirmed).toMatchObject({ ok: true, session: { user: { id } } })
    expect(await db().sessionFamily.findMany({ where: { userId: id } })).toMatchObject([
      { surface: 'web' },
    ])
  })

  it.each([
    ['no cookie', null],
    ['the cookie of another browser', 'x'.repeat(43)],
  ])(
    'with %s, one click doesn’t activate a stranger’s password: a new password is required, and signs in',
    async (_, other) => {
      const { id, email, token } = await makeRegistration({ browser, password: STRANGERS })
      const before = await writtenOf(id)
      const opener = { browser: other }
      expect(await inspectVerification({ token, now: new Date() }, opener)).toEqual({
        email,
        asksPassword: true,
      })
      expect(await verifyEmail({ token }, ctx(), opener)).toEqual(NEEDED)
      expect(await writtenOf(id)).toEqual(before)
      const confirmed = await verifyEmail({ token, password: PASSWORD }, ctx(), opener)
      expect(confirmed).toMatchObject({ ok: true, session: { user: { id } } })
      expect(await trySignIn(email, STRANGERS)).toBe('invalid_credentials')
    },
  )

  it('that registered through the API, and so counts as unregistered, a password is required', async () => {
    const { token } = await makeRegistration()
    expect(await verifyEmail({ token }, ctx(), { browser })).toEqual(NEEDED)
    expect(await verifyEmail({ token }, ctx())).toMatchObject({ ok: true })
  })

  it('that registered, an address that someone else registered too still requires a password', async () => {
    const { email, token } = await makeRegistration({ browser })
    await register({ email, password: STRANGERS }, ctx())
    expect(await verifyEmail({ token }, ctx(), { browser })).toEqual(NEEDED)
  })

  it("viewing a link doesn't consume it, and an invalid one is reported at once", async () => {
    const { token } = await makeRegistration()
    for (let n = 0; n < 3; n++) expect(await isLive(token)).toBe(true)
    for (const dead of ['', 'x', '\0', 'A'.repeat(43)]) expect(await isLive(dead)).toBe(false)
    await verifyEmail({ token }, ctx())
    expect(await isLive(token)).toBe(false)
  })
})

it.each(['deactivated', 'deleted'] as const)(
  'a link never reactivates an account that is %s',
  async (status) => {
    const { id, token } = await makeRegistration()
    await db().user.update({ where: { id }, data: { status } })
    for (const password of [undefined, PASSWORD])
      expect(await verifyEmail({ token, password }, ctx())).toEqual(BAD_LINK)
    expect(await userOf(id)).toMatchObject({ status, passwordHash: null })
  },
)
