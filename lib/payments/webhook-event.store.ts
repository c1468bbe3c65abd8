import type { Db, Tx } from '@/lib/platform/db/database'

/** Notes an event in the transaction that acts on it. False when it has been acted on already. */
export async function insertWebhookEvent(
  tx: Tx,
  event: { provider: string; eventId: string; type: string; paymentId: string | null; receivedAt: Date },
): Promise<boolean> {
  const { count } = await tx.paymentWebhookEvent.createMany({ data: event, skipDuplicates: true })
  return count === 1
}

/** Deletes events that no provider sends again; returns how many. */
export async function purgeWebhookEvents(db: Db, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM payment_webhook_events WHERE (provider, event_id) IN (
      SELECT provider, event_id FROM payment_webhook_events WHERE received_at < ${before} LIMIT ${limit})`
}
