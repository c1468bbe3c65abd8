import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { purgeAttempts } from '@/lib/accounts/registration.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { makeRegistration } from '@/tests/kit/make-registration'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

it('purges expired registration attempts in batches', async () => {
  const all = [await makeRegistration(), await makeRegistration(), await makeRegistration()]
  const attempt = await db().registrationAttempt.findFirst({ where: { userId: all[0]!.id } })
  expect(await purgeAttempts(db(), addSeconds(attempt!.expiresAt, -1), 2)).toBe(0)
  const late = addSeconds(attempt!.expiresAt, 60)
  expect(await purgeAttempts(db(), late, 2)).toBe(2)
  expect(await purgeAttempts(db(), late, 2)).toBe(1)
  expect(await db().user.count({ where: { id: { in: all.map(({ id }) => id) } } })).toBe(3)
})
