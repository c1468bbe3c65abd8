import { purgeMails } from '@/lib/notifications/notification-mail.store'
import { listStalledBatches, purgeBatches } from '@/lib/notifications/notification-work.store'
import { queueNotificationWork } from '@/lib/notifications/queue-notification-work'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'

const STALLED_AFTER_SECONDS = 300
const AT_ONCE = 20
const MAILS_AT_ONCE = 1000
const KEEP_BATCHES_SECONDS = 365 * 86_400

/** Housekeeping of notifications: goes on with those whose job got lost, and deletes mails that nobody will send, and after a year what was sent. */
export async function tendNotifications(now: Date): Promise<void> {
  const before = addSeconds(now, -STALLED_AFTER_SECONDS)
  for (const { id, allReached } of await listStalledBatches(db(), before, AT_ONCE))
    await queueNotificationWork(db(), { batchId: id, work: allReached ? 'mail' : 'serve' }, now)
  while ((await purgeMails(db(), { endedBefore: before, limit: MAILS_AT_ONCE })) === MAILS_AT_ONCE);
  const endedBefore = addSeconds(now, -KEEP_BATCHES_SECONDS)
  while ((await purgeBatches(db(), { endedBefore, limit: AT_ONCE })) === AT_ONCE);
}
