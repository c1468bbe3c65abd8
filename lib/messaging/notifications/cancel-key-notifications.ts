import { recordAudits } from '@/lib/audit/record-audit'
import { publishPatch } from '@/lib/messaging/live/publish-live'
import { cancelBatchesOfKey } from '@/lib/messaging/notifications/notification-work.store'
import { queueNotificationWork, sendingWork } from '@/lib/messaging/notifications/process-batch'
import type { Tx } from '@/lib/platform/db/database'
import type { AuditContext } from '@/lib/platform/request-context'

/**
 * The most that one revocation cancels. A thief may have scheduled so many that revoking the key would
 * take too long. The others end when they are due (`findBlocker`).
 */
const MOST = 500

/**
 * Cancels the notifications that were requested with a revoked API key and have not ended. Returns
 * how many.
 */
export async function cancelNotificationsOfKey(
  tx: Tx,
  { apiKeyId, userId, actorId }: { apiKeyId: string; userId: string; actorId: string },
  ctx: AuditContext,
): Promise<number> {
  const { now } = ctx
  const cancelled = await cancelBatchesOfKey(tx, { apiKeyId, userId, limit: MOST, now })
  const targets = cancelled.map(({ id }) => `notifications/${id}`)
  for (const { id: batchId, startedAt, ...batch } of cancelled)
    for (const work of startedAt ? sendingWork(batch) : [])
      await queueNotificationWork(tx, { batchId, work }, now)
  await recordAudits(
    tx,
    ctx,
    cancelled.map(({ id: targetId, total, delivered, failed, skipped }) => ({
      action: 'notification.cancelled',
      outcome: 'ok',
      actorId,
      targetId,
      details: { total, delivered, failed, skipped },
    })),
  )
  for (const target of cancelled.length > 0 ? ['notifications', ...targets] : [])
    await publishPatch(tx, { permission: 'notifications:send' }, { target, op: 'invalidate' })
  return cancelled.length
}
