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

/** Appends a record. There is no function that changes one: triggers refuse it. */
export async function insertAuditRecord(db: Db, record: NewAuditRecord): Promise<void> {
  await db.auditRecord.createMany({ data: { id: newId(), ...record } })
}
