import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailChangeToken } from '@/lib/accounts/email-change.store'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { issueSignInCode } from '@/lib/accounts/sign-in-code.store'
import { confirmEmailChange, requestEmailChange } from '@/lib/identity/account/change-email'
import { requestEmailCode } from '@/lib/identity/email-code/request-code'
import { signInWithEmailCode } from '@/lib/identity/email-code/sign-in-with-code'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { renderInboxItem } from '@/lib/messaging/inbox/security-events'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { insertAdministrator, liveHolderOf } from '@/tests/kit/administrators'
import { CODES_ON, atStart } from '@/tests/kit/email-codes'
import { atStep, enabledAt, signedInPrincipal } from '@/tests/kit/enroll-mfa'
import { addedPasskey } from '@/tests/kit/enroll-passkey'
import { useProviders } from '@/tests/kit/external-journey'
import { importRows, workImports } from '@/tests/kit/import-rows'
import { START } from '@/tests/kit/mail-queue'
import { PASSWORD } from '@/tests/kit/make-user'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { trySignIn } from '@/tests/kit/try-sign-in'
import { forgetWebhooks, makeWebhook } from '@/tests/kit/webhooks'
import { reviewDryRun } from '@/lib/users/import/review-dry-run'
import { runImport } from '@/lib/users/import/run-import'

useTestDatabase()
const providers = useProviders(CODES_ON)
beforeAll(() => syncCatalog(new Date()))

const NEW_PASSWORD = 'a password of the owner'

/**
 * An account imported as verified, with a password that the importer knows, who then signed in and
 * added a passkey.
 */
async function imported(uploader: SessionPrincipal, runner: SessionPrincipal | null = null) {
  const email = `${newId()}@example.org`
  const row = { email, email_verified: true, password_hash: await hashPassword(PASSWORD) }
  const file = await importRows(uploader, [row], runner !== null)
  expect(file).toMatchObject({ created: 1, verified: 1, with_password: 1, with_roles: 0 })
  if (runner) {
    const ran = { created_by: runner.userId, uploaded_by: uploader.userId }
    expect(await runImport(runner, file.id, ctx())).toMatchObject({ ok: true, import: ran })
    await workImports()
  }
  const { id } = await db().user.findUniqueOrThrow({ where: { email } })
  expect(await trySignIn(email, PASSWORD)).toBe('ok')
  await addedPasskey(await signedInPrincipal(id))
  return { id, email }
}
const delegate = () => liveHolderOf('users:activate', 'users:list', 'users:role:change')
const administrator = async () => livePrincipalOf((await insertAdministrator()).id)
const byDelegate = async () => imported(await delegate())
const byAdministrator = async () => imported(await administrator())

async function reset({ id: userId, email }: { id: string; email: string }) {
  const token = await issueEmailToken(db(), { userId, kind: 'reset_password', email }, new Date())
  return resetPassword({ token, password: NEW_PASSWORD }, ctx())
}
async function askCode({ id: userId, email }: { id: string; email: string }) {
  const asked = await requestEmailCode({ email, nextPath: null }, atStart())
  if (!asked.ok) throw new Error(asked.code)
  const { id } = await db().signInCode.findFirstOrThrow({
    where: { email },
    orderBy: { id: 'desc' },
  })
  const issued = await issueSignInCode(db(), { id, userId, now: START })
  return { secret: asked.secret, code: issued!.code }
}
const signInByCode = async (user: { id: string; email: string }) =>
  signInWithEmailCode(await askCode(user), atStart())
async function signInByGoogle(email: string) {
  const { person } = providers.google().state
  person.email = email
  person.sub = newId()
  return providers.signIn('google')
}

const accessTo = async (userId: string) => ({
  passkeys: await db().passkey.count({ where: { userId } }),
  planted: await db().sessionFamily.count({
    where: { userId, amr: { has: 'pwd' }, revokedAt: null },
  }),
})
const verificationsOf = (targetId: string) =>
  db().auditRecord.findMany({ where: { targetId, action: 'email.verified' } })
const isProven = async (id: string) =>
  (await db().user.findUniqueOrThrow({ where: { id } })).firstVerifiedAt !== null

