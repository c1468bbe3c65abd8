import type { Outcomes } from '@/lib/messaging/notifications/notification-mail.store'
import { type BatchRow, WITHOUT_IDS } from '@/lib/messaging/notifications/notification.store'
import type { Db, Tx } from '@/lib/platform/db/database'

/** Locks a batch that is due until `tx` ends. Null if it has started or ended, or is locked. */
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
 * Locks a running batch with unserved recipients until `tx` ends. Null if there is none or it is
 * locked.
 */
export async function lockRunningBatchForUpdate(tx: Tx, id: string): Promise<BatchRow | null> {
  const held = await tx.$queryRaw<object[]>`
    SELECT 1 FROM notification_batches
    WHERE id = ${id}::uuid AND status = 'running' AND NOT all_reached FOR UPDATE SKIP LOCKED`
  return held.length > 0
    ? tx.notificationBatch.findUnique({ where: { id }, omit: WITHOUT_IDS })
    : null
}

/**
 * Whether a batch is due, or running with unserved recipients: one that could not be locked is then
 * held by another transaction.
 */
export async function isUnserved(tx: Tx, id: string, now: Date): Promise<boolean> {
  const due = { status: 'scheduled', sendAt: { lte: now } } as const
  const underWay = { status: 'running', allReached: false } as const
  return (await tx.notificationBatch.count({ where: { id, OR: [due, underWay] } })) > 0
}

/** Locks a batch with any status until `tx` ends, waiting for the lock. */
export async function lockBatchForUpdate(tx: Tx, id: string): Promise<BatchRow | null> {
  await tx.$queryRaw`SELECT 1 FROM notification_batches WHERE id = ${id}::uuid FOR UPDATE`
  return tx.notificationBatch.findUnique({ where: { id }, omit: WITHOUT_IDS })
}

/** Starts a locked batch. */
export async function startBatch(
  tx: Tx,
  { id, total, now }: { id: string; total: number; now: Date },
): Promise<void> {
  await tx.notificationBatch.update({
    where: { id },
    data: { status: 'running', total, startedAt: now, updatedAt: now },
  })
}

/**
 * Adds recipients to the counters of a locked batch and moves its position. Returns the updated
 * batch.
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

/** Completes a locked batch. Users counted at its start who were gone at their turn are skipped. */
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

/** Ends a locked batch early. The code says why. */
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
 * Running batches not updated since `before`, and scheduled batches that were due before it: their
 * job was lost.
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
 * Deletes batches that ended before `endedBefore`, with their keys and user ids. Returns how many.
 */
export function purgeBatches(db: Db, by: { endedBefore: Date; limit: number }): Promise<number> {
  return db.$executeRaw`
    DELETE FROM notification_batches WHERE id IN (
      SELECT id FROM notification_batches
      WHERE status IN ('completed', 'cancelled', 'failed') AND finished_at < ${by.endedBefore}::timestamptz
      LIMIT ${by.limit}::int)`
}
