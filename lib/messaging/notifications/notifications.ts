import { findEmails } from '@/lib/audit/audit-names.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { publishPatch } from '@/lib/messaging/live/publish-live'
import type { NotificationStatus } from '@/lib/messaging/notifications/notification.schemas'
import {
  cancelBatch,
  countBatchRows,
  findBatch,
  findCountedBatch,
  listBatchRows,
  listUnendedSince,
  type UnendedSince,
} from '@/lib/messaging/notifications/notification.store'
import {
  type PresentedNotification,
  presentNotification,
} from '@/lib/messaging/notifications/present-notification'
import { queueNotificationWork, sendingWork } from '@/lib/messaging/notifications/process-batch'
import { db, type Tx } from '@/lib/platform/db/database'
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
import type { AuditContext, Principal, RequestContext } from '@/lib/platform/request-context'

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
    const cancelled = await cancelOnce(tx, { id, actorId: actor.userId }, ctx)
    const row = await findCountedBatch(tx, id)
    if (!row) return refuse('not_found')
    return cancelled
      ? { ok: true, notification: presentNotification(row) }
      : refuse('conflict', { detail: ENDED })
  })
}

/**
 * Cancels the notifications that a user created since then and that have not ended: an intruder may
 * have scheduled them. Returns how many.
 */
export async function cancelNotificationsSince(
  tx: Tx,
  by: UnendedSince,
  ctx: AuditContext,
): Promise<number> {
  const outcomes: boolean[] = []
  for (const id of await listUnendedSince(tx, by))
    outcomes.push(await cancelOnce(tx, { id, actorId: by.userId }, ctx))
  return outcomes.filter(Boolean).length
}

/** False if it has ended. */
async function cancelOnce(
  tx: Tx,
  { id, actorId }: { id: string; actorId: string },
  ctx: AuditContext,
): Promise<boolean> {
  if (!(await cancelBatch(tx, { id, now: ctx.now }))) return false
  const row = (await findBatch(tx, id))!
  // In the background: there may be a million.
  for (const work of sendingWork(row))
    await queueNotificationWork(tx, { batchId: id, work }, ctx.now)
  const { total, delivered, failed, skipped } = row
  await recordAudit(tx, ctx, {
    action: 'notification.cancelled',
    outcome: 'ok',
    actorId,
    targetId: row.id,
    details: { total, delivered, failed, skipped },
  })
  for (const target of ['notifications', `notifications/${row.id}`])
    await publishPatch(tx, { permission: 'notifications:send' }, { target, op: 'invalidate' })
  return true
}

const ENDED = 'This notification has already ended. Delivered messages can’t be recalled.'
