import { publishPatch } from '@/lib/live/publish-live'
import type { BatchRow } from '@/lib/notifications/notification.store'
import { tellSender } from '@/lib/notifications/tell-sender'
import type { Tx } from '@/lib/platform/db/database'

/** Tells open pages how far a batch is; when it has ended, those that list them as well, and its sender wherever they are. */
export async function publishProgress(tx: Tx, batch: BatchRow): Promise<void> {
  const { id, total, delivered, failed, skipped, status } = batch
  const audience = { permission: 'notifications:send' } as const
  const data = { total, delivered, failed, skipped, status }
  await publishPatch(tx, audience, { target: `notifications/${id}`, op: 'merge', data })
  if (status !== 'running') await publishPatch(tx, audience, { target: 'notifications', op: 'invalidate' })
  if (status === 'completed' || status === 'failed') await tellSender(tx, batch)
}
