import { findAuditRow } from '@/lib/audit/audit-list.store'
import { presentAuditRecord, type AuditRecord } from '@/lib/audit/present-audit-record'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'

/** One record, with its place in the chain and when it was sealed; null while it waits. */
export async function getAuditRecord(
  id: string,
): Promise<Outcome<{ record: AuditRecord; seal: { seq: number; sealedAt: Date } | null }>> {
  const row = isId(id) ? await findAuditRow(db(), id) : null
  if (!row) return refuse('not_found')
  return { ok: true, record: presentAuditRecord(row), seal: row.seal }
}
