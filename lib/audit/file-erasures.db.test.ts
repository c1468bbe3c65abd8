import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { insertErasure } from '@/lib/audit/audit-erasure.store'
import { eraseDueRecords } from '@/lib/audit/erase-audit-records'
import { eraseNamingRecords } from '@/lib/audit/erase-naming-records'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { database, db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { asSuperuser } from '@/tests/kit/audit-chain'
import { exportedLines, verifyLines } from '@/tests/kit/audit-file'
import { insertUser } from '@/tests/kit/insert-user'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { timeOfIds } from '@/tests/kit/time-of-ids'

// Not in the past: what erases the records must have later ids.
const now = timeOfIds()
const LATER = addSeconds(now, 3600)
const EMAIL = 'ada@example.test'

useTestDatabase()
beforeAll(() => {
  loadSettings({ AUTH_JWT_SECRET: 'a secret of the tests of 32 or more characters' })
})
beforeEach(() =>
  asSuperuser(
    'TRUNCATE audit_records, audit_seals, audit_unsealed, audit_salts, audit_reseals, audit_erasures',
  ),
)

const write = (record: { actorId?: string; details?: object }) =>
  storeAuditRecord(db(), testContext({ now, ip: '203.0.113.7' }), {
    action: 'thing.done',
    outcome: 'ok',
    ...record,
  })

/** The records of a user, and one of someone else's refused sign-in with their address. */
async function writeAll(): Promise<string> {
  const { id } = await insertUser({})
  for (let n = 0; n < 2; n++) await write({ actorId: id })
  await storeAuditRecord(db(), testContext({ now, ip: '203.0.113.7' }), {
    action: 'session.refused',
    outcome: 'refused',
    details: { email: EMAIL },
  })
  await sealAuditRecords(LATER)
  return id
}

/** Erases what the records say about the user, as the erasure of their account does. */
async function erase(userId: string): Promise<void> {
  const beforeId = await inTransaction((tx) => insertErasure(tx, userId, LATER))
  await eraseDueRecords(LATER)
  const named = { userId, addresses: [EMAIL], names: [], beforeId }
  expect(await eraseNamingRecords([named], LATER)).toEqual(new Set())
}

const firstBad = async (lines: readonly string[]) => {
  const result = await verifyLines(lines)
  return result.ok ? result.report.firstBad : result
}

type Line = Record<string, unknown>
const change = (line: string, changed: Line) =>
  JSON.stringify({ ...(JSON.parse(line) as Line), ...changed })

describe('an export of a trail with erased records', () => {
  it('verifies after the erasure of an account, including records that only name it', async () => {
    await erase(await writeAll())
    await sealAuditRecords(addSeconds(LATER, 60))
    const lines = await exportedLines(addSeconds(LATER, 60))
    expect(lines.join()).not.toMatch(/203\.0\.113\.7|ada@/)
    expect(await verifyLines(lines)).toMatchObject({ report: { firstBad: null, erased: 3 } })
  })

  it('waits for the seal of an erasure, without which it would not verify', async () => {
    await erase(await writeAll())
    const sealed = sealBeforeRead(3)
    const lines = await exportedLines(addSeconds(LATER, 1))
    expect(sealed()).toBe(true)
    expect(lines.filter((line) => line.includes('"seal":null')).join()).toContain('audit.erased')
    expect(await firstBad(lines)).toBeNull()
  })

  it('does not verify if an erasure that has no seal accounts for a record', async () => {
    const userId = await writeAll()
    const lines = await exportedLines(addSeconds(LATER, 1))
    const erasedBy = newId()
    const details = `{"erased_by": "${erasedBy}"}`
    const erasure = { action: 'audit.erased', id: erasedBy, target_id: userId, details: '{}' }
    const forged = change(lines.at(-2)!, erasure)
    const end = change(lines.at(-1)!, { records: lines.length - 1 })
    const stripped = change(lines[1]!, { ip: null, user_agent: null, details })
    const head = (JSON.parse(end) as { head: string }).head
    for (const changed of [
      [...lines.slice(0, -1).with(1, stripped), forged, end],
      [lines[0]!, forged, stripped, ...lines.slice(2, -1), end],
    ])
      expect(await verifyLines(changed, head)).toMatchObject({
        report: { firstBad: { fault: 'erased', seq: 1 } },
      })
  })

  it.each([
    [
      'lists other records',
      3,
      `details = jsonb_set(details, '{records}', '["${newId()}"]') WHERE details ? 'records'`,
    ],
    [
      'is about someone else',
      1,
      `target_id = '${newId()}' WHERE action = 'audit.erased' AND NOT details ? 'records'`,
    ],
  ])('does not verify if the erasure %s', async (_, seq, changed) => {
    await erase(await writeAll())
    await asSuperuser(`UPDATE audit_records SET ${changed}`)
    await sealAuditRecords(addSeconds(LATER, 60))
    const lines = await exportedLines(addSeconds(LATER, 60))
    expect(await firstBad(lines)).toMatchObject({ fault: 'erased', seq })
  })
})

describe('an export of a trail with records erased by an older erasure does not verify', () => {
  const strip = (condition: string) =>
    asSuperuser(`UPDATE audit_records SET ip = NULL, user_agent = NULL, details = (SELECT jsonb_build_object('erased_by', id)
      FROM audit_records WHERE action = 'audit.erased' AND NOT details ? 'records') WHERE ${condition}`)

  it.each([
    ['sealed after it', true],
    ['sealed before it', false],
  ])('if they were %s', async (_, erasureFirst) => {
    const userId = await writeAll()
    await erase(userId)
    if (erasureFirst) await sealAuditRecords(addSeconds(LATER, 60))
    await write({ actorId: userId })
    await sealAuditRecords(addSeconds(LATER, 60))
    await strip('ip IS NOT NULL')
    const lines = await exportedLines(addSeconds(LATER, 60))
    const fault = { fault: 'erased', seq: erasureFirst ? 6 : 4 }
    expect(await firstBad(lines)).toMatchObject(fault)
  })

  it('if they are that erasure itself', async () => {
    await erase(await writeAll())
    await sealAuditRecords(addSeconds(LATER, 60))
    await strip(`action = 'audit.erased' AND NOT details ? 'records'`)
    const lines = await exportedLines(addSeconds(LATER, 60))
    expect(await firstBad(lines)).toMatchObject({ fault: 'erased', seq: 4 })
  })
})

/** Seals just before the chain is read for the nth time. Returns whether that has happened. */
function sealBeforeRead(nth: number): () => boolean {
  const { pool } = database()
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  let reads = 0
  const spy = vi.spyOn(pool, 'query').mockImplementation(async (...given: unknown[]) => {
    const { name } = given[0] as { name?: string }
    if (name === 'audit-seals' && ++reads === nth) await sealAuditRecords(addSeconds(LATER, 60))
    return query(...given)
  })
  onTestFinished(() => spy.mockRestore())
  return () => reads >= nth
}
