import type { AuditExportFormat, AuditFilters } from '@/lib/audit/audit.schemas'
import { type AuditConditions, listAuditRows } from '@/lib/audit/audit.store'
import { resolveAuditFilters } from '@/lib/audit/list-audit-records'
import { type AuditRecord, presentAuditRecord } from '@/lib/audit/present-audit-record'
import { recordAudit } from '@/lib/audit/record-audit'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import {
  csvLine,
  fileStamp,
  fileStream,
  type FileStream,
  primeStream,
} from '@/lib/platform/export-file'
import { refuse, RefusedError } from '@/lib/platform/problems'
import type { PermissionCheck, Principal, RequestContext } from '@/lib/platform/request-context'

const BATCH = 500

/**
 * Exports the audit trail, newest first. The export itself is audited before any data is sent. If
 * the session or the permission ends during the export, no further batch is sent and the stream
 * throws, so that the file is visibly truncated.
 */
export async function exportAuditRecords(
  asked: { format: AuditExportFormat; filters: AuditFilters },
  principal: Principal,
  ctx: RequestContext,
  stillHolds: PermissionCheck,
): Promise<FileStream> {
  const { format, filters } = asked
  await recordAudit(db(), ctx, {
    action: 'audit.exported',
    outcome: 'ok',
    actorId: principal.userId,
    details: { format, ...plain(filters) },
  })
  const batches = batchesOf(await resolveAuditFilters(filters), () =>
    stillHolds(principal, 'audit:list', now()),
  )
  const chunks = await primeStream(format === 'csv' ? csv(batches) : ndjson(batches))
  return fileStream(`audit-${fileStamp(ctx.now)}`, format, chunks)
}

async function* batchesOf(
  conditions: AuditConditions | null,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<AuditRecord[]> {
  let after: { occurredAt: Date; id: string } | null = null
  while (conditions) {
    if (!(await isAllowed())) throw new RefusedError(refuse('session_revoked'))
    const rows = await listAuditRows(conditions, { limit: BATCH, after })
    yield rows.map(presentAuditRecord)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = { occurredAt: last.occurred_at, id: last.id }
  }
}

async function* csv(batches: AsyncGenerator<AuditRecord[]>): AsyncGenerator<string> {
  let lead = auditCsvHeader
  for await (const records of batches) {
    yield lead + formatAuditCsv(records)
    lead = ''
  }
  if (lead) yield lead
}

async function* ndjson(batches: AsyncGenerator<AuditRecord[]>): AsyncGenerator<string> {
  for await (const records of batches)
    yield records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

function plain(filters: AuditFilters): Record<string, string> {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  )
}

const COLUMNS = [
  'id',
  'occurred_at',
  'action',
  'outcome',
  'actor_id',
  'target_type',
  'target_id',
  'ip',
  'user_agent',
  'request_id',
  'details',
] as const satisfies readonly (keyof AuditRecord)[]

/** The header line with the column names. */
export const auditCsvHeader = csvLine(COLUMNS)

/**
 * Formats records as lines of CSV (RFC 4180), the details as JSON. No cell can be interpreted as a
 * formula.
 */
export function formatAuditCsv(records: readonly AuditRecord[]): string {
  return records.map((record) => csvLine(COLUMNS.map((column) => record[column]))).join('')
}
