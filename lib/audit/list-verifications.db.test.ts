import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { listVerifications, verifyAudit } from '@/lib/audit/verify-audit'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { makeUser } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const START = new Date('2026-11-21T10:00:00Z')
const at = (seconds: number) => testContext({ now: addSeconds(START, seconds) })

beforeAll(async () => {
  loadSettings({ AUTH_JWT_SECRET: 'a secret of the tests of 32 or more characters' })
  await syncCatalog(START)
})

it('a verification records its result, with the head to compare the next one with', async () => {
  const auditor = await makeUser({ admin: true })
  const principal = await principalOf(auditor.id)
  await storeAuditRecord(db(), at(0), { action: 'thing.done', outcome: 'ok' })
  await sealAuditRecords(addSeconds(START, 10))
  const first = await verifyAudit({}, principal, at(20), null)
  if (!first.ok) throw new Error(first.code)
  const head = first.report.head!
  expect(await listVerifications(5)).toMatchObject([
    {
      by: auditor.email,
      at: at(20).now.toISOString(),
      fault: null,
      head,
      comparedWith: null,
      badSeq: null,
    },
  ])
  await verifyAudit({ head }, principal, at(30), null)
  expect((await listVerifications(5)).map(({ comparedWith }) => comparedWith)).toEqual([head, null])
  const other = `${first.report.verified}.${'A'.repeat(43)}`
  await verifyAudit({ head: other }, principal, at(40), null)
  expect(await listVerifications(1)).toMatchObject([
    { fault: 'other_head', badSeq: first.report.verified, comparedWith: other },
  ])
})

it('a malformed head is refused, and no verification is recorded', async () => {
  const principal = await principalOf((await makeUser({ admin: true })).id)
  const before = await listVerifications(50)
  expect(await verifyAudit({ head: '1.x' }, principal, at(50), null)).toMatchObject({
    code: 'validation_failed',
  })
  expect(await listVerifications(50)).toEqual(before)
})

it('verifications recorded without a head are listed too', async () => {
  const details = { intact: true, verified: 3, fault: null }
  await storeAuditRecord(db(), at(60), { action: 'audit.verified', outcome: 'ok', details })
  expect(await listVerifications(1)).toMatchObject([
    { verified: 3, head: null, by: null, fault: null },
  ])
})
