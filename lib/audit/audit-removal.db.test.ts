import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countActivity } from '@/lib/audit/activity'
import { addAuditMonths } from '@/lib/audit/add-audit-months'
import { listAnchors } from '@/lib/audit/audit-removal.store'
import { listAuditRows } from '@/lib/audit/audit.store'
import { eraseDueRecords } from '@/lib/audit/erase-audit-records'
import { removeOldMonths } from '@/lib/audit/remove-audit-months'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { anchorMac, currentSealKey } from '@/lib/audit/seal-macs'
import { readChainHead, verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId, timeOfId } from '@/lib/platform/ids'
import { asSuperuser } from '@/tests/kit/audit-chain'
import { exportedLines, verifyLines } from '@/tests/kit/audit-file'
import { insertUser } from '@/tests/kit/insert-user'
import { listPartitions } from '@/tests/kit/list-partitions'
import { useTestDatabase } from '@/tests/kit/test-database'
import { allowUndeclaredRecords } from '@/tests/kit/undeclared-records'

const env = { AUTH_JWT_SECRET: 'a secret of the tests of 32 or more characters' }
const DAY = 86_400

/** The oldest partition, the end of its month, and a time at which it is old enough. */
let oldest: string
let end: Date
let now: Date

useTestDatabase()
beforeAll(() => allowUndeclaredRecords())
beforeEach(async () => {
  loadSettings({ ...env, AUDIT_REMOVE_AFTER: '90d' })
  await asSuperuser(
    'TRUNCATE audit_records, audit_seals, audit_unsealed, audit_salts, audit_anchors, audit_removals',
    'UPDATE activity_progress SET counted_up_to = 0',
  )
  const [first] = await listPartitions(db())
  oldest = first!.name
  end = timeOfId(first!.idsTo!)
  now = addSeconds(end, 91 * DAY)
  await addAuditMonths(now)
})

/** Writes a record `seconds` after the end of the month; `late`: it got its id before. */
const write = (seconds: number, { late = 0, by = null as string | null } = {}) =>
  db().$executeRaw`
    INSERT INTO audit_records (id, occurred_at, action, outcome, actor_id, ip)
    VALUES (uuid_v7(${addSeconds(end, seconds - late)}::timestamptz), ${addSeconds(end, seconds)}::timestamptz, 'thing.done', 'ok',
      ${by}::uuid, '203.0.113.7')`

const seal = async (at = now) => {
  await sealAuditRecords(at)
  await countActivity()
}
const verify = (head?: string) => verifyAuditChain(now, head ? readChainHead(head)! : undefined)
const counts = async () => ({
  records: await db().auditRecord.count(),
  seals: await db().auditSeal.count(),
  salts: await db().auditSalt.count(),
  anchors: await db().auditAnchor.count(),
})

/** Three records of the old month and two of the next. */
async function writeAll(): Promise<string> {
  for (const at of [-3, -2, -1, 1, 2]) await write(at)
  await seal()
  return (await verify()).head!
}

/** Removes the old month, seals the record of that, and deletes the seals and salts. */
async function remove(): Promise<void> {
  await removeOldMonths(now)
  await seal(addSeconds(now, 60))
  await removeOldMonths(addSeconds(now, 60))
}

