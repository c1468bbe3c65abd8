import { beforeAll, expect, it } from 'vitest'
import { addAuditMonths } from '@/lib/audit/add-audit-months'
import { recordAudit } from '@/lib/audit/record-audit'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { retryWhenBusy, twenty } from '@/tests/kit/at-once'
import { listPartitions } from '@/tests/kit/list-partitions'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
beforeAll(() => {
  loadSettings({ AUTH_JWT_SECRET: 'a secret of the tests of 32 or more characters' })
})

it('twenty instances create each month once, while records are written', async () => {
  const now = new Date()
  const before = (await listPartitions(db())).length
  const record = (n: number) =>
    ({ action: 'audit.erased', outcome: 'ok', targetId: `${n}` }) as const
  // Instances that find the table in use leave it to their next run.
  const added = await twenty(async (n) => {
    for (let i = 0; i < 5; i++)
      await retryWhenBusy(() => recordAudit(db(), testContext({ now }), record(n)))
    return addAuditMonths(addSeconds(now, 180 * 86_400)).catch(() => 0)
  })
  const months = added.reduce((sum, count) => sum + count, 0)
  expect(months).toBeGreaterThan(3)
  expect(await listPartitions(db())).toHaveLength(before + months)
  expect(added.filter((count) => count > 0)).toHaveLength(1)
  await sealAuditRecords(addSeconds(now, 60))
  expect(await verifyAuditChain(now)).toMatchObject({ firstBad: null, verified: 100 })
})
