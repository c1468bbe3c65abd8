import { listAuditRows, type AuditConditions } from '@/lib/audit/audit-list.store'
import type { AuditExportFormat, AuditFilters } from '@/lib/audit/audit.schemas'
import { auditCsvHeader, formatAuditCsv } from '@/lib/audit/format-audit-csv'
import { presentAuditRecord, type AuditRecord } from '@/lib/audit/present-audit-record'
import { recordAudit } from '@/lib/audit/record-audit'
import { resolveAuditFilters } from '@/lib/audit/resolve-audit-filters'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { refuse, RefusedError } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { stillHolds } from '@/lib/sessions/still-holds'

const BATCH = 500

export interface AuditExport {
  /** What the file is called when it is kept. */
  fileName: string
  contentType: string
  /** The file, a batch at a time. Between two batches it holds neither a connection nor a transaction. */
  chunks: AsyncGenerator<string>
}

/**
 * Exports the audit trail, newest first. The export itself is on record before anything leaves. Whoever loses the session or the
 * permission meanwhile gets no further batch: the stream then throws, so that the file is seen to be cut.
 */
export async function exportAuditRecords(
  asked: { format: AuditExportFormat; filters: AuditFilters },
  principal: Principal,
  ctx: RequestContext,
): Promise<AuditExport> {
  const { format, filters } = asked
  await recordAudit(db(), ctx, {
    action: 'audit.exported',
    outcome: 'ok',
    actorId: principal.userId,
    details: { format, ...plain(filters) },
  })
  const batches = batchesOf(await resolveAuditFilters(filters), principal)
  const stamp = ctx.now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  return {
    fileName: `audit-${stamp}.${format}`,
    contentType: format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson',
    chunks: await begun(format === 'csv' ? csv(batches) : ndjson(batches)),
  }
}

/** Makes the first chunk before the answer begins: what goes wrong by then is still told as a problem. */
async function begun(chunks: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await chunks.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* chunks
  })()
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
