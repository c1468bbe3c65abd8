import type { Db, Tx } from '@/lib/platform/db/database'

/**
 * Creates the partitions of the months up to that of `until` that don't exist yet. Returns how many.
 * Gives up if it would make requests wait longer than half a second.
 */
export async function addMonths(tx: Tx, until: Date): Promise<number> {
  await tx.$executeRaw`SET LOCAL lock_timeout = '500ms'`
  const [row] = await tx.$queryRaw<{ added: number }[]>`
    SELECT audit_add_months(${until}::timestamptz) AS added`
  return row!.added
}

/** A partition of the audit trail and the ids it holds; null where it has no bound. */
export interface AuditPartition {
  name: string
  idsFrom: string | null
  idsTo: string | null
}

/** The partitions in the order of their records; the default partition, which has no bounds, last. */
export function listPartitions(db: Db): Promise<AuditPartition[]> {
  return db.$queryRaw<AuditPartition[]>`
    SELECT name, ids_from AS "idsFrom", ids_to AS "idsTo" FROM audit_partitions ORDER BY ids_to NULLS LAST`
}
