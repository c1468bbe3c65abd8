import { failBatch, holdDueBatch, startBatch } from '@/lib/notifications/notification-work.store'
import { findBatch } from '@/lib/notifications/notification.store'
import { publishProgress } from '@/lib/notifications/publish-progress'
import { countRecipients } from '@/lib/notifications/recipients.store'
import type { Db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { readGrants } from '@/lib/rbac/grants.store'

/** Lets a batch begin whose time has come, if whoever asked for it may still send; counts its recipients anew. Any other is left alone. */
export function beginScheduled(batchId: string, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    const batch = await holdDueBatch(tx, batchId, now)
    if (!batch) return
    const because = await whyNot(tx, batch.createdBy)
    if (because) await failBatch(tx, { id: batchId, because, now })
    else await startBatch(tx, { id: batchId, total: await countRecipients(tx, batch), now })
    await publishProgress(tx, (await findBatch(tx, batchId))!)
  })
}

async function whyNot(db: Db, userId: string | null): Promise<string | null> {
  const grants = userId === null ? null : await readGrants(db, userId)
  if (grants?.status !== 'active') return 'actor_not_active'
  return grants.permissions.has('notifications:send') ? null : 'permission_lost'
}