describe('an account that was imported by someone who is not an administrator', () => {
  it('can be used, but does not count as proven', async () => {
    const { id } = await byDelegate()
    expect(await isProven(id)).toBe(false)
    expect(await accessTo(id)).toEqual({ passkeys: 1, planted: 2 })
  })

  it('loses what the importer planted when its owner resets the password', async () => {
    const user = await byDelegate()
    expect(await reset(user)).toEqual({ ok: true })
    expect(await accessTo(user.id)).toEqual({ passkeys: 0, planted: 0 })
    expect(await isProven(user.id)).toBe(true)
    expect(await trySignIn(user.email, PASSWORD)).toBe('invalid_credentials')
    expect(await trySignIn(user.email, NEW_PASSWORD)).toBe('ok')
  })

  it('loses it, with the password, when its owner signs in with an emailed code', async () => {
    const user = await byDelegate()
    await db().user.update({ where: { id: user.id }, data: { mfaEnabledAt: new Date() } })
    const signedIn = await signInByCode(user)
    expect(signedIn).toMatchObject({ ok: true, signIn: { session: { user: { id: user.id } } } })
    expect(await accessTo(user.id)).toEqual({ passkeys: 0, planted: 0 })
    expect(await enabledAt(user.id)).toBeNull()
    expect(await isProven(user.id)).toBe(true)
    expect(await trySignIn(user.email, PASSWORD)).toBe('invalid_credentials')
    expect(await verificationsOf(user.id)).toMatchObject([
      { actorId: user.id, details: { password: 'removed' } },
    ])
  })

  it('loses it, with the password, when a provider verifies its address', async () => {
    const user = await byDelegate()
    // A planted connection to another account of the same provider does not keep the owner out.
    const at = new Date()
    const planted = { provider: 'google', providerAccountId: newId(), linkedAt: at, lastUsedAt: at }
    await db().account.create({ data: { ...planted, userId: user.id } })
    expect(await signInByGoogle(user.email)).toMatchObject({ ok: true, kind: 'signed-in' })
    expect(await accessTo(user.id)).toEqual({ passkeys: 0, planted: 0 })
    expect(await db().account.count({ where: { userId: user.id } })).toBe(1)
    expect(await isProven(user.id)).toBe(true)
    expect(await trySignIn(user.email, PASSWORD)).toBe('invalid_credentials')
  })

  it('keeps everything after an incorrect code', async () => {
    const user = await byDelegate()
    const { secret } = await askCode(user)
    expect(await signInWithEmailCode({ secret, code: 'none' }, atStart())).toMatchObject({
      ok: false,
    })
    expect(await accessTo(user.id)).toEqual({ passkeys: 1, planted: 2 })
    expect(await isProven(user.id)).toBe(false)
  })

  it('keeps its roles when a provider verifies its address', async () => {
    const actor = await liveHolderOf('users:activate', 'users:role:change')
    const plain = `plain ${newId()}`
    await insertRole(plain, [])
    for (const email_verified of [true, false]) {
      const email = `${newId()}@example.org`
      await importRows(actor, [{ email, email_verified, roles: [plain] }])
      const { id } = await db().user.findUniqueOrThrow({ where: { email } })
      const rolesOf = () =>
        db().userRole.findMany({ where: { userId: id }, select: { roleId: true } })
      const before = await rolesOf()
      expect(before).toHaveLength(1)
      expect(await signInByGoogle(email)).toMatchObject({ ok: true, kind: 'signed-in' })
      expect(await rolesOf()).toEqual(before)
    }
  })

  it('loses nothing more after a confirmed change of the address', async () => {
    const { id } = await byDelegate()
    const newEmail = `${newId()}@example.org`
    const asked = { newEmail, password: PASSWORD }
    expect(await requestEmailChange(asked, await livePrincipalOf(id), ctx())).toEqual({ ok: true })
    const { id: changeId } = await db().emailChange.findUniqueOrThrow({ where: { userId: id } })
    const change = { userId: id, changeId, now: new Date() }
    const token = (await issueEmailChangeToken(db(), change))!
    expect(await confirmEmailChange({ token }, ctx())).toMatchObject({ ok: true })
    expect(await isProven(id)).toBe(true)
    expect(await signInByCode({ id, email: newEmail })).toMatchObject({ ok: true })
    expect(await accessTo(id)).toMatchObject({ passkeys: 1 })
    expect(await trySignIn(newEmail, PASSWORD)).toBe('ok')
  })

  it('loses nothing more once its owner has proven the address', async () => {
    const user = await byDelegate()
    await reset(user)
    await addedPasskey(await signedInPrincipal(user.id), atStep(0), undefined, NEW_PASSWORD)
    expect(await reset(user)).toEqual({ ok: true })
    expect(await signInByCode(user)).toMatchObject({ ok: true })
    expect(await accessTo(user.id)).toMatchObject({ passkeys: 1 })
    expect(await trySignIn(user.email, NEW_PASSWORD)).toBe('ok')
  })
})

describe('an account that was imported by an administrator', () => {
  it('keeps its passkeys and password when its owner proves the address', async () => {
    const user = await byAdministrator()
    expect(await isProven(user.id)).toBe(true)
    expect(await signInByCode(user)).toMatchObject({ ok: true })
    expect(await signInByGoogle(user.email)).toMatchObject({ ok: true, kind: 'signed-in' })
    expect(await trySignIn(user.email, PASSWORD)).toBe('ok')
    expect(await reset(user)).toEqual({ ok: true })
    expect(await accessTo(user.id)).toMatchObject({ passkeys: 1 })
  })
})

