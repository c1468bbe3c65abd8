import type { AuditPartition } from '@/lib/audit/audit-removal.store'
import type { Db } from '@/lib/platform/db/database'

/**
 * The partitions in the order of their records; the default partition, which has no bounds, last.
 */
export function listPartitions(db: Db): Promise<AuditPartition[]> {
  return db.$queryRaw<AuditPartition[]>`
    SELECT name, ids_from AS "idsFrom", ids_to AS "idsTo" FROM audit_partitions ORDER BY ids_to NULLS LAST`
}
