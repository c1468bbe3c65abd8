import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { completeSetup, issueSetupLink } from '@/lib/identity/registration/first-administrator'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { login } from '@/lib/identity/sign-in/login'
import { db } from '@/lib/platform/db/database'
import { twenty, won } from '@/tests/kit/at-once'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { sessionOf } from '@/tests/kit/sessions'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  usePatientHashing()
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

describe('twenty concurrent requests', () => {
  it('reset a password once', async () => {
    const user = await makeUser()
    const token = await issueEmailToken(
      db(),
      { userId: user.id, kind: 'reset_password', email: user.email },
      new Date(),
    )
    const results = await twenty((i) =>
      resetPassword({ token, password: `a fresh passphrase ${i}` }, ctx()),
    )
    expect(won(results)).toBe(1)
    const password = `a fresh passphrase ${results.findIndex(({ ok }) => ok)}`
    expect(await login({ email: user.email, password }, ctx())).toMatchObject({ ok: true })
  })

  it('create one first administrator', async () => {
    const token = new URL((await issueSetupLink(new Date()))!).searchParams.get('token')!
    const results = await twenty((i) =>
      completeSetup({ token, email: `root${i}@example.org`, password: PASSWORD }, ctx()),
    )
    expect(won(results)).toBe(1)
    expect(await db().user.count({ where: { email: { startsWith: 'root' } } })).toBe(1)
  })

  it('leave no session of the old password live when it is reset in the meantime', async () => {
    const user = await makeUser()
    const token = await issueEmailToken(
      db(),
      { userId: user.id, kind: 'reset_password', email: user.email },
      new Date(),
    )
    const logins = twenty(() => login({ email: user.email, password: PASSWORD }, ctx()))
    const reset = resetPassword({ token, password: 'a fresh passphrase' }, ctx())
    const [opened] = await Promise.all([logins, reset])
    expect(await reset).toEqual({ ok: true })
    for (const result of opened) {
      if (!result.ok) continue
      const credential = {
        accessToken: sessionOf(result).accessToken,
        surface: 'api',
        presentedByClient: true,
      } as const
      expect(await authenticate(credential, new Date())).toMatchObject({ ok: false })
    }
    expect(await db().sessionFamily.count({ where: { userId: user.id, revokedAt: null } })).toBe(0)
  })
})
