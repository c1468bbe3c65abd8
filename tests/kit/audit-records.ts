import { db } from '@/lib/platform/db/database'

/** The audit records about that user or thing, in the order in which they were written. */
export const auditRecordsOf = (targetId: string) =>
  db().auditRecord.findMany({ where: { targetId }, orderBy: { id: 'asc' } })
