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
import {
  defineJob,
  defineRecurringJob,
  type JobRun,
  purgeInBatches,
  shareTime,
} from '@/lib/platform/jobs/define-job'

/**
 * How long a job works before it queues the next one, so that batches take turns and the service
 * can stop quickly.
 */
const SLICE_MS = 2000
/** The pause before the next attempt when a mail server or provider accepts less than half. */
const PAUSE_SECONDS = 5

/** The pause before the next attempt when another transaction holds the batch, usually for less. */
const HELD_SECONDS = 1

/** So that an email about an account never queues behind ten thousand of these. */
const lane = 'notifications'

export const notificationJob = defineJob({
  ...NOTIFICATION_JOBS.serve,
  lane,
  run: ({ batch_id: batchId }, run) => serve(batchId, run),
  onRepeatedError: ({ batch_id: batchId }, now) => stopNotification(batchId, 'internal_error', now),
})

export const notificationMailJob = defineJob({
  ...NOTIFICATION_JOBS.mail,
  lane,
  run: ({ batch_id: batchId }, run) => send('mail', batchId, run),
})

export const notificationSmsJob = defineJob({
  ...NOTIFICATION_JOBS.sms,
  lane,
  run: ({ batch_id: batchId }, run) => send('sms', batchId, run),
})

async function serve(batchId: string, { now }: JobRun): Promise<void> {
  const endsAt = performance.now() + SLICE_MS
  await startScheduledBatch(batchId, now)
  do {
    const served = await serveRecipients(batchId, now)
    if (served === 'none_left') return
    // The transaction that holds it may not continue it: one that changes the sender's account
    // doesn't.
    if (served === 'held') {
      const runAt = addSeconds(now, HELD_SECONDS)
      return queueNotificationWork(db(), { batchId, work: 'serve', runAt }, now)
    }
  } while (performance.now() < endsAt)
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
const KEEP_BATCHES_SECONDS = 365 * 86_400

/**
 * Resumes batches whose job was lost, deletes emails and cancels text messages left over from ended
 * batches, and deletes batches after a year.
 */
export const maintainNotifications = defineRecurringJob({
  name: 'maintain-notifications',
  everySeconds: 300,
  run: async (now) => {
    const endedBefore = addSeconds(now, -STALLED_AFTER_SECONDS)
    for (const { id, allReached, channels } of await listStalledBatches(
      db(),
      endedBefore,
      BATCHES_AT_ONCE,
    ))
      for (const work of allReached ? sendingWork({ channels }) : (['serve'] as const))
        await queueNotificationWork(db(), { batchId: id, work }, now)
    const oldBefore = addSeconds(now, -KEEP_BATCHES_SECONDS)
    await shareTime([
      (endsAt) => purgeInBatches((limit) => purgeMails(db(), { endedBefore, limit }), { endsAt }),
      (endsAt) =>
        purgeInBatches((limit) => cancelRemainingTexts(db(), { endedBefore, limit }), { endsAt }),
      (endsAt) =>
        purgeInBatches((limit) => purgeBatches(db(), { endedBefore: oldBefore, limit }), {
          limit: BATCHES_AT_ONCE,
          endsAt,
        }),
    ])
  },
})
