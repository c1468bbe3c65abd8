import { beforeAll, expect, it } from 'vitest'
import { eraseDueRecords } from '@/lib/audit/erase-audit-records'
import { resealAuditRecords } from '@/lib/audit/reseal-audit-records'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { twenty } from '@/tests/kit/at-once'
import { sealAsOlderBuild } from '@/tests/kit/audit-chain'
import { insertUser } from '@/tests/kit/insert-user'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
beforeAll(() => {
  loadSettings({
    AUTH_JWT_SECRET: 'a secret of the tests of 32 or more characters',
    AUDIT_ERASE_AFTER: '30d',
  })
})

const start = addSeconds(new Date(), -60 * 86_400)
const soon = () => addSeconds(new Date(), 3600)

async function writeAbout(userId: string, action: string, n: number): Promise<void> {
  const ctx = testContext({ now: addSeconds(start, n), ip: '203.0.113.7' })
  const about = n % 2 ? { actorId: userId } : { targetId: userId }
  const record = { action, outcome: 'ok', targetType: 'user', ...about } as const
  await storeAuditRecord(db(), ctx, record)
}

it('twenty workers that write, seal, seal again, erase and verify leave one valid chain', async () => {
  const users = await twenty(() => insertUser({ status: 'deleted' }))
  for (const { id } of users) for (let n = 1; n < 6; n++) await writeAbout(id, 'thing.done', n)
  await sealAsOlderBuild()
  for (const { id } of users) await writeAbout(id, 'user.deleted', 6)
  const faults: unknown[] = []
  await Promise.all(
    users.map(async ({ id }, worker) => {
      for (let n = 10; n < 16; n++) {
        await writeAbout(id, 'thing.done', n)
        const work = [sealAuditRecords, resealAuditRecords, eraseDueRecords][(worker + n) % 3]!
        await work(soon())
        if (worker % 5 === 0) faults.push((await verifyAuditChain(new Date())).firstBad)
      }
    }),
  )
  // Workers write with times of the past, so a verification may meet one that waits for its seal.
  const unsealed = expect.objectContaining({ fault: 'unsealed' })
  for (const fault of faults) if (fault) expect(fault).toEqual(unsealed)
  await sealAuditRecords(soon())
  await resealAuditRecords(soon())
  await eraseDueRecords(addSeconds(soon(), 86_400))
  await sealAuditRecords(addSeconds(soon(), 2 * 86_400))
  const records = 20 * (5 + 1 + 6)
  expect(await db().auditRecord.count({ where: { action: 'audit.erased' } })).toBe(20)
  expect(await db().auditRecord.count({ where: { ip: { not: null } } })).toBe(0)
  expect(await db().auditErasure.count({ where: { finishedAt: null } })).toBe(0)
  const report = await verifyAuditChain(addSeconds(soon(), 86_400))
  expect(report).toMatchObject({ firstBad: null, erased: records })
  // One salt remains for each record that is not personal: the erasures and the checkpoints.
  expect(await db().auditSalt.count()).toBe(report.verified - records)
})