describe('the owner of an account that loses access with the first proof', () => {
  const KIND = 'security.unproven_access_removed'
  const itemsOf = (userId: string) => db().inboxItem.findMany({ where: { userId, kind: KIND } })
  const mailsAbout = (userId: string) =>
    db().job.findMany({
      where: {
        AND: [
          { payload: { path: ['userId'], equals: userId } },
          { payload: { path: ['mail'], equals: 'unproven_access_removed' } },
        ],
      },
    })
  const eventsAbout = async (userId: string) => {
    const where = { data: { path: ['user_id'], equals: userId } }
    const queued = await db().webhookDelivery.findMany({ where, orderBy: { id: 'asc' } })
    return queued.map(({ event }) => event).sort()
  }
  async function withTwoSteps() {
    const user = await byDelegate()
    await db().user.update({ where: { id: user.id }, data: { mfaEnabledAt: new Date() } })
    await forgetWebhooks()
    await makeWebhook('https://receiver.example/hook', ['user.*'])
    return user
  }

  it.each([
    ['an emailed code', signInByCode],
    ['a provider', ({ email }: { email: string }) => signInByGoogle(email)],
  ])('is told what %s removed, and webhooks too', async (_, prove) => {
    const user = await withTwoSteps()
    expect(await prove(user)).toMatchObject({ ok: true })
    const removed = 'password,mfa,passkeys'
    expect(await mailsAbout(user.id)).toMatchObject([{ payload: { to: user.email, removed } }])
    const [item, ...others] = await itemsOf(user.id)
    expect(others).toEqual([])
    const shown = (locale: 'en' | 'tr') =>
      renderInboxItem({ ...item!, params: item!.params as { removed: string } }, locale).body
    expect(shown('en')).toContain('password, two-step verification, and passkeys')
    expect(shown('tr')).toContain('parola, iki adımlı doğrulama ve geçiş anahtarları')
    expect(await eventsAbout(user.id)).toEqual([
      'user.email_verified',
      'user.mfa_disabled',
      'user.password_changed',
    ])
  })

  it('is told what a reset removed besides the password', async () => {
    const user = await withTwoSteps()
    expect(await reset(user)).toEqual({ ok: true })
    expect(await mailsAbout(user.id)).toMatchObject([{ payload: { removed: 'mfa,passkeys' } }])
    expect(await itemsOf(user.id)).toHaveLength(1)
    expect(await eventsAbout(user.id)).toEqual(['user.mfa_disabled', 'user.password_changed'])
  })

  it('is told nothing if there was nothing to remove', async () => {
    const actor = await liveHolderOf('users:activate', 'users:role:change')
    const email = `${newId()}@example.org`
    await importRows(actor, [{ email, email_verified: true }])
    const { id } = await db().user.findUniqueOrThrow({ where: { email } })
    await forgetWebhooks()
    await makeWebhook('https://receiver.example/hook', ['user.*'])
    expect(await signInByCode({ id, email })).toMatchObject({ ok: true })
    expect(await mailsAbout(id)).toEqual([])
    expect(await itemsOf(id)).toEqual([])
    expect(await eventsAbout(id)).toEqual(['user.email_verified'])
    expect(await verificationsOf(id)).toMatchObject([{ details: { password: 'none' } }])
  })
})

describe('a dry run that someone else imports', () => {
  it('proves addresses if an administrator uploaded it and another one imports it', async () => {
    const { id } = await imported(await administrator(), await administrator())
    expect(await isProven(id)).toBe(true)
  })

  it.each<[string, () => Promise<SessionPrincipal>, () => Promise<SessionPrincipal>]>([
    ['uploaded', delegate, administrator],
    ['imports', administrator, delegate],
  ])('proves none if a delegate %s it, and the owner ends what was planted', async (_, up, run) => {
    const user = await imported(await up(), await run())
    expect(await isProven(user.id)).toBe(false)
    expect(await reset(user)).toEqual({ ok: true })
    expect(await accessTo(user.id)).toEqual({ passkeys: 0, planted: 0 })
    expect(await trySignIn(user.email, PASSWORD)).toBe('invalid_credentials')
  })

  it.each<[string, (userId: string) => Promise<unknown>]>([
    ['lost the role', (userId) => db().userRole.deleteMany({ where: { userId } })],
    [
      'was deactivated',
      (id) => db().user.update({ where: { id }, data: { status: 'deactivated' } }),
    ],
  ])('proves none if the administrator who uploaded it %s since', async (_, lose) => {
    const uploader = await administrator()
    const rows = [{ email: `${newId()}@example.org`, email_verified: true }]
    const file = await importRows(uploader, rows, true)
    await lose(uploader.userId)
    const review = await reviewDryRun(await administrator(), file)
    expect(review).toMatchObject({ uploader: expect.stringContaining('@'), vouches: false })
    expect(await runImport(await administrator(), file.id, ctx())).toMatchObject({ ok: true })
    await workImports()
    const { id } = await db().user.findUniqueOrThrow({ where: { email: rows[0]!.email } })
    expect(await isProven(id)).toBe(false)
  })
})
