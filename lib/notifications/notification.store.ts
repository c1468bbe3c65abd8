import type { NotificationStatus } from '@/lib/notifications/notification.schemas'
import type { Db, Tx } from '@/lib/platform/db/database'
import type { NotificationBatch } from '@/prisma/generated/client'

/** A batch as it is stored. */
export type BatchRow = NotificationBatch

/** What a new batch is made of. */
export type NewBatch = Pick<
  BatchRow,
  | 'id'
  | 'status'
  | 'audience'
  | 'userIds'
  | 'roleId'
  | 'roleName'
  | 'channels'
  | 'title'
  | 'body'
  | 'href'
  | 'templateId'
  | 'personal'
  | 'sendAt'
  | 'total'
  | 'createdBy'
  | 'createdAt'
  | 'idempotencyKeyHash'
  | 'requestHash'
>

/** Writes a batch, unless its maker used the same key before: then false. Of many at once with one key, one writes. */
export async function insertBatch(tx: Tx, batch: NewBatch): Promise<boolean> {
  const startedAt = batch.status === 'running' ? batch.createdAt : null
  const { count } = await tx.notificationBatch.createMany({
    data: [{ ...batch, startedAt, updatedAt: batch.createdAt }],
    skipDuplicates: true,
  })
  return count === 1
}

/** The batch of that id. */
export function findBatch(db: Db, id: string): Promise<BatchRow | null> {
  return db.notificationBatch.findUnique({ where: { id } })
}

/** The batch that somebody made with a key. */
export function findBatchByKey(
  db: Db,
  { createdBy, keyHash }: { createdBy: string; keyHash: Uint8Array<ArrayBuffer> },
): Promise<BatchRow | null> {
  return db.notificationBatch.findFirst({ where: { createdBy, idempotencyKeyHash: keyHash } })
}

/** Batches, newest first, after the cursor; of one status where one is asked for. */
export function listBatchRows(
  db: Db,
  by: { status?: NotificationStatus | undefined; limit: number; beforeId: string | null },
): Promise<BatchRow[]> {
  return db.notificationBatch.findMany({
    where: { ...(by.status && { status: by.status }), ...(by.beforeId && { id: { lt: by.beforeId } }) },
    orderBy: { id: 'desc' },
    take: by.limit,
  })
}

/** Ends a batch that waits or runs, with nobody served from now on: one write decides. False when it has ended. */
export async function cancelBatch(tx: Tx, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const { count } = await tx.notificationBatch.updateMany({
    where: { id, status: { in: ['scheduled', 'running'] } },
    data: { status: 'cancelled', finishedAt: now, updatedAt: now },
  })
  return count === 1
}
