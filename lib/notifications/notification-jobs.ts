import { z } from 'zod'
import { beginScheduled } from '@/lib/notifications/begin-scheduled'
import { NOTIFICATION_JOBS, queueNotificationWork } from '@/lib/notifications/queue-notification-work'
import { sendSomeMails } from '@/lib/notifications/send-notification-mails'
import { sendSomeTexts } from '@/lib/notifications/send-notification-texts'
import { serveRecipients, stopNotification } from '@/lib/notifications/serve-recipients'
import { settleBatch } from '@/lib/notifications/settle-batch'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { isDatabaseAway } from '@/lib/platform/db/database-errors'
import { describeJobError } from '@/lib/platform/jobs/describe-job-error'
import type { JobRun } from '@/lib/platform/jobs/run-job'
import type { JobHandlers } from '@/lib/platform/jobs/run-due-jobs'
import { logger } from '@/lib/platform/logger'

/** A job works so long and hands over to the next one, so that batches take turns and a stop of the service waits no longer. */
const SLICE_MS = 2000
/** A fault that is no absence of the database and comes every time would come for ever. */
const MAX_TRIES = 3
/** How long a mail server or provider is left alone when it takes little. */
const PAUSE_SECONDS = 5

const payloadForm = z.object({ batch_id: z.uuid() })

/**
 * What a job worker does with notifications. They have one of their own (`server/boot.ts`), so that no mail about an account stands in line
 * behind ten thousand of these.
 */
export const notificationJobHandlers: JobHandlers = {
  [NOTIFICATION_JOBS.serve]: (payload, run) => serve(payloadForm.parse(payload).batch_id, run),
  [NOTIFICATION_JOBS.mail]: (payload, run) => send('mail', payloadForm.parse(payload).batch_id, run),
  [NOTIFICATION_JOBS.sms]: (payload, run) => send('sms', payloadForm.parse(payload).batch_id, run),
}

async function serve(batchId: string, { now, attempt }: JobRun): Promise<void> {
  const endsAt = performance.now() + SLICE_MS
  try {
    await beginScheduled(batchId, now)
    do {
      if (!(await serveRecipients(batchId, now))) return
    } while (performance.now() < endsAt)
  } catch (error) {
    if (isDatabaseAway(error) || attempt < MAX_TRIES) throw error
    logger().error({ batchId, reason: describeJobError(error) }, 'a notification was stopped')
    return stopNotification(batchId, 'internal_error', now)
  }
  await queueNotificationWork(db(), { batchId, work: 'serve' }, now)
}

const SENDERS = { mail: sendSomeMails, sms: sendSomeTexts }

async function send(work: 'mail' | 'sms', batchId: string, { now }: JobRun): Promise<void> {
  const endsAt = performance.now() + SLICE_MS
  for (;;) {
    const { taken, postponed } = await SENDERS[work](batchId, now)
    const next = (await settleBatch(batchId, now))[work]
    if (next === null) return
    const pause = postponed > taken / 2
    if (taken > 0 && !pause && performance.now() < endsAt) continue
    const runAt = pause ? addSeconds(now, PAUSE_SECONDS) : next
    return queueNotificationWork(db(), { batchId, work, runAt }, now)
  }
}
