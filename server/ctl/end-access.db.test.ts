import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { atStep, trustingUser } from '@/tests/kit/enroll-mfa'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { endAccessSql } from '@/server/ctl/end-access'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

it('no restored browser may skip the second step, and no restored session is live', async () => {
  const { id: userId } = await trustingUser()
  const trusted = { where: { userId, trustedUntil: { not: null } } }
  expect(await db().knownDevice.count(trusted)).toBe(1)
  const { now: at } = atStep(2)
  const by = { recordId: newId(), requestId: newId(), at, backupAt: at, userAgent: 'gatehousectl' }
  for (const statement of endAccessSql({ ...by, keepApiKeys: true }).split(
    /(?<=SET search_path TO public;)/,
  ))
    await db().$executeRawUnsafe(statement)
  expect(await db().knownDevice.count(trusted)).toBe(0)
  expect(await db().knownDevice.count({ where: { userId } })).toBeGreaterThan(0)
  expect(await db().sessionFamily.count({ where: { userId, revokedAt: null } })).toBe(0)
})
