import type { Db } from '@/lib/platform/db/database'

/** With 50 webhooks, one statement writes 5000 deliveries. */
const EVENTS_AT_ONCE = 100

/**
 * Replaces the oldest queued events with their deliveries. No two workers take the same event, and
 * none waits for another. A webhook that was disabled after an event gets it when it is enabled.
 * Returns how many events were taken.
 */
export async function expandEvents(db: Db): Promise<number> {
  const [expanded] = await db.$queryRaw<{ taken: number }[]>`
    WITH taken AS (
      DELETE FROM webhook_events WHERE id = ANY(ARRAY(
        SELECT id FROM webhook_events ORDER BY id LIMIT ${EVENTS_AT_ONCE}::int FOR UPDATE SKIP LOCKED))
      RETURNING source, about, occurred_at),
    queued AS (
      INSERT INTO webhook_deliveries (id, endpoint_id, event, data, occurred_at, next_attempt_at)
      SELECT uuid_v7(t.occurred_at), s.endpoint_id, s.event, t.about, t.occurred_at, t.occurred_at
      FROM taken t JOIN webhook_subscriptions s ON s.source = t.source
      JOIN webhook_endpoints e ON e.id = s.endpoint_id
      WHERE e.disabled_at IS NULL OR e.disabled_at > t.occurred_at)
    SELECT count(*)::int AS taken FROM taken`
  return expanded!.taken
}

/** Deletes up to `limit` events from before `before`. Returns how many. */
export function purgeEvents(db: Db, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM webhook_events WHERE id = ANY(ARRAY(
      SELECT id FROM webhook_events WHERE occurred_at < ${before}::timestamptz
      ORDER BY id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED))`
}
