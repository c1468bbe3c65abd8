import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { deleteSomeOld, listStalled } from '@/lib/user-bulk/bulk-action.store'
import { queueBulkWork } from '@/lib/user-bulk/bulk-jobs'
import { DRAFT_SECONDS } from '@/lib/user-bulk/run-bulk-action'

const STALLED_AFTER_SECONDS = 300
const KEEP_REPORT_SECONDS = 30 * 86_400
/** Each may have selected ten thousand users, who go with it. */
const DELETED_AT_ONCE = 5
const AT_ONCE = 20

/** Housekeeping of bulk actions: goes on with those whose job got lost, and deletes old drafts, and reports after thirty days. */
export async function tendBulkActions(now: Date): Promise<void> {
  for (const id of await listStalled(db(), addSeconds(now, -STALLED_AFTER_SECONDS), AT_ONCE))
    await queueBulkWork(db(), id, now)
  const old = {
    draftedBefore: addSeconds(now, -DRAFT_SECONDS),
    endedBefore: addSeconds(now, -KEEP_REPORT_SECONDS),
    limit: DELETED_AT_ONCE,
  }
  while ((await deleteSomeOld(db(), old)) === DELETED_AT_ONCE);
}
