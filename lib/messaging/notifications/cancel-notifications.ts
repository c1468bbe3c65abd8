import { MOST_ENDED_RECORDED, recordAudits } from '@/lib/audit/record-audit'
import { publishNotificationsChanged } from '@/lib/messaging/notifications/publish-notifications'
import { queueNotificationWork, sendingWork } from '@/lib/messaging/notifications/process-batch'
import { cancelUnended, type Unended } from '@/lib/messaging/notifications/unended.store'
import type { Tx } from '@/lib/platform/db/database'
import type { AuditContext } from '@/lib/platform/request-context'

/**
 * Cancels notifications that have not ended. The caller holds them (`lockUnended`) unless there is
 * only one. Returns how many they were. Null as `actorId` is the operator of the server.
 */
export async function cancelNotifications(
  tx: Tx,
  { actorId, ...which }: Unended & { actorId: string | null },
  ctx: AuditContext,
): Promise<number> {
  const { now } = ctx
  const { count, some } = await cancelUnended(tx, which, { limit: MOST_ENDED_RECORDED, now })
  if (count === 0) return 0
  // In the background: there may be a million messages. `maintainNotifications` clears what is left
  // of batches beyond the limit.
  for (const { id: batchId, reachedId, channels } of some)
    for (const work of reachedId ? sendingWork({ channels }) : [])
      await queueNotificationWork(tx, { batchId, work }, now)
  await recordAudits(
    tx,
    ctx,
    some.map(({ id: targetId, total, delivered, failed, skipped }) => ({
      action: 'notification.cancelled',
      outcome: 'ok',
      actorId,
      targetId,
      details: { total, delivered, failed, skipped },
    })),
  )
  // Also reaches the pages of each.
  await publishNotificationsChanged(tx)
  return count
}
