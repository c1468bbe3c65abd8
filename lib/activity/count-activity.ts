import { countSeals, tryLockProgress } from '@/lib/activity/count-activity.store'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'

const BATCH = 2000

/**
 * Counts the sealed audit records that were not counted yet into their hours, each exactly once, and returns how many seals it has gone
 * through. It follows the chain, not the clock: a record that is committed late is sealed late, and counted then, in the hour in which
 * it occurred. Of any number of callers one counts, the others return 0.
 */
export async function countActivity(): Promise<number> {
  let counted = 0
  for (;;) {
    const seals = await inTransaction(countBatch)
    counted += seals
    if (seals < BATCH) return counted
  }
}

async function countBatch(tx: Tx): Promise<number> {
  const after = await tryLockProgress(tx)
  // The seals are read after the progress is held: whoever held it before has committed.
  return after === null ? 0 : countSeals(tx, { after, limit: BATCH })
}
