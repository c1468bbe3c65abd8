import { z } from 'zod'
import { findUserId } from '@/lib/audit/audit-names.store'
import type { AuditFilters } from '@/lib/audit/audit.schemas'
import {
  type AuditConditions,
  type AuditRow,
  findAuditRow,
  type ImportEnding,
  listAuditRows,
  listImportEndings,
} from '@/lib/audit/audit.store'
import { type AuditRecord, presentAuditRecord } from '@/lib/audit/present-audit-record'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { listPage, type PageRequest } from '@/lib/platform/pagination'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { can, type Principal } from '@/lib/platform/request-context'

/**
 * Converts a user's filters to conditions on columns; null if nothing can match (no account has the
 * address).
 */
export async function resolveAuditFilters(filters: AuditFilters): Promise<AuditConditions | null> {
  const { actor, action, target, ip, import: importId, from, to } = filters
  const actorId = actor?.includes('@') ? await findUserId(db(), actor) : actor
  if (actorId === null) return null
  const kind = action?.endsWith('.*') ? { resource: action.slice(0, -2) } : { action }
  return { actorId, ...kind, targetId: target, ip, importId, from, to }
}

const AUDIT = {
  name: 'audit',
  placeOf: ({ occurred_at, id }: AuditRow) => [occurred_at.toISOString(), id],
}

/**
 * One page of the audit trail, newest first. With `grouped`, and if the filters allow it, an import
 * is shown as one entry: its start.
 */
export async function listAuditRecords(
  filters: AuditFilters,
  page: PageRequest & { grouped?: boolean },
): Promise<Outcome<{ records: AuditRecord[]; nextCursor: string | null }>> {
  const { grouped = false, ...request } = page
  const listed = await listPage(AUDIT, request, async ({ after, limit }) => {
    const conditions = await resolveAuditFilters(filters)
    if (!conditions) return []
    const place = after && { occurredAt: new Date(after[0]!), id: after[1]! }
    const by = { ...conditions, grouped: grouped && admitsGroups(filters) }
    return listAuditRows(by, { limit, after: place })
  })
  if (!listed.ok) return listed
  return { ok: true, records: listed.rows.map(presentAuditRecord), nextCursor: listed.nextCursor }
}

/**
 * Whether a list with these filters may show an import as one entry. Not in a search for single
 * records, because their import may not match the filters itself.
 */
export function admitsGroups({
  actor: _actor,
  from: _from,
  to: _to,
  ...single
}: AuditFilters): boolean {
  return Object.values(single).every((value) => value === undefined)
}

/**
 * The newest records in which a user is the actor or the target, each once; needs `audit:list`.
 * Reads two ranges of two indexes, each no further than the result can reach.
 */
export async function listRecordsAbout(
  actor: Principal,
  by: { userId: string; limit: number },
): Promise<Outcome<{ records: AuditRecord[] }>> {
  if (!can(actor, 'audit:list'))
    return refuse('insufficient_permission', { requiredPermission: 'audit:list' })
  const page = { limit: by.limit, after: null }
  const found = await Promise.all([
    listAuditRows({ actorId: by.userId }, page),
    listAuditRows({ targetId: by.userId }, page),
  ])
  const rows = new Map(found.flat().map((row) => [row.id, row]))
  return {
    ok: true,
    records: [...rows.values()].sort(newestFirst).slice(0, by.limit).map(presentAuditRecord),
  }
}

function newestFirst(a: AuditRow, b: AuditRow): number {
  return b.occurred_at.getTime() - a.occurred_at.getTime() || (a.id < b.id ? 1 : -1)
}

/** One record with its place in the chain and when it was sealed; null while it waits. */
export async function getAuditRecord(
  id: string,
): Promise<Outcome<{ record: AuditRecord; seal: { seq: number; sealedAt: Date } | null }>> {
  const row = isId(id) ? await findAuditRow(db(), id) : null
  if (!row) return refuse('not_found')
  return { ok: true, record: presentAuditRecord(row), seal: row.seal }
}

/** The result of a user import that a record says was started. */
export interface ImportRun {
  importId: string
  dryRun: boolean
  status: 'running' | 'finished' | 'stopped' | 'cancelled'
  /**
   * Rows that became users, or would have in a dry run, and rows that were refused; both 0 while it
   * runs.
   */
  created: number
  refused: number
}

const STARTED = 'user_import.started'

/** The result of each import that one of these records started, by the id of the record. */
export async function findImportRuns(
  records: readonly AuditRecord[],
): Promise<Map<string, ImportRun>> {
  const started = records.filter(({ action, outcome }) => action === STARTED && outcome === 'ok')
  const ids = new Set(started.flatMap(({ target_id }) => target_id ?? []))
  const endings = ids.size > 0 ? await listImportEndings(db(), [...ids]) : []
  return new Map(started.map((record) => [record.id, runOf(record, endings)]))
}

const counts = z.object({ created: z.int(), refused: z.int() })

function runOf(
  { target_id, occurred_at, details }: AuditRecord,
  endings: readonly ImportEnding[],
): ImportRun {
  const begun = { importId: target_id!, dryRun: details.dry_run === true }
  // A dry run followed by the real import has a second start with the same id.
  const ending = endings.find(
    ({ importId, occurredAt }) => importId === target_id && occurredAt >= new Date(occurred_at),
  )
  if (!ending) return { ...begun, status: 'running', created: 0, refused: 0 }
  const { created, refused } = counts.safeParse(ending.details).data ?? { created: 0, refused: 0 }
  const status = ending.action.split('.')[1] as 'finished' | 'stopped' | 'cancelled'
  return { ...begun, status, created, refused }
}
