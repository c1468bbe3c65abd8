import type { AuditExportFormat, AuditFilters } from '@/lib/audit/audit.schemas'
import { type AuditRow, listAuditRows } from '@/lib/audit/audit.store'
import { resolveAuditFilters } from '@/lib/audit/list-audit-records'
import { type AuditRecord, presentAuditRecord } from '@/lib/audit/present-audit-record'
import { recordAudit } from '@/lib/audit/record-audit'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { type ExportFormat, fileStamp, type FileStream } from '@/lib/platform/export-file'
import { csvLines, jsonLines, listFile, readBatches } from '@/lib/platform/export-list'
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
  isStillAuthorized: PermissionCheck,
): Promise<FileStream> {
  const { format, filters } = asked
  await recordAudit(db(), ctx, {
    action: 'audit.exported',
    outcome: 'ok',
    actorId: principal.userId,
    details: { format, ...plain(filters) },
  })
  const conditions = await resolveAuditFilters(filters)
  return listFile(`audit-${fileStamp(ctx.now)}`, auditLines(format), {
    batches: readBatches<AuditRow>(BATCH, async (last) => {
      const after = last && { occurredAt: last.occurred_at, id: last.id }
      return conditions ? listAuditRows(conditions, { limit: BATCH, after }) : []
    }),
    isAllowed: () => isStillAuthorized(principal, 'audit:list', now()),
  })
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

/** How records are written; in CSV, their details are JSON. */
export function auditLines(format: ExportFormat) {
  return format === 'csv'
    ? csvLines(COLUMNS, (row: AuditRow) => {
        const record = presentAuditRecord(row)
        return COLUMNS.map((column) => record[column])
      })
    : jsonLines(presentAuditRecord)
}
