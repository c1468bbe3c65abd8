import type { Db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'

interface NewAuditRecord {
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

/** Appends records. There is no function that changes one: triggers refuse it. */
export async function insertAuditRecords(db: Db, records: readonly NewAuditRecord[]): Promise<void> {
  await db.auditRecord.createMany({ data: records.map((record) => ({ id: newId(), ...record })) })
}
