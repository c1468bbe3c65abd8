import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { requestEmailChange } from '@/lib/identity/account/change-email'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { setupMfa } from '@/lib/identity/mfa/enable-mfa'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { login } from '@/lib/identity/sign-in/login'
import { db } from '@/lib/platform/db/database'
import { freshUser, NOW } from '@/tests/kit/enroll-mfa'
import { PASSWORD } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const NEW_PASSWORD = 'a quite different passphrase'
const fromOwner = (deviceToken: string | null = null) => testContext({ now: NOW, deviceToken })
const locked = { ok: false, code: 'account_locked' }

/** A signed-in user whose address strangers have locked. */
async function lockedUser() {
  const user = await freshUser()
  const stranger = testContext({ now: NOW, ip: '203.0.113.7' })
  for (let i = 0; i < 5; i++) await login({ email: user.email, password: 'wrong' }, stranger)
  const attempt = await login({ email: user.email, password: PASSWORD }, fromOwner())
  expect(attempt).toMatchObject(locked)
  return user
}

it.each([null, 'A'.repeat(43)])(
  'lets a signed-in user prove the account while strangers lock its address (device token: %s)',
  async (deviceToken) => {
    const { principal, email } = await lockedUser()
    const ctx = fromOwner(deviceToken)
    const newEmail = `new.${email}`
    expect(await setupMfa({ password: PASSWORD }, principal, ctx)).toMatchObject({ ok: true })
    expect(
      await requestEmailChange({ newEmail, password: PASSWORD }, principal, ctx),
    ).toMatchObject({
      ok: true,
    })
    const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect(await changePassword(passwords, principal, ctx)).toMatchObject({ ok: true })
    const renewed = { ...principal, generation: principal.generation + 1 }
    expect(await deleteOwnAccount({ password: NEW_PASSWORD }, renewed, ctx)).toEqual({ ok: true })
  },
)

it('stops a session that guesses the password, whichever device it claims to be', async () => {
  const { principal, id } = await freshUser()
  const where = { where: { id } }
  const before = await db().user.findUniqueOrThrow(where)
  const change = (currentPassword: string, deviceToken: string | null) =>
    changePassword(
      { currentPassword, newPassword: NEW_PASSWORD },
      principal,
      fromOwner(deviceToken),
    )
  for (const token of [null, 'A'.repeat(43), null, 'B'.repeat(43), null])
    expect(await change('wrong', token)).toMatchObject({ code: 'invalid_credentials' })
  expect(await change(PASSWORD, null)).toMatchObject(locked)
  expect(await change(PASSWORD, 'C'.repeat(43))).toMatchObject(locked)
  expect(await db().user.findUniqueOrThrow(where)).toEqual(before)
})
