import { addMonths } from '@/lib/audit/audit-partitions.store'
import { addSeconds } from '@/lib/platform/clock'
import { inTransaction } from '@/lib/platform/db/transaction'

/** So many months are ready that an instance may stand still over a holiday. */
const AHEAD_SECONDS = 62 * 86_400

/**
 * Creates the partitions of the next months. If it never ran, records would go to the default
 * partition, and would be moved to their months later.
 */
export function addAuditMonths(now: Date): Promise<number> {
  return inTransaction((tx) => addMonths(tx, addSeconds(now, AHEAD_SECONDS)))
}
