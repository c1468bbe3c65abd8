import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { issueSignInCode } from '@/lib/accounts/sign-in-code.store'
import { requestEmailCode } from '@/lib/identity/email-code/request-code'
import { signInWithEmailCode } from '@/lib/identity/email-code/sign-in-with-code'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf, insertAdministrator } from '@/lib/testing/administrators'
import { CODES_ON, atStart } from '@/lib/testing/email-codes'
import { atStep, enabledAt, signedInPrincipal } from '@/lib/testing/enrol-mfa'
import { addedPasskey } from '@/lib/testing/enrol-passkey'
import { useProviders } from '@/lib/testing/external-journey'
import { importRows } from '@/lib/testing/import-rows'
import { START } from '@/lib/testing/mail-queue'
import { PASSWORD } from '@/lib/testing/make-user'
import { principalOf } from '@/lib/testing/principal-of'
import { insertRole } from '@/lib/testing/roles'
import { testContext as ctx } from '@/lib/testing/test-context'
import { useTestDatabase } from '@/lib/testing/test-database'
import { trySignIn } from '@/lib/testing/try-sign-in'

useTestDatabase()
const providers = useProviders(CODES_ON)
beforeAll(() => syncCatalog(new Date()))

const NEW_PASSWORD = 'a password of the owner'

/**
 * An account imported as verified, with a password that the importer knows, who then signed in and
 * added a passkey.
 */
async function imported(actor: SessionPrincipal) {
  const email = `${newId()}@example.org`
  const row = { email, email_verified: true, password_hash: await hashPassword(PASSWORD) }
  expect(await importRows(actor, [row])).toMatchObject({ created: 1 })
  const { id } = await db().user.findUniqueOrThrow({ where: { email } })
  expect(await trySignIn(email, PASSWORD)).toBe('ok')
  await addedPasskey(await signedInPrincipal(id))
  return { id, email }
}
const byDelegate = async () => imported(await holderOf('users:activate', 'users:role:change'))
const byAdministrator = async () => imported(await principalOf((await insertAdministrator()).id))

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
    const where = { targetId: user.id, action: 'email.verified' }
    expect(await db().auditRecord.findMany({ where })).toMatchObject([
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
    const actor = await holderOf('users:activate', 'users:role:change')
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
