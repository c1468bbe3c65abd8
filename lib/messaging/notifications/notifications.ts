import { findEmails } from '@/lib/audit/audit-names.store'
import { cancelNotifications } from '@/lib/messaging/notifications/cancel-notifications'
import type { NotificationStatus } from '@/lib/messaging/notifications/notification.schemas'
import {
  countBatchRows,
  findCountedBatch,
  listBatchRows,
} from '@/lib/messaging/notifications/notification.store'
import {
  type PresentedNotification,
  presentNotification,
} from '@/lib/messaging/notifications/present-notification'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import {
  boundedCount,
  type BoundedCount,
  COUNT_PROBE,
  listPageById,
  type PageRequest,
} from '@/lib/platform/pagination'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** One page of bulk notifications from all senders, newest first. */
export async function listNotifications({
  status,
  ...page
}: PageRequest & { status?: NotificationStatus | undefined }): Promise<
  Outcome<{ notifications: PresentedNotification[]; nextCursor: string | null }>
> {
  const listed = await listPageById('notifications', page, (by) =>
    listBatchRows(db(), { status, ...by }),
  )
  if (!listed.ok) return listed
  return {
    ok: true,
    notifications: listed.rows.map(presentNotification),
    nextCursor: listed.nextCursor,
  }
}

/** The number of notifications, optionally of one status. Exact up to 10,000. */
export async function countNotifications(status?: NotificationStatus): Promise<BoundedCount> {
  return boundedCount(await countBatchRows(db(), status, COUNT_PROBE))
}

/** A batch with its progress. Refuses `not_found`. */
export async function getNotification(
  id: string,
): Promise<Outcome<{ notification: PresentedNotification }>> {
  const row = isId(id) ? await findCountedBatch(db(), id) : null
  return row ? { ok: true, notification: presentNotification(row) } : refuse('not_found')
}

/** The email addresses of the senders of these notifications, by id. */
export function nameSenders(
  notifications: readonly Pick<PresentedNotification, 'created_by'>[],
): Promise<Map<string, string>> {
  return findEmails(db(), [...new Set(notifications.flatMap(({ created_by: id }) => id ?? []))])
}

/**
 * Cancels a notification that is scheduled or being sent. Remaining recipients aren't reached; an
 * email being sent at this moment still goes out. Refuses `not_found`, and `conflict` if it has
 * ended.
 */
export async function cancelNotification(
  actor: Principal,
  id: string,
  ctx: RequestContext,
): Promise<Outcome<{ notification: PresentedNotification }>> {
  if (!isId(id)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const canceled = await cancelNotifications(tx, { batchId: id, actorId: actor.userId }, ctx)
    const row = await findCountedBatch(tx, id)
    if (!row) return refuse('not_found')
    return canceled > 0
      ? { ok: true, notification: presentNotification(row) }
      : refuse('conflict', { detail: ENDED })
  })
}

const ENDED = 'This notification has already ended. Delivered messages can’t be recalled.'
