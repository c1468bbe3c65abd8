import { z } from 'zod'
import { BACKLOG_CHECK_SECONDS, hasMailBacklog } from '@/lib/messaging/mail/mail-limits.store'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Db } from '@/lib/platform/db/database'
import {
  defineJob,
  defineRecurringJob,
  type JobRun,
  endOfRun,
  purgeInBatches,
} from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { deleteSomeOld, findBulkRow, listStalled } from '@/lib/users/bulk/bulk-action.store'
import { canSendMail, DRAFT_SECONDS } from '@/lib/users/bulk/bulk-kinds'
import { processBulkAction, stopBulkAction } from '@/lib/users/bulk/process-bulk-action'

/**
 * A job runs this long, then queues the next one, so that emails are sent in between and a shutdown
 * does not wait longer.
 */
const SLICE_MS = 2000

export const bulkActionJob = defineJob({
  kind: 'bulk_action',
  payload: z.object({ bulk_action_id: z.uuid() }),
  dedupeBy: ({ bulk_action_id: bulkId }) => bulkId,
  run: ({ bulk_action_id: bulkId }, run) => runSlice(bulkId, run),
  onRepeatedError: ({ bulk_action_id: bulkId }, now) =>
    stopBulkAction(bulkId, 'internal_error', now),
})

/** Queues the next job of a bulk action; inside a transaction, only if that commits. */
export function queueBulkWork(db: Db, bulkId: string, now: Date, runAt = now): Promise<void> {
  return enqueueJob(db, bulkActionJob, { bulk_action_id: bulkId }, now, runAt)
}

async function runSlice(bulkId: string, { now }: JobRun): Promise<void> {
  const bulk = await findBulkRow(db(), bulkId)
  const sendsMail = bulk !== null && canSendMail(bulk.kind)
  const endsAt = performance.now() + SLICE_MS
  let waits = false
  const enough = async () => {
    waits = sendsMail && (await hasMailBacklog(db(), now))
    return waits || performance.now() >= endsAt
  }
  if (!(await processBulkAction(bulkId, now, enough))) return
  await queueBulkWork(db(), bulkId, now, waits ? addSeconds(now, BACKLOG_CHECK_SECONDS) : now)
}

const STALLED_AFTER_SECONDS = 300
const KEEP_REPORT_SECONDS = 30 * 86_400
/** A bulk action can have 10,000 users, which are deleted with it. */
const DELETED_AT_ONCE = 5
const MAX_REQUEUED = 20

/** Resumes bulk actions whose job was lost, and deletes old drafts, and reports after 30 days. */
export const maintainBulkActions = defineRecurringJob({
  name: 'maintain-bulk-actions',
  everySeconds: 300,
  run: async (now) => {
    const stalledBefore = addSeconds(now, -STALLED_AFTER_SECONDS)
    for (const id of await listStalled(db(), stalledBefore, MAX_REQUEUED))
      await queueBulkWork(db(), id, now)
    const old = {
      draftedBefore: addSeconds(now, -DRAFT_SECONDS),
      endedBefore: addSeconds(now, -KEEP_REPORT_SECONDS),
    }
    await purgeInBatches((limit) => deleteSomeOld(db(), { ...old, limit }), {
      limit: DELETED_AT_ONCE,
      endsAt: endOfRun(),
    })
  },
})
