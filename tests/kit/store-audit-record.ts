import { insertAuditRecords } from '@/lib/audit/audit.store'
import { allowUndeclaredRecords } from '@/tests/kit/undeclared-records'
import type { Db } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

/** A record with any content, such as that of an older version of the service. */
export interface AnyAuditRecord {
  action: string
  outcome: 'ok' | 'refused'
  actorId?: string | null
  targetType?: string
  targetId?: string | null
  details?: object
}

/** Stores an audit record that doesn't have to be declared. */
export function storeAuditRecord(
  db: Db,
  { now, ip, userAgent, requestId, surface }: RequestContext,
  record: AnyAuditRecord,
): Promise<void> {
  allowUndeclaredRecords()
  const details = { surface, ...record.details }
  return insertAuditRecords(db, [{ ...record, occurredAt: now, ip, userAgent, requestId, details }])
}
