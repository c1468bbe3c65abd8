import { addMonths } from '@/lib/audit/audit-partitions.store'
import { addSeconds } from '@/lib/platform/clock'

/** So many months are ready that an instance may stand still over a holiday. */
const AHEAD_SECONDS = 62 * 86_400

/**
 * Creates the partitions of the next months. If it never ran, records would go to the default
 * partition, and would be moved to their months later.
 */
export function addAuditMonths(now: Date): Promise<number> {
  return addMonths(addSeconds(now, AHEAD_SECONDS))
}
