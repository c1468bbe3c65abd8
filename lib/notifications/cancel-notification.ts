import { recordAudit } from '@/lib/audit/record-audit'
import { publishPatch } from '@/lib/live/publish-live'
import { cancelTexts } from '@/lib/notifications/notification-text.store'
import { cancelBatch, findCountedBatch } from '@/lib/notifications/notification.store'
import { presentNotification, type PresentedNotification } from '@/lib/notifications/present-notification'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/**
 * Stops a notification that waits for its time or is being sent: whoever was not reached will not be; a mail that is being handed
 * over at this moment still goes. Refuses `not_found`, and `conflict` when it has ended.
 */
export async function cancelNotification(
  actor: Principal,
  id: string,
  ctx: RequestContext,
): Promise<Outcome<{ notification: PresentedNotification }>> {
  if (!isId(id)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const cancelled = await cancelBatch(tx, { id, now: ctx.now })
    if (cancelled) await cancelTexts(tx, id, ctx.now)
    const row = await findCountedBatch(tx, id)
    if (!row) return refuse('not_found')
    if (!cancelled) return refuse('conflict', { detail: ENDED })
    const { total, delivered, failed, skipped } = row
    await recordAudit(tx, ctx, {
      action: 'notification.cancelled',
      outcome: 'ok',
      actorId: actor.userId,
      targetType: 'notification',
      targetId: row.id,
      details: { total, delivered, failed, skipped },
    })
    await publishPatch(
      tx,
      { permission: 'notifications:send' },
      { target: 'notifications', op: 'invalidate' },
    )
    const one = { target: `notifications/${row.id}`, op: 'invalidate' } as const
    await publishPatch(tx, { permission: 'notifications:send' }, one)
    return { ok: true, notification: presentNotification(row) }
  })
}

const ENDED = 'This notification has already ended. Delivered messages can’t be recalled.'