describe('removing old months', () => {
  it('leaves an anchor, from which the rest verifies, and a record of what was removed', async () => {
    const head = await writeAll()
    await remove()
    expect(await counts()).toEqual({ records: 3, seals: 3, salts: 3, anchors: 1 })
    const report = await verify(head)
    const record = await db().auditRecord.findFirstOrThrow({ where: { action: 'audit.removed' } })
    const removed = [{ recordId: record.id, removedAt: now, before: end, records: 3 }]
    expect(report).toMatchObject({ firstBad: null, verified: 3, removed })
    expect(record).toMatchObject({ occurredAt: now, actorId: null })
    expect(record.details).toMatchObject({ records: 3, head: expect.stringMatching(/^3\./) })
    const rows = await listAuditRows({ ip: '203.0.113.7' }, { limit: 9, after: null })
    expect(rows.map((row) => row.occurred_at)).toEqual([2, 1].map((at) => addSeconds(end, at)))
    await removeOldMonths(now)
    expect(await counts()).toEqual({ records: 3, seals: 3, salts: 3, anchors: 1 })
  })

  it('keeps the detached table for 30 days', async () => {
    await writeAll()
    await remove()
    const { tableName } = await db().auditRemoval.findFirstOrThrow()
    const kept = () => db().$queryRawUnsafe<unknown[]>(`SELECT id FROM "${tableName}"`)
    expect(await kept()).toHaveLength(3)
    loadSettings(env)
    await removeOldMonths(addSeconds(now, 31 * DAY))
    await expect(kept()).rejects.toThrow(/does not exist/)
    expect(await verify()).toMatchObject({ firstBad: null })
  })

  it('keeps what a slow clock wrote into the month since, with its salts', async () => {
    await writeAll()
    await removeOldMonths(now)
    await write(-1)
    await seal(addSeconds(now, 60))
    // As after a crash before the removal was completed.
    await db().auditRemoval.updateMany({ data: { cleanedAt: null } })
    await removeOldMonths(addSeconds(now, 60))
    const removal = 1
    expect(await counts()).toMatchObject({ records: 3 + removal, salts: 3 + removal })
    expect((await verify()).firstBad).toBeNull()
  })

  it('is completed even if another month does not verify', async () => {
    await writeAll()
    await removeOldMonths(now)
    await seal(addSeconds(now, 60))
    const { tableName } = await db().auditRemoval.findFirstOrThrow()
    await asSuperuser(`UPDATE audit_records SET action = 'other' WHERE action = 'thing.done'`)
    const later = addSeconds(now, 60 * DAY)
    await addAuditMonths(later)
    await expect(removeOldMonths(later)).rejects.toThrow(/is kept: place 4 of the chain: changed/)
    expect(await counts()).toMatchObject({ records: 3, seals: 3, salts: 3 })
    await expect(db().$queryRawUnsafe(`SELECT FROM "${tableName}"`)).rejects.toThrow(
      /does not exist/,
    )
  })

  it('goes on after a secret leaked that sealed old records', async () => {
    await writeAll()
    const secret = { AUTH_JWT_SECRET: 'another secret of the tests longer than 32' }
    loadSettings({ ...secret, AUDIT_REMOVE_AFTER: '90d' })
    await expect(removeOldMonths(now)).rejects.toThrow(/is kept: place 1 .*: unknown_key/)
    loadSettings({
      ...secret,
      AUDIT_REMOVE_AFTER: '90d',
      AUDIT_PREVIOUS_SECRETS: env.AUTH_JWT_SECRET,
    })
    await remove()
    expect(await verify()).toMatchObject({ firstBad: null, removed: [{ records: 3 }] })
  })

  it('covers records that were sealed among those of the next month', async () => {
    for (const at of [-2, 1, 3]) await write(at)
    await write(2, { late: 3 })
    await seal()
    await remove()
    expect(await counts()).toMatchObject({ anchors: 2, records: 3 })
    expect(await verify()).toMatchObject({ firstBad: null, verified: 3, removed: [{ records: 2 }] })
  })

  it('leaves an export that verifies without the database', async () => {
    await writeAll()
    await remove()
    const lines = await exportedLines(now)
    expect(await verifyLines(lines)).toMatchObject({
      report: { firstBad: null, verified: 3, removed: [{ records: 3 }] },
    })
    const without = lines.filter((line) => !line.startsWith('{"anchor"'))
    expect(await verifyLines(without)).toMatchObject({
      report: { firstBad: { fault: 'seal_missing', seq: 1, lastSeq: 3 } },
    })
  })

  it('compares heads from the end of what was removed on, and says which it cannot compare', async () => {
    await write(-3)
    await seal()
    const { head: inside } = await verify()
    await writeAll()
    await remove()
    expect(await verify(inside!)).toMatchObject({ firstBad: { fault: 'head_removed' } })
    const { details } = await db().auditRecord.findFirstOrThrow({
      where: { action: 'audit.removed' },
    })
    const { head } = details as { head: string }
    expect(await verify(head)).toMatchObject({ firstBad: null })
    const other = `${Number.parseInt(head)}.${'A'.repeat(43)}`
    expect(await verify(other)).toMatchObject({ firstBad: { fault: 'other_head' } })
  })

  it('removes erased records and their erasure without a fault', async () => {
    const { id } = await insertUser({ status: 'deleted' })
    await write(-3, { by: id })
    await write(-2)
    await db().$executeRaw`UPDATE audit_erasure_progress SET deleted_at = '-infinity'`
    await db().$executeRaw`
      INSERT INTO audit_records (id, occurred_at, action, outcome, target_type, target_id)
      VALUES (uuid_v7(${addSeconds(end, 1)}::timestamptz), ${addSeconds(end, 1)}::timestamptz, 'user.deleted', 'ok', 'user', ${id})`
    await seal()
    loadSettings({ ...env, AUDIT_REMOVE_AFTER: '90d', AUDIT_ERASE_AFTER: '1d' })
    await eraseDueRecords(now)
    await seal(addSeconds(now, 60))
    expect(await verifyAuditChain(now)).toMatchObject({ firstBad: null, erased: 2 })
    await remove()
    expect(await verify()).toMatchObject({ firstBad: null, erased: 1, removed: [{ records: 2 }] })
  })
})

