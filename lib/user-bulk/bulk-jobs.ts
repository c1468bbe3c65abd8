import { z } from 'zod'
import { BACKLOG_CHECK_SECONDS, hasMailBacklog } from '@/lib/mail/mail-backlog.store'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Db } from '@/lib/platform/db/database'
import { isDatabaseAway } from '@/lib/platform/db/database-errors'
import { describeJobError } from '@/lib/platform/jobs/describe-job-error'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import type { JobHandlers } from '@/lib/platform/jobs/run-due-jobs'
import type { JobRun } from '@/lib/platform/jobs/run-job'
import { logger } from '@/lib/platform/logger'
import { findBulkRow } from '@/lib/user-bulk/bulk-action.store'
import { stopBulk, workOff } from '@/lib/user-bulk/work-off'

const JOB = 'bulk_action'
/** A job works for this long, then queues the next one: mails get their turn, and a service that stops need not wait longer. */
const SLICE_MS = 2000
/** A fault that is no absence of the database and comes every time would come forever. */
const MAX_TRIES = 3

const payloadForm = z.object({ bulk_action_id: z.uuid() })

/** Queues the (next) work on a bulk action; in a transaction if and only if that commits. */
export function queueBulkWork(db: Db, bulkId: string, now: Date, runAt = now): Promise<void> {
  const job = { kind: JOB, payload: { bulk_action_id: bulkId }, runAt, dedupeKey: `${JOB}:${bulkId}` }
  return enqueueJob(db, job, now)
}

/** What the job worker does with bulk actions. */
export const bulkActionJobHandlers: JobHandlers = {
  [JOB]: (payload, run) => handle(payloadForm.parse(payload).bulk_action_id, run),
}

async function handle(bulkId: string, { now, attempt }: JobRun): Promise<void> {
  const sendsMail = (await findBulkRow(db(), bulkId))?.kind === 'resend_invitation'
  const endsAt = performance.now() + SLICE_MS
  const enough = async () => performance.now() >= endsAt || (sendsMail && (await hasMailBacklog(db(), now)))
  try {
    if (!(await workOff(bulkId, now, enough))) return
  } catch (error) {
    if (isDatabaseAway(error) || attempt < MAX_TRIES) throw error
    logger().error({ bulkId, reason: describeJobError(error) }, 'a bulk action was stopped')
    return stopBulk(bulkId, 'internal_error', now)
  }
  await queueBulkWork(db(), bulkId, now, sendsMail ? addSeconds(now, BACKLOG_CHECK_SECONDS) : now)
}
