import type { Outcomes } from '@/lib/messaging/notifications/notification-mail.store'
import { type BatchRow, WITHOUT_IDS } from '@/lib/messaging/notifications/notification.store'
import type { Db, Tx } from '@/lib/platform/db/database'

/**
 * A batch whose time has come, in the hands of `tx` until it ends; null when it has begun, ended,
 * or is in other hands.
 */
export async function lockDueBatchForUpdate(
  tx: Tx,
  id: string,
  now: Date,
): Promise<BatchRow | null> {
  const held = await tx.$queryRaw<object[]>`
    SELECT 1 FROM notification_batches
    WHERE id = ${id}::uuid AND status = 'scheduled' AND send_at <= ${now}::timestamptz FOR UPDATE SKIP LOCKED`
  return held.length > 0
    ? tx.notificationBatch.findUnique({ where: { id }, omit: WITHOUT_IDS })
    : null
}

/**
 * A batch with recipients to be served, in the hands of `tx` until it ends; null when there is
 * none, or others have it.
 */
export async function lockRunningBatchForUpdate(tx: Tx, id: string): Promise<BatchRow | null> {
  const held = await tx.$queryRaw<object[]>`
    SELECT 1 FROM notification_batches
    WHERE id = ${id}::uuid AND status = 'running' AND NOT all_reached FOR UPDATE SKIP LOCKED`
  return held.length > 0
    ? tx.notificationBatch.findUnique({ where: { id }, omit: WITHOUT_IDS })
    : null
}

/** A batch in whatever state, in the hands of `tx` until it ends; waits for it. */
export async function lockBatchForUpdate(tx: Tx, id: string): Promise<BatchRow | null> {
  await tx.$queryRaw`SELECT 1 FROM notification_batches WHERE id = ${id}::uuid FOR UPDATE`
  return tx.notificationBatch.findUnique({ where: { id }, omit: WITHOUT_IDS })
}

/** Lets a held batch begin. */
export async function startBatch(
  tx: Tx,
  { id, total, now }: { id: string; total: number; now: Date },
): Promise<void> {
  await tx.notificationBatch.update({
    where: { id },
    data: { status: 'running', total, startedAt: now, updatedAt: now },
  })
}

/** How many recipients came to which end. */

/**
 * Counts recipients of a held batch, and moves the place up to which it came. Gives the batch as it
 * is then.
 */
export function countOutcomes(
  tx: Tx,
  id: string,
  by: Outcomes & { smsUnreachable?: number; reachedId?: string; allReached?: boolean; now: Date },
): Promise<BatchRow> {
  const { delivered, failed, skipped, smsUnreachable = 0, now, ...reached } = by
  return tx.notificationBatch.update({
    where: { id },
    data: {
      delivered: { increment: delivered },
      failed: { increment: failed },
      skipped: { increment: skipped },
      smsUnreachable: { increment: smsUnreachable },
      ...reached,
      updatedAt: now,
    },
    omit: WITHOUT_IDS,
  })
}

/** Completes a held batch. Who was counted at its begin and was gone at their turn was skipped. */
export async function completeBatch(tx: Tx, batch: BatchRow, now: Date): Promise<BatchRow> {
  const { id, delivered, failed, skipped } = batch
  const total = Math.max(batch.total, delivered + failed + skipped)
  return tx.notificationBatch.update({
    where: { id },
    data: {
      status: 'completed',
      total,
      skipped: total - delivered - failed,
      finishedAt: now,
      updatedAt: now,
    },
    omit: WITHOUT_IDS,
  })
}

/** Ends a held batch before its end; the code says why. */
export function failBatch(
  tx: Tx,
  { id, because, now }: { id: string; because: string; now: Date },
) {
  return tx.notificationBatch.update({
    where: { id },
    data: { status: 'failed', stoppedBecause: because, finishedAt: now, updatedAt: now },
    omit: WITHOUT_IDS,
  })
}

/**
 * Batches that nobody has moved since `before` although they run, or whose time came before it:
 * their job got lost.
 */
export function listStalledBatches(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ id: string; allReached: boolean; channels: string[] }[]> {
  return db.notificationBatch.findMany({
    where: {
      OR: [
        { status: 'running', updatedAt: { lt: before } },
        { status: 'scheduled', sendAt: { lt: before } },
      ],
    },
    select: { id: true, allReached: true, channels: true },
    take: limit,
  })
}

/**
 * Deletes batches that ended before then, with their keys and the ids they were sent to. Returns
 * how many.
 */
export function purgeBatches(db: Db, by: { endedBefore: Date; limit: number }): Promise<number> {
  return db.$executeRaw`
    DELETE FROM notification_batches WHERE id IN (
      SELECT id FROM notification_batches
      WHERE status IN ('completed', 'cancelled', 'failed') AND finished_at < ${by.endedBefore}::timestamptz
      LIMIT ${by.limit}::int)`
}
