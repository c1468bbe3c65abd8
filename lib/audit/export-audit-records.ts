import { listAuditRows, type AuditConditions } from '@/lib/audit/audit-list.store'
import type { AuditExportFormat, AuditFilters } from '@/lib/audit/audit.schemas'
import { auditCsvHeader, formatAuditCsv } from '@/lib/audit/format-audit-csv'
import { presentAuditRecord, type AuditRecord } from '@/lib/audit/present-audit-record'
import { recordAudit } from '@/lib/audit/record-audit'
import { resolveAuditFilters } from '@/lib/audit/resolve-audit-filters'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { begun, fileStamp, fileStream, type FileStream } from '@/lib/platform/file-stream'
import { refuse, RefusedError } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { stillHolds } from '@/lib/sessions/still-holds'

const BATCH = 500

/**
 * Exports the audit trail, newest first. The export itself is on record before anything leaves. Whoever loses the session or the
 * permission meanwhile gets no further batch: the stream then throws, so that the file is seen to be cut.
 */
export async function exportAuditRecords(
  asked: { format: AuditExportFormat; filters: AuditFilters },
  principal: Principal,
  ctx: RequestContext,
): Promise<FileStream> {
  const { format, filters } = asked
  await recordAudit(db(), ctx, {
    action: 'audit.exported',
    outcome: 'ok',
    actorId: principal.userId,
    details: { format, ...plain(filters) },
  })
  const batches = batchesOf(await resolveAuditFilters(filters), principal)
  const chunks = await begun(format === 'csv' ? csv(batches) : ndjson(batches))
  return fileStream(`audit-${fileStamp(ctx.now)}`, format, chunks)
}

async function* batchesOf(
  conditions: AuditConditions | null,
  principal: Principal,
): AsyncGenerator<AuditRecord[]> {
  let after: { occurredAt: Date; id: string } | null = null
  while (conditions) {
    if (!(await stillHolds(principal, 'audit:list', now()))) throw new RefusedError(refuse('session_revoked'))
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
  for await (const records of batches) yield records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

function plain(filters: AuditFilters): Record<string, string> {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  )
}
