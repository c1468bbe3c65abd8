import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { beginWork } from '@/tests/kit/begin-work'
import { atStep, trustingUser } from '@/tests/kit/enroll-mfa'
import { insertUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { describeStoppedWork, endAccessSql } from '@/server/ctl/end-access'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

/** Runs the SQL in this database, at `at`. */
async function restore(at: Date): Promise<string> {
  const by = { recordId: newId(), requestId: newId(), at, backupAt: at, userAgent: 'gatehousectl' }
  const sql = endAccessSql({ ...by, keepApiKeys: true })
  for (const statement of sql.split(/(?<=SET search_path TO public;)/))
    await db().$executeRawUnsafe(statement)
  return by.recordId
}

it('no restored browser may skip the second step, and no restored session is live', async () => {
  const { id: userId } = await trustingUser()
  const trusted = { where: { userId, trustedUntil: { not: null } } }
  expect(await db().knownDevice.count(trusted)).toBe(1)
  await restore(atStep(2).now)
  expect(await db().knownDevice.count(trusted)).toBe(0)
  expect(await db().knownDevice.count({ where: { userId } })).toBeGreaterThan(0)
  expect(await db().sessionFamily.count({ where: { userId, revokedAt: null } })).toBe(0)
})

it('stops background work, which may have been canceled or finished since, and counts it', async () => {
  const { id } = await insertUser()
  const now = new Date()
  const [states, at] = [await beginWork(id, now), addSeconds(now, 60)]
  const recordId = await restore(at)
  expect(await states()).toEqual(['stopped', at, 'stopped', 'failed'])
  const imported = await db().userImport.findFirst({ where: { actorId: id, status: 'stopped' } })
  for (const ended of [
    imported,
    await db().bulkAction.findFirst({ where: { actorId: id } }),
    await db().notificationBatch.findFirst({ where: { createdById: id } }),
  ])
    expect(ended).toMatchObject({ stoppedBecause: 'backup_restored', finishedAt: at })
  expect(await db().auditRecord.findUnique({ where: { id: recordId } })).toMatchObject({
    details: {
      notifications_stopped: 1,
      bulk_actions_stopped: 1,
      imports_stopped: 1,
      import_invitations_stopped: 1,
    },
  })
  const ofImports = { action: 'user_import.stopped', occurredAt: at }
  const [record, ...others] = await db().auditRecord.findMany({ where: ofImports })
  expect(others).toEqual([])
  expect(record).toMatchObject({
    targetType: 'user_import',
    targetId: imported!.id,
    outcome: 'refused',
    details: {
      dry_run: false,
      total: 9,
      processed: 0,
      created: 0,
      refused: 0,
      reason: 'backup_restored',
    },
  })
  expect(record!.id.slice(0, 15)).toBe(recordId.slice(0, 15))
  expect(await describeStoppedWork(recordId)).toContain(
    '(notifications: 1, bulk actions: 1, imports: 1, invitations of imports: 1)',
  )
  expect(await describeStoppedWork(await restore(at))).toBeNull()
})

it('restores a backup of a version without some of these tables', async () => {
  await db().$executeRawUnsafe('ALTER TABLE bulk_actions RENAME TO absent')
  onTestFinished(async () => {
    await db().$executeRawUnsafe('ALTER TABLE absent RENAME TO bulk_actions')
  })
  const recordId = await restore(new Date())
  expect(await db().auditRecord.count({ where: { id: recordId } })).toBe(1)
})
