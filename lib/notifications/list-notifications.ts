import type { NotificationStatus } from '@/lib/notifications/notification.schemas'
import { countBatchRows, findCountedBatch, listBatchRows } from '@/lib/notifications/notification.store'
import { presentNotification, type PresentedNotification } from '@/lib/notifications/present-notification'
import { boundedCount, COUNT_PROBE, type BoundedCount } from '@/lib/platform/bounded-count'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { listPageById, type PageRequest } from '@/lib/platform/list-page'
import { refuse, type Outcome } from '@/lib/platform/problems'

/** One page of the notifications that were sent to many, by anybody, newest first. */
export async function listNotifications({
  status,
  ...page
}: PageRequest & { status?: NotificationStatus | undefined }): Promise<
  Outcome<{ notifications: PresentedNotification[]; nextCursor: string | null }>
> {
  const listed = await listPageById('notifications', page, (by) => listBatchRows(db(), { status, ...by }))
  if (!listed.ok) return listed
  return { ok: true, notifications: listed.rows.map(presentNotification), nextCursor: listed.nextCursor }
}

/** How many there are, of one status where one is asked for; exactly up to 10,000. */
export async function countNotifications(status?: NotificationStatus): Promise<BoundedCount> {
  return boundedCount(await countBatchRows(db(), status, COUNT_PROBE))
}

/** A batch and how far it is. Refuses `not_found`. */
export async function getNotification(id: string): Promise<Outcome<{ notification: PresentedNotification }>> {
  const row = isId(id) ? await findCountedBatch(db(), id) : null
  return row ? { ok: true, notification: presentNotification(row) } : refuse('not_found')
}
