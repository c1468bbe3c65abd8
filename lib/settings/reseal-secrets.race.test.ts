import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { enableMfa, setupMfa } from '@/lib/identity/mfa/enable-mfa'
import { db } from '@/lib/platform/db/database'
import { OPERATOR } from '@/lib/platform/request-context'
import { resealSecrets } from '@/lib/settings/reseal-secrets'
import { twenty } from '@/tests/kit/at-once'
import { atStep, codeOf, pendingUser, signInWith } from '@/tests/kit/enroll-mfa'
import { PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const OLD = Buffer.alloc(32, 1).toString('base64')
const NEW = Buffer.alloc(32, 2).toString('base64')

useTestDatabase()
beforeAll(async () => {
  usePatientHashing()
  await syncCatalog(new Date())
})

it('never overwrites a secret that is set up meanwhile, twenty at a time', async () => {
  useSettings({ AUTH_MFA_ENCRYPTION_KEY: OLD })
  const users: Awaited<ReturnType<typeof pendingUser>>[] = []
  for (let n = 0; n < 10; n++) users.push(await pendingUser())
  useSettings({ AUTH_MFA_ENCRYPTION_KEY: NEW, AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS: OLD })
  const secrets = await twenty(async (n) => {
    const user = users[n / 2]
    if (!user) return void (await resealSecrets(OPERATOR, atStep(0)))
    const begun = await setupMfa({ password: PASSWORD }, user.principal, atStep(0))
    if (!begun.ok) throw new Error(begun.code)
    const input = { code: codeOf(begun.secret, 0) }
    expect(await enableMfa(input, user.principal, atStep(0))).toMatchObject({ ok: true })
    return begun.secret
  })
  expect(await resealSecrets(OPERATOR, atStep(0))).toEqual({ resealed: 0, unreadable: [] })
  useSettings({ AUTH_MFA_ENCRYPTION_KEY: NEW })
  for (const [n, { email }] of users.entries())
    expect(await signInWith(email, codeOf(secrets[n * 2]!, 2), 2)).toMatchObject({ ok: true })
  expect(await db().mfaFactor.count()).toBe(10)
})
