import { listAuditRows } from '@/lib/audit/audit-list.store'
import type { AuditFilters } from '@/lib/audit/audit.schemas'
import { presentAuditRecord, type AuditRecord } from '@/lib/audit/present-audit-record'
import { resolveAuditFilters } from '@/lib/audit/resolve-audit-filters'
import { isId } from '@/lib/platform/ids'
import type { Outcome } from '@/lib/platform/problems'
import { refuseCursor } from '@/lib/platform/refuse-cursor'

/** One page of the audit trail, newest first. `cursor` is what the page before returned. */
export async function listAuditRecords(
  filters: AuditFilters,
  page: { limit: number; cursor?: string | null },
): Promise<Outcome<{ records: AuditRecord[]; nextCursor: string | null }>> {
  const after = page.cursor ? readCursor(page.cursor) : null
  if (page.cursor && !after) return refuseCursor()
  const conditions = await resolveAuditFilters(filters)
  const rows = conditions ? await listAuditRows(conditions, { limit: page.limit + 1, after }) : []
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    ok: true,
    records: shown.map(presentAuditRecord),
    nextCursor: last && rows.length > page.limit ? writeCursor(last.occurred_at, last.id) : null,
  }
}

function writeCursor(occurredAt: Date, id: string): string {
  return Buffer.from(`${occurredAt.getTime()}.${id}`).toString('base64url')
}

function readCursor(cursor: string): { occurredAt: Date; id: string } | null {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, time, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(text) ?? []
  if (!time || !id || !isId(id) || writeCursor(new Date(Number(time)), id) !== cursor) return null
  return { occurredAt: new Date(Number(time)), id }
}
