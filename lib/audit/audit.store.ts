import type { AuditOutcome } from '@/lib/audit/audit.schemas'
import { database, type Db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'

interface NewAuditRecord {
  id?: string
  occurredAt: Date
  action: string
  outcome: string
  actorId?: string | null
  targetType?: string | null
  targetId?: string | null
  ip: string | null
  userAgent: string | null
  requestId: string
  details: object
}

/** Appends records. There is no function to change them; triggers refuse that as well. */
export async function insertAuditRecords(
  db: Db,
  records: readonly NewAuditRecord[],
): Promise<void> {
  await db.auditRecord.createMany({ data: records.map((record) => ({ id: newId(), ...record })) })
}

export interface AuditRow {
  id: string
  occurred_at: Date
  action: string
  outcome: AuditOutcome
  actor_id: string | null
  target_type: string | null
  target_id: string | null
  ip: string | null
  user_agent: string | null
  request_id: string | null
  details: Record<string, unknown>
}

/**
 * The conditions of a list. `resource` is the first part of an action, `importId` the import that
 * created the users.
 */
export interface AuditConditions {
  actorId?: string
  action?: string
  resource?: string
  targetId?: string
  ip?: string
  importId?: string
  from?: Date
  to?: Date
  /**
   * Leaves out the records that `user_import.started` represents when an import is shown as one
   * entry.
   */
  grouped?: boolean
}

const COLUMNS =
  'id, occurred_at, action, outcome, actor_id, target_type, target_id, ip, user_agent, request_id, details'

/** Two partial indexes have exactly this text as their condition. */
const GROUPED = `action NOT IN ('user.imported', 'user_import.finished', 'user_import.stopped')`

/** No id is greater. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * One page of records, newest first, after `after`: reads one range of the index of one condition.
 * Each statement is planned for its values, because a generic plan would read too much if a
 * condition matches nearly everything. May be a few seconds old unless `current`.
 */
export async function listAuditRows(
  by: AuditConditions,
  page: { limit: number; after: { occurredAt: Date; id: string } | null; current?: boolean },
): Promise<AuditRow[]> {
  const values: unknown[] = []
  const value = (given: unknown) => `$${values.push(given)}`
  const where = [
    by.actorId === undefined ? null : `actor_id = ${value(by.actorId)}::uuid`,
    by.action === undefined ? null : `action = ${value(by.action)}`,
    by.resource === undefined ? null : `split_part(action, '.', 1) = ${value(by.resource)}`,
    by.targetId === undefined ? null : `target_id = ${value(by.targetId)}`,
    by.ip === undefined ? null : `ip = ${value(by.ip)}`,
    by.importId === undefined
      ? null
      : `action = 'user.imported' AND details ->> 'import_id' = ${value(by.importId)}`,
    by.grouped ? GROUPED : null,
    by.from === undefined ? null : `occurred_at >= ${value(by.from)}::timestamptz`,
    by.to === undefined ? null : `occurred_at < ${value(by.to)}::timestamptz`,
    page.after &&
      `(occurred_at, id) < (${value(page.after.occurredAt)}::timestamptz, ${value(page.after.id)}::uuid)`,
  ].filter((condition) => condition !== null)
  const text = `SELECT ${COLUMNS} FROM audit_records ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
    ORDER BY occurred_at DESC, id DESC LIMIT ${value(page.limit)}::int`
  const { pool, readForDisplay } = database()
  if (page.current) return (await pool.query<AuditRow>({ text, values })).rows
  return readForDisplay<AuditRow>({ text, values })
}

/**
 * One page of the records by or about a user, newest first, after `after`: reads one range of each
 * of two indexes.
 */
export function listAuditRowsOf(
  db: Db,
  by: { userId: string; limit: number; after: { occurredAt: Date; id: string } | null },
): Promise<AuditRow[]> {
  const { userId, limit, after } = by
  const at = after?.occurredAt ?? null
  return db.$queryRaw<AuditRow[]>`
    WITH made AS (
      SELECT * FROM audit_records WHERE actor_id = ${userId}::uuid
        AND (occurred_at, id) < (COALESCE(${at}::timestamptz, 'infinity'), COALESCE(${after?.id ?? null}::uuid, ${LAST_ID}::uuid))
      ORDER BY occurred_at DESC, id DESC LIMIT ${limit}::int),
    about AS (
      SELECT * FROM audit_records WHERE target_id = ${userId}::text
        AND (occurred_at, id) < (COALESCE(${at}::timestamptz, 'infinity'), COALESCE(${after?.id ?? null}::uuid, ${LAST_ID}::uuid))
      ORDER BY occurred_at DESC, id DESC LIMIT ${limit}::int)
    SELECT id::text AS id, occurred_at, action, outcome, actor_id::text AS actor_id, target_type, target_id, ip, user_agent, request_id, details
    FROM (SELECT * FROM made UNION ALL SELECT * FROM about WHERE actor_id IS DISTINCT FROM ${userId}::uuid) AS both_kinds
    ORDER BY occurred_at DESC, id DESC LIMIT ${limit}::int`
}

/**
 * One record with its place in the chain (null if not sealed yet); null if there is no such record.
 */
export async function findAuditRow(
  db: Db,
  id: string,
): Promise<(AuditRow & { seal: { seq: number; sealedAt: Date } | null }) | null> {
  const rows = await db.$queryRaw<(AuditRow & { seq: string | null; sealed_at: Date | null })[]>`
    SELECT a.id, a.occurred_at, a.action, a.outcome, a.actor_id, a.target_type, a.target_id, a.ip, a.user_agent, a.request_id,
      a.details, s.seq::text AS seq, s.sealed_at
    FROM audit_records a LEFT JOIN audit_seals s ON s.record_id = a.id WHERE a.id = ${id}::uuid`
  const [row] = rows
  if (!row) return null
  const { seq, sealed_at, ...record } = row
  return { ...record, seal: seq && sealed_at ? { seq: Number(seq), sealedAt: sealed_at } : null }
}

/** The details of one record, also in a database of an older version. */
export async function findAuditDetails(
  db: Db,
  id: string,
): Promise<Record<string, unknown> | null> {
  const rows = await db.$queryRaw<{ details: Record<string, unknown> | null }[]>`
    SELECT details FROM audit_records WHERE id = ${id}::uuid`
  return rows[0]?.details ?? null
}

/** How a user import ended. */
export interface ImportEnding {
  importId: string
  action: string
  occurredAt: Date
  details: Record<string, unknown>
}

/** How these imports ended, each run in order; imports in progress have no ending. */
export function listImportEndings(db: Db, importIds: readonly string[]): Promise<ImportEnding[]> {
  return db.$queryRaw<ImportEnding[]>`
    SELECT target_id AS "importId", action, occurred_at AS "occurredAt", details FROM audit_records
    WHERE target_id = ANY(${[...importIds]}::text[])
      AND action IN ('user_import.finished', 'user_import.stopped', 'user_import.cancelled')
    ORDER BY occurred_at, id`
}
