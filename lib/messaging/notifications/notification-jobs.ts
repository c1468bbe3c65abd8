import { z } from 'zod'
import { sendSomeMails, sendSomeTexts } from '@/lib/messaging/notifications/deliver-notifications'
import { purgeMails } from '@/lib/messaging/notifications/notification-mail.store'
import { cancelRemainingTexts } from '@/lib/messaging/notifications/notification-text.store'
import {
  listStalledBatches,
  purgeBatches,
} from '@/lib/messaging/notifications/notification-work.store'
import {
  NOTIFICATION_JOBS,
  queueNotificationWork,
  sendingWork,
  serveRecipients,
  settleBatch,
  startScheduledBatch,
  stopNotification,
} from '@/lib/messaging/notifications/process-batch'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { isDatabaseAway } from '@/lib/platform/db/database-errors'
import { describeJobError, type JobHandlers, type JobRun } from '@/lib/platform/jobs/run-jobs'
import { logger } from '@/lib/platform/logger'

/**
 * How long a job works before it queues the next one, so that batches take turns and the service
 * can stop quickly.
 */
const SLICE_MS = 2000
/** An error that isn't a database outage may be permanent, so it isn't retried forever. */
const MAX_TRIES = 3
/** The pause before the next attempt when a mail server or provider accepts less than half. */
const PAUSE_SECONDS = 5

const payloadForm = z.object({ batch_id: z.uuid() })

/**
 * Job handlers for notifications. They run in a worker of their own (`server/run-service.ts`), so
 * that an email about an account never queues behind ten thousand of these.
 */
export const notificationJobHandlers: JobHandlers = {
  [NOTIFICATION_JOBS.serve]: (payload, run) => serve(payloadForm.parse(payload).batch_id, run),
  [NOTIFICATION_JOBS.mail]: (payload, run) =>
    send('mail', payloadForm.parse(payload).batch_id, run),
  [NOTIFICATION_JOBS.sms]: (payload, run) => send('sms', payloadForm.parse(payload).batch_id, run),
}

async function serve(batchId: string, { now, attempt }: JobRun): Promise<void> {
  const endsAt = performance.now() + SLICE_MS
  try {
    await startScheduledBatch(batchId, now)
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

const STALLED_AFTER_SECONDS = 300
const BATCHES_AT_ONCE = 20
const MAILS_AT_ONCE = 1000
const KEEP_BATCHES_SECONDS = 365 * 86_400

/**
 * Scheduled maintenance of notifications: resumes batches whose job was lost, deletes emails and
 * cancels text messages left over from ended batches, and deletes batches after a year.
 */
export async function maintainNotifications(now: Date): Promise<void> {
  const before = addSeconds(now, -STALLED_AFTER_SECONDS)
  for (const { id, allReached, channels } of await listStalledBatches(
    db(),
    before,
    BATCHES_AT_ONCE,
  ))
    for (const work of allReached ? sendingWork({ channels }) : (['serve'] as const))
      await queueNotificationWork(db(), { batchId: id, work }, now)
  while ((await purgeMails(db(), { endedBefore: before, limit: MAILS_AT_ONCE })) === MAILS_AT_ONCE);
  while (
    (await cancelRemainingTexts(db(), { endedBefore: before, limit: MAILS_AT_ONCE })) ===
    MAILS_AT_ONCE
  );
  const endedBefore = addSeconds(now, -KEEP_BATCHES_SECONDS)
  while ((await purgeBatches(db(), { endedBefore, limit: BATCHES_AT_ONCE })) === BATCHES_AT_ONCE);
}