describe('a month is kept', () => {
  const kept = async () => {
    expect(await counts()).toMatchObject({ records: 5, seals: 5, salts: 5, anchors: 0 })
    expect((await listPartitions(db()))[0]!.name).toBe(oldest)
  }

  it('without the setting, or while a record in it is not old enough', async () => {
    await writeAll()
    await removeOldMonths(addSeconds(now, -2 * DAY))
    loadSettings(env)
    await removeOldMonths(now)
    await kept()
  })

  it('if it does not verify', async () => {
    await writeAll()
    await asSuperuser(
      `UPDATE ${oldest} SET action = 'other' WHERE occurred_at < '${end.toISOString()}'`,
    )
    await expect(removeOldMonths(now)).rejects.toThrow(/is kept: place 1 of the chain: changed/)
    await kept()
  })

  it('if a record in it has no seal, or is not counted for the charts', async () => {
    await writeAll()
    await write(3, { late: 5 })
    await expect(removeOldMonths(now)).rejects.toThrow(/is kept: not every record has its seal/)
    await sealAuditRecords(now)
    await expect(removeOldMonths(now)).rejects.toThrow(/is kept: some .* not sealed and counted/)
    expect(await counts()).toMatchObject({ records: 6, anchors: 0 })
    await countActivity()
    await remove()
    expect(await verify()).toMatchObject({ firstBad: null, removed: [{ records: 4 }] })
  })
})

