import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { authenticateKey } from '@/lib/identity/api-keys/authenticate-key'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { login } from '@/lib/identity/sign-in/login'
import { writePhone } from '@/lib/messaging/sms/phone.store'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeRegistration } from '@/tests/kit/make-registration'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { sessionOf } from '@/tests/kit/sessions'
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
async function linkTo(
  user: { id: string; email: string },
  kind: 'verify_email' | 'reset_password',
) {
  return issueEmailToken(db(), { userId: user.id, kind, email: user.email }, new Date())
}
async function addFactor(userId: string) {
  const factor = { secretSealed: new Uint8Array(8), lastStep: 1n, createdAt: new Date() }
  await db().mfaFactor.create({ data: { ...factor, userId } })
  await db().recoveryCode.create({ data: { userId, codeHash: new Uint8Array(32) } })
}

async function plantPhone(userId: string) {
  const now = new Date()
  const phone = { phone: '+14155550124', verifiedAt: now }
  await writePhone(db(), { userId, ...phone, now })
  const confirmation = { id: newId(), phone: '+14155550125', requestedAt: now, expiresAt: now }
  await db().phoneConfirmation.create({ data: { userId, ...confirmation } })
}
async function plantServiceKey(createdById: string) {
  const { apiKey, key } = await makeApiKey((await makeServiceAccount()).id, [])
  await db().apiKey.update({ where: { id: apiKey.id }, data: { createdById } })
  return key
}

describe('access from before anyone had proven ownership of the account', () => {
  /**
   * A stranger's registration that an administrator activated, with every other sign-in method that
   * the stranger could add.
   */
  async function planted() {
    const { id: userId, email } = await makeRegistration({ password: STRANGERS })
    await changeUserStatus(await holderOf('users:activate'), { userId, move: 'activate' }, ctx())
    const { deviceToken } = sessionOf(await login({ email, password: STRANGERS }, ctx()))
    const at = new Date()
    await addFactor(userId)
    await db().user.update({ where: { id: userId }, data: { mfaEnabledAt: at } })
    const identity = {
      provider: 'github',
      providerAccountId: newId(),
      linkedAt: at,
      lastUsedAt: at,
    }
    await db().account.create({ data: { ...identity, userId } })
    await plantPhone(userId)
    const keys = [(await makeApiKey(userId, [])).key, await plantServiceKey(userId)]
    return { id: userId, email, deviceToken, keys }
  }
  const accessOf = async (userId: string) => [
    await db().mfaFactor.count({ where: { userId } }),
    await db().recoveryCode.count({ where: { userId } }),
    await db().account.count({ where: { userId } }),
    await db().knownDevice.count({ where: { userId } }),
    await db().sessionFamily.count({ where: { userId, revokedAt: null } }),
    await db().apiKey.count({
      where: { OR: [{ userId }, { createdById: userId }], revokedAt: null },
    }),
    await db().user.count({ where: { id: userId, phone: { not: null } } }),
    await db().phoneConfirmation.count({ where: { userId } }),
  ]
  const ALL = [1, 1, 1, 1, 1, 2, 1, 1]
  const NONE = ALL.map(() => 0)

  it('ends with the confirmation, which requires a password', async () => {
    const user = await planted()
    const token = await linkTo(user, 'verify_email')
    expect(await verifyEmail({ token }, ctx())).toEqual(NEEDED)
    expect(await accessOf(user.id)).toEqual(ALL)
    const password = 'a password of the owner'
    expect(await verifyEmail({ token, password }, ctx())).toMatchObject({
      ok: true,
      user: { mfa_enabled: false },
    })
    expect(await accessOf(user.id)).toEqual(NONE)
    expect(await trySignIn(user.email, STRANGERS)).toBe('invalid_credentials')
    expect(await trySignIn(user.email, password)).toBe('ok')
  })

  it('ends with a password reset, including a stranger’s authenticator', async () => {
    const user = await planted()
    const token = await linkTo(user, 'reset_password')
    const password = 'a password of the owner'
    expect(await resetPassword({ token, password }, ctx())).toEqual({ ok: true })
    expect(await accessOf(user.id)).toEqual(NONE)
    expect(await userOf(user.id)).toMatchObject({ mfaEnabledAt: null })
    expect(await trySignIn(user.email, password)).toBe('ok')
  })

  it('ends with a password reset, including API keys, also those for service accounts', async () => {
    const user = await planted()
    const { apiKey: older } = await makeApiKey((await makeUser()).id, [])
    const caller = { now: new Date(), ip: '192.0.2.1' }
    for (const key of user.keys)
      expect(await authenticateKey(key, caller)).toMatchObject({ ok: true })
    const token = await linkTo(user, 'reset_password')
    expect(await resetPassword({ token, password: PASSWORD }, ctx())).toEqual({ ok: true })
    for (const key of user.keys)
      expect(await authenticateKey(key, caller)).toMatchObject({ code: 'invalid_token' })
    const revoked = { actorId: user.id, action: 'api_key.revoked', outcome: 'ok' } as const
    expect(await db().auditRecord.count({ where: revoked })).toBe(2)
    expect(await db().apiKey.count({ where: { id: older.id, revokedAt: null } })).toBe(1)
  })

  it('also ends with the reset of a registration, which removes its attempts, name and links', async () => {
    const { id, email, token } = await makeRegistration({ password: STRANGERS, name: 'Mallory' })
    const reset = await linkTo({ id, email }, 'reset_password')
    expect(await resetPassword({ token: reset, password: PASSWORD }, ctx())).toEqual({ ok: true })
    expect(await userOf(id)).toMatchObject({ status: 'active', name: null })
    expect(await db().registrationAttempt.count({ where: { userId: id } })).toBe(0)
    expect(await verifyEmail({ token, password: STRANGERS }, ctx())).toEqual(BAD_LINK)
    expect(await trySignIn(email, STRANGERS)).toBe('invalid_credentials')
  })
})

describe('an account whose address an administrator changed', () => {
  async function readdressed() {
    const user = await makeUser()
    await db().user.update({ where: { id: user.id }, data: { emailVerifiedAt: null } })
    return { ...user, session: await makeSession(user.id, ctx()) }
  }

  it('keeps password, second factor and sessions when the link confirms the new one', async () => {
    const user = await readdressed()
    await addFactor(user.id)
    const token = await linkTo(user, 'verify_email')
    expect(await verifyEmail({ token }, ctx(), { browser: null })).toMatchObject({
      ok: true,
      session: null,
    })
    expect(await db().mfaFactor.count({ where: { userId: user.id } })).toBe(1)
    expect(await db().sessionFamily.count({ where: { userId: user.id, revokedAt: null } })).toBe(1)
    expect(await trySignIn(user.email, PASSWORD)).toBe('ok')
  })

  it('keeps its second factor, and loses its sessions, when the owner of the mailbox chooses a password', async () => {
    const user = await readdressed()
    await addFactor(user.id)
    for (const confirm of [verifyEmail, resetPassword]) {
      const token = await linkTo(user, confirm === verifyEmail ? 'verify_email' : 'reset_password')
      expect(await confirm({ token, password: 'a fresh passphrase' }, ctx())).toMatchObject({
        ok: true,
      })
    }
    expect(await db().mfaFactor.count({ where: { userId: user.id } })).toBe(1)
    expect(await db().sessionFamily.count({ where: { userId: user.id, revokedAt: null } })).toBe(0)
    expect(await trySignIn(user.email, PASSWORD)).toBe('invalid_credentials')
  })
})
