import { beforeAll, expect, it } from 'vitest'
import { countActivity } from '@/lib/audit/activity'
import { addAuditMonths } from '@/lib/audit/add-audit-months'
import { recordAudit } from '@/lib/audit/record-audit'
import { removeOldMonths } from '@/lib/audit/remove-audit-months'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { twenty } from '@/tests/kit/at-once'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
beforeAll(() => {
  const AUTH_JWT_SECRET = 'a secret of the tests of 32 or more characters'
  loadSettings({ AUTH_JWT_SECRET, AUDIT_REMOVE_AFTER: '90d' })
})

const record = (now: Date, targetId: string) =>
  recordAudit(db(), testContext({ now }), { action: 'audit.erased', outcome: 'ok', targetId })

it('twenty instances remove a month once, while records are written and verified', async () => {
  const now = new Date()
  for (let n = 0; n < 5; n++) await record(now, `old ${n}`)
  await sealAuditRecords(addSeconds(now, 60))
  await countActivity()
  const later = addSeconds(now, 160 * 86_400)
  await addAuditMonths(later)
  const faults: unknown[] = []
  await twenty(async (n) => {
    // Their ids are of now, so they belong to the default partition once the month is gone.
    if (n % 2) await record(later, `new ${n}`)
    // A month with a record that waits for its seal is kept.
    await removeOldMonths(later).catch((error: unknown) => faults.push(String(error)))
    await sealAuditRecords(addSeconds(later, 60))
    await countActivity()
    await removeOldMonths(addSeconds(later, 60)).catch((error: unknown) =>
      faults.push(String(error)),
    )
    const { firstBad } = await verifyAuditChain(later)
    if (firstBad) faults.push(firstBad)
  })
  for (const fault of faults) expect(fault).toMatch(/is kept: (not every|some of)/)
  await removeOldMonths(addSeconds(later, 120))
  const removals = await db().auditRecord.findMany({ where: { action: 'audit.removed' } })
  const anchors = await db().auditAnchor.findMany()
  expect(new Set(anchors.map(({ recordId }) => recordId))).toEqual(
    new Set(removals.map(({ id }) => id)),
  )
  expect(removals).toHaveLength(1)
  await sealAuditRecords(addSeconds(later, 120))
  const report = await verifyAuditChain(later)
  expect(report).toMatchObject({ firstBad: null })
  expect(report.verified + report.removed[0]!.records).toBe(5 + 10 + 1)
})