describe('no one can remove records unnoticed', () => {
  const detach = () => `ALTER TABLE audit_records DETACH PARTITION ${oldest}`
  const dropIt = () => `DROP TABLE ${oldest}`
  const forge = (lastSeq: number) => `INSERT INTO audit_anchors
    SELECT 1, ${lastSeq}, decode(repeat('00', 32), 'hex'), mac, '00000000-0000-0000-0000-000000000000', record_id, record_id,
      now(), key_id, row_mac FROM audit_seals WHERE seq = ${lastSeq}`

  it('by detaching a month, with its seals or without', async () => {
    await writeAll()
    await asSuperuser(detach(), dropIt())
    expect((await verify()).firstBad).toMatchObject({ fault: 'record_missing', seq: 1, lastSeq: 3 })
    await asSuperuser('DELETE FROM audit_seals WHERE seq <= 3')
    expect((await verify()).firstBad).toMatchObject({ fault: 'seal_missing', seq: 1, lastSeq: 3 })
  })

  it('by forging an anchor without the secret', async () => {
    await writeAll()
    await asSuperuser(forge(3), detach(), dropIt(), 'DELETE FROM audit_seals WHERE seq <= 3')
    expect((await verify()).firstBad).toMatchObject({ fault: 'anchor', seq: 1, lastSeq: 3 })
  })

  it('by extending, moving or deleting a genuine anchor', async () => {
    await writeAll()
    await remove()
    const cut = 'DELETE FROM audit_seals WHERE seq = 4'
    await asSuperuser('UPDATE audit_anchors SET last_seq = 4', cut)
    expect((await verify()).firstBad).toMatchObject({ fault: 'anchor' })
    await asSuperuser('UPDATE audit_anchors SET last_seq = 3, last_mac = previous_mac')
    expect((await verify()).firstBad).toMatchObject({ fault: 'anchor' })
    await asSuperuser('DELETE FROM audit_anchors')
    expect((await verify()).firstBad).toMatchObject({ fault: 'seal_missing', seq: 1, lastSeq: 4 })
  })

  it('by having the service sign an anchor for a month that is not old enough', async () => {
    await writeAll()
    const [{ real } = { real: '' }] = await db().$queryRaw<{ real: string }[]>`
      SELECT pg_get_functiondef('audit_first_id'::regproc) AS real`
    await asSuperuser(
      `CREATE OR REPLACE FUNCTION audit_first_id(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS
        $$ SELECT 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid $$`,
    )
    try {
      await expect(removeOldMonths(addSeconds(end, 89 * DAY))).rejects.toThrow(
        /kept: it is too new/,
      )
    } finally {
      await asSuperuser(real)
    }
    expect(await counts()).toEqual({ records: 5, seals: 5, salts: 5, anchors: 0 })
  })

  it('by having the service sign an anchor for places of another month', async () => {
    await writeAll()
    const first = '(SELECT record_id FROM sealed WHERE seq = 1)'
    await asSuperuser(
      'ALTER TABLE audit_seals RENAME TO sealed',
      `CREATE VIEW audit_seals AS SELECT seq, CASE WHEN current_query() LIKE '%audit_seals WHERE record_id%' THEN ${first}
        ELSE record_id END AS record_id, row_mac, mac, key_id, sealed_at, personal_digest FROM sealed`,
      `INSERT INTO audit_records (id, occurred_at, action, outcome)
        SELECT overlay(${first}::text PLACING to_char(n, 'FM000000') FROM 31)::uuid, now(), 'thing.done', 'ok'
        FROM generate_series(1, 2) n`,
    )
    try {
      await expect(removeOldMonths(now)).rejects.toThrow(/is kept: not every record has its seal/)
    } finally {
      await asSuperuser('DROP VIEW audit_seals', 'ALTER TABLE sealed RENAME TO audit_seals')
    }
    expect(await counts()).toEqual({ records: 7, seals: 5, salts: 5, anchors: 0 })
  })

  it('by an anchor for records from after its removal', async () => {
    await writeAll()
    await remove()
    const [anchor] = await listAnchors(db())
    const { id, bytes } = currentSealKey()
    const changed = { ...anchor!, idsTo: newId().replace(/^./, 'f') }
    const mac = anchorMac(bytes, changed).toString('hex')
    await asSuperuser(
      `UPDATE audit_anchors SET ids_to = '${changed.idsTo}', key_id = '${id}', mac = decode('${mac}', 'hex')`,
    )
    expect((await verify()).firstBad).toMatchObject({ fault: 'anchor', seq: 1, lastSeq: 3 })
  })

  it.each([
    'UPDATE audit_anchors SET last_seq = last_seq',
    'DELETE FROM audit_anchors',
    'TRUNCATE audit_anchors',
    'DELETE FROM audit_seals WHERE seq = 4',
    'UPDATE audit_seals SET seq = seq',
    'DELETE FROM audit_salts',
    'DELETE FROM audit_records',
  ])('as the service: %s', async (sql) => {
    await writeAll()
    await remove()
    const before = await counts()
    await expect(db().$executeRawUnsafe(sql)).rejects.toThrow(/append-only/)
    expect(await counts()).toEqual(before)
  })
})
