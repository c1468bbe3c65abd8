import { expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { toRefusal } from '@/lib/http/wire-response'
import { db } from '@/lib/platform/db/database'
import { challengeFor, enrolledUser, NOW, signInWith } from '@/tests/kit/enroll-mfa'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()

it('answers 503 to a code that the configured key cannot check, and counts nothing', async () => {
  useSettings()
  await syncCatalog(NOW)
  const { id, email, codeAt, recoveryCodes } = await enrolledUser()
  const factor = () => db().mfaFactor.findUniqueOrThrow({ where: { userId: id } })
  const before = await factor()
  useSettings({ AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') })
  const thrown = await signInWith(email, codeAt(1), 1).then(
    () => null,
    (error: unknown) => toRefusal(error, 'a-request'),
  )
  expect(thrown).toMatchObject({ code: 'unavailable', retryAfterSeconds: 30 })
  expect(await factor()).toEqual(before)
  expect(await challengeFor(email)).toBeTruthy()
  expect(await signInWith(email, recoveryCodes[0]!, 1)).toMatchObject({ ok: true })
})
