import { countTexts, type TextCounts } from '@/lib/messaging/notifications/notification-text.store'
import type { NotificationStatus } from '@/lib/messaging/notifications/notification.schemas'
import type { Db, Tx } from '@/lib/platform/db/database'
import type { NotificationBatch } from '@/prisma/generated/client'

/** A batch without its user ids, which may be thousands; batches are read often. */
export type BatchRow = Omit<NotificationBatch, 'userIds'>

/** Prisma's `omit` for every read of a batch. */
export const WITHOUT_IDS = { userIds: true } as const

/** A batch with the number of user ids and the counts of its text messages. */
export type CountedBatch = BatchRow & { userCount: number; texts: TextCounts | null }

export type NewBatch = Pick<
  NotificationBatch,
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
  | 'createdById'
  | 'apiKeyId'
  | 'createdAt'
  | 'idempotencyKeyHash'
  | 'requestHash'
>

/**
 * Inserts a batch, or returns false if the creator used the key before. Of concurrent calls with
 * one key, one inserts.
 */
export async function insertBatch(tx: Tx, batch: NewBatch): Promise<boolean> {
  const startedAt = batch.status === 'running' ? batch.createdAt : null
  const { count } = await tx.notificationBatch.createMany({
    data: [{ ...batch, startedAt, updatedAt: batch.createdAt }],
    skipDuplicates: true,
  })
  return count === 1
}

export function findBatch(db: Db, id: string): Promise<BatchRow | null> {
  return db.notificationBatch.findUnique({ where: { id }, omit: WITHOUT_IDS })
}

/** The batch with its counts. */
export async function findCountedBatch(db: Db, id: string): Promise<CountedBatch | null> {
  const row = await findBatch(db, id)
  return row && (await withCounts(db, [row]))[0]!
}

/** The batch that a user created with a key. */
export async function findBatchByKey(
  db: Db,
  { createdById, keyHash }: { createdById: string; keyHash: Uint8Array<ArrayBuffer> },
): Promise<CountedBatch | null> {
  const where = { createdById, idempotencyKeyHash: keyHash }
  const row = await db.notificationBatch.findFirst({ where, omit: WITHOUT_IDS })
  return row && (await withCounts(db, [row]))[0]!
}

/** Batches after the cursor, newest first, optionally of one status. */
export async function listBatchRows(
  db: Db,
  by: { status?: NotificationStatus | undefined; limit: number; beforeId: string | null },
): Promise<CountedBatch[]> {
  const rows = await db.notificationBatch.findMany({
    where: {
      ...(by.status && { status: by.status }),
      ...(by.beforeId && { id: { lt: by.beforeId } }),
    },
    orderBy: { id: 'desc' },
    take: by.limit,
    omit: WITHOUT_IDS,
  })
  return withCounts(db, rows)
}

/** The number of batches, optionally of one status. Counts up to `most`. */
export function countBatchRows(
  db: Db,
  status: NotificationStatus | undefined,
  most: number,
): Promise<number> {
  return db.notificationBatch.count({ where: { ...(status && { status }) }, take: most })
}

async function withCounts(db: Db, rows: readonly BatchRow[]): Promise<CountedBatch[]> {
  const ids = rows.map(({ id }) => id)
  const counts = await db.$queryRaw<{ id: string; count: number }[]>`
    SELECT id::text, cardinality(user_ids) AS count FROM notification_batches WHERE id = ANY(${ids}::uuid[])`
  const countOf = new Map(counts.map(({ id, count }) => [id, count]))
  const texts = await countTexts(
    db,
    rows.filter(({ channels }) => channels.includes('sms')).map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    userCount: countOf.get(row.id) ?? 0,
    texts: texts.get(row.id) ?? null,
  }))
}
