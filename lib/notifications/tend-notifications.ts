import { purgeMails } from '@/lib/notifications/notification-mail.store'
import { cancelLeftTexts } from '@/lib/notifications/notification-text.store'
import { listStalledBatches, purgeBatches } from '@/lib/notifications/notification-work.store'
import { queueNotificationWork } from '@/lib/notifications/queue-notification-work'
import { sendingWork } from '@/lib/notifications/serve-recipients'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'

const STALLED_AFTER_SECONDS = 300
const AT_ONCE = 20
const MAILS_AT_ONCE = 1000
const KEEP_BATCHES_SECONDS = 365 * 86_400

/** Housekeeping of notifications: goes on with those whose job got lost, and deletes mails and cancels text messages that nobody will send, and after a year what was sent. */
export async function tendNotifications(now: Date): Promise<void> {
  const before = addSeconds(now, -STALLED_AFTER_SECONDS)
  for (const { id, allReached, channels } of await listStalledBatches(db(), before, AT_ONCE))
    for (const work of allReached ? sendingWork({ channels }) : (['serve'] as const))
      await queueNotificationWork(db(), { batchId: id, work }, now)
  while ((await purgeMails(db(), { endedBefore: before, limit: MAILS_AT_ONCE })) === MAILS_AT_ONCE);
  while ((await cancelLeftTexts(db(), { endedBefore: before, limit: MAILS_AT_ONCE })) === MAILS_AT_ONCE);
  const endedBefore = addSeconds(now, -KEEP_BATCHES_SECONDS)
  while ((await purgeBatches(db(), { endedBefore, limit: AT_ONCE })) === AT_ONCE);
}
