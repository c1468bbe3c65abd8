import type { DeliveryStatus } from '@/lib/messaging/webhooks/webhook.schemas'
import { addSeconds } from '@/lib/platform/clock'
import type { Db, Tx } from '@/lib/platform/db/database'
import { COUNT_LIMIT } from '@/lib/platform/pagination'
import type { WebhookDelivery } from '@/prisma/generated/client'

export type DeliveryRow = WebhookDelivery

/**
 * How long a claimed delivery belongs to its worker, by the clock of the database: longer than an
 * attempt can take. Afterwards, it is due again.
 */
export const LEASE_SECONDS = 60

/** How many attempts one instance makes at once for a webhook; a failing one gets one. */
const PER_ENDPOINT = 4

/** A delivery claimed by this worker. `attempts` identifies the claim. */
export interface ClaimedDelivery {
  id: string
  endpointId: string
  event: string
  data: Record<string, string>
  occurredAt: Date
  attempts: number
  tries: number
  url: string
  secret: Uint8Array
  previousSecret: Uint8Array | null
  previousSecretExpiresAt: Date | null
}

/**
 * Claims what is due, for each webhook as much as `busy` (its running attempts here) leaves room
 * for, so that no webhook takes the place of another. No two workers get the same delivery, and
 * none waits for another. Instances of earlier builds, which don't know `locked_until`, leave a
 * claimed delivery alone because of its `next_attempt_at`.
 */
export async function claimDeliveries(
  db: Db,
  { busy, now }: { busy: ReadonlyMap<string, number>; now: Date },
): Promise<ClaimedDelivery[]> {
  return db.$queryRaw<ClaimedDelivery[]>`
    WITH room AS (
      SELECT e.id, CASE WHEN e.failing_since IS NULL THEN ${PER_ENDPOINT}::int ELSE 1 END - COALESCE(b.running, 0) AS free
      FROM webhook_endpoints e
      LEFT JOIN unnest(${[...busy.keys()]}::uuid[], ${[...busy.values()]}::int[]) AS b (id, running) ON b.id = e.id
      WHERE e.disabled_at IS NULL),
    due AS MATERIALIZED (
      SELECT d.id FROM room CROSS JOIN LATERAL (
        SELECT id FROM webhook_deliveries
        WHERE endpoint_id = room.id AND status = 'pending' AND next_attempt_at <= ${now}::timestamptz
          AND (locked_until IS NULL OR locked_until <= clock_timestamp())
        ORDER BY next_attempt_at, id LIMIT GREATEST(room.free, 0) FOR UPDATE SKIP LOCKED) d)
    UPDATE webhook_deliveries d SET attempts = d.attempts + 1, tries = d.tries + 1,
      last_attempt_at = ${now}::timestamptz, next_attempt_at = ${addSeconds(now, LEASE_SECONDS)}::timestamptz,
      locked_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int)
    FROM due, webhook_endpoints e WHERE d.id = due.id AND e.id = d.endpoint_id
    RETURNING d.id::text, d.endpoint_id::text AS "endpointId", d.event, d.data, d.occurred_at AS "occurredAt", d.attempts,
      d.tries, e.url, e.secret, e.previous_secret AS "previousSecret", e.previous_secret_expires_at AS "previousSecretExpiresAt"`
}

/** What came of an attempt. Only a pending delivery has a `nextAttemptAt`. */
export interface AttemptResult {
  status: DeliveryStatus
  nextAttemptAt: Date | null
  durationMs: number
  responseStatus: number | null
  responseExcerpt: string | null
  error: string | null
}

/**
 * Records what came of an attempt, and whether its webhook is failing, unless another worker has
 * claimed the delivery since. If the URL has been replaced meanwhile, the attempt says nothing
 * about the webhook, and a delivery that failed for good gets a new schedule. Returns since when
 * the webhook has been failing.
 */
export async function settleDelivery(
  db: Db,
  claim: Pick<ClaimedDelivery, 'id' | 'endpointId' | 'attempts' | 'url'>,
  result: AttemptResult,
  now: Date,
): Promise<{ failingSince: Date | null }> {
  const ok = result.status === 'delivered'
  // After the last failure, the webhook is locked first, so that a change of its URL that is about
  // to commit counts.
  const [row] = await db.$queryRaw<{ failingSince: Date | null }[]>`
    WITH endpoint AS MATERIALIZED (
      SELECT url <> ${claim.url}::text AS moved FROM webhook_endpoints
      WHERE id = ${claim.endpointId}::uuid AND ${result.status}::text = 'failed' FOR NO KEY UPDATE),
    outcome AS (
      SELECT COALESCE((SELECT moved FROM endpoint), FALSE) AS moved),
    settled AS (
      UPDATE webhook_deliveries SET status = CASE WHEN moved THEN 'pending' ELSE ${result.status}::text END,
        tries = CASE WHEN moved THEN 0 ELSE tries END, duration_ms = ${result.durationMs}::int,
        locked_until = NULL,
        next_attempt_at = COALESCE(${result.nextAttemptAt}::timestamptz, next_attempt_at),
        response_status = ${result.responseStatus}::int, response_excerpt = ${result.responseExcerpt}::text,
        error = ${result.error}::text
      FROM outcome WHERE id = ${claim.id}::uuid AND attempts = ${claim.attempts}::int AND status = 'pending'
      RETURNING endpoint_id)
    UPDATE webhook_endpoints e SET failing_since =
      CASE WHEN ${ok}::boolean THEN NULL ELSE COALESCE(e.failing_since, ${now}::timestamptz) END
    FROM settled WHERE e.id = settled.endpoint_id AND e.url = ${claim.url}::text
      AND (e.failing_since IS NOT NULL OR NOT ${ok}::boolean)
    RETURNING e.failing_since AS "failingSince"`
  return row ?? { failingSince: null }
}

/** Queues one event for one webhook. */
export async function insertDelivery(
  tx: Tx,
  delivery: Pick<DeliveryRow, 'id' | 'endpointId' | 'event'> & { data: object; now: Date },
): Promise<DeliveryRow> {
  const { now, ...fields } = delivery
  return tx.webhookDelivery.create({ data: { ...fields, occurredAt: now, nextAttemptAt: now } })
}

/** Deliveries of a webhook after the cursor, newest first. */
export function listDeliveryRows(
  db: Db,
  by: { endpointId: string; status?: DeliveryStatus; limit: number; beforeId: string | null },
): Promise<DeliveryRow[]> {
  const { endpointId, status, beforeId } = by
  return db.webhookDelivery.findMany({
    where: { endpointId, ...(status && { status }), ...(beforeId && { id: { lt: beforeId } }) },
    orderBy: { id: 'desc' },
    take: by.limit,
  })
}

export function findDelivery(db: Db, id: string): Promise<DeliveryRow | null> {
  return db.webhookDelivery.findUnique({ where: { id } })
}

/** A delivery that is due in less than this is not brought forward: it is about to be sent. */
const SOON_SECONDS = 1

/**
 * Makes a delivery due now, with its id and a new schedule: one that is finished, or that waits for
 * its next attempt. False if it is due already or being sent: of any number of callers, one queues
 * it.
 */
export async function requeueDelivery(tx: Tx, id: string, now: Date): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE webhook_deliveries SET status = 'pending', tries = 0, next_attempt_at = ${now}::timestamptz
    WHERE id = ${id}::uuid AND (status <> 'pending'
      OR (next_attempt_at > ${addSeconds(now, SOON_SECONDS)}::timestamptz
        AND (locked_until IS NULL OR locked_until <= clock_timestamp())))`
  return count === 1
}

/** How far the clock of the worker that made an attempt may be ahead. */
const CLOCK_SKEW_SECONDS = 2

/**
 * Makes up to `limit` deliveries of a webhook due now whose last attempt began by `since` and
 * that wait for the next one, with a new schedule: what failed before says nothing about the
 * attempts to come. Returns how many.
 */
export function bringForward(
  db: Db,
  { endpointId, since, now }: { endpointId: string; since: Date; now: Date },
  limit: number,
): Promise<number> {
  return db.$executeRaw`
    UPDATE webhook_deliveries SET tries = 0, next_attempt_at = ${now}::timestamptz WHERE id IN (
      SELECT id FROM webhook_deliveries
      WHERE endpoint_id = ${endpointId}::uuid AND status = 'pending'
        AND last_attempt_at <= ${addSeconds(since, CLOCK_SKEW_SECONDS)}::timestamptz
        AND next_attempt_at > ${addSeconds(now, SOON_SECONDS)}::timestamptz
        AND (locked_until IS NULL OR locked_until <= clock_timestamp())
      ORDER BY next_attempt_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

/** Deletes up to `limit` deliveries of events before `before`. Returns how many. */
export function purgeDeliveries(db: Db, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE occurred_at < ${before}::timestamptz
      ORDER BY occurred_at LIMIT ${limit}::int)`
}

/** Deletes up to `limit` deliveries of a webhook. Returns how many. */
export function purgeDeliveriesOf(db: Db, endpointId: string, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE endpoint_id = ${endpointId}::uuid LIMIT ${limit}::int)`
}

/**
 * The deliveries that wait for an enabled webhook and the events that have no deliveries yet
 * (stops at COUNT_LIMIT), and since when the oldest one has been due.
 */
export async function countPendingDeliveries(
  db: Db,
  now: Date,
): Promise<{ waiting: number; dueSince: Date | null }> {
  const [counted] = await db.$queryRaw<{ waiting: number; dueSince: Date | null }[]>`
    WITH enabled AS (SELECT id FROM webhook_endpoints WHERE disabled_at IS NULL)
    SELECT
      (SELECT count(*)::int FROM (
        SELECT FROM enabled CROSS JOIN LATERAL (
          SELECT FROM webhook_deliveries WHERE endpoint_id = enabled.id AND status = 'pending'
          LIMIT ${COUNT_LIMIT}::int) delivery
        UNION ALL SELECT FROM webhook_events
        LIMIT ${COUNT_LIMIT}::int) waiting) AS waiting,
      LEAST((SELECT min(next_attempt_at) FROM enabled CROSS JOIN LATERAL (
        SELECT next_attempt_at FROM webhook_deliveries
        WHERE endpoint_id = enabled.id AND status = 'pending' AND next_attempt_at <= ${now}::timestamptz
        ORDER BY next_attempt_at LIMIT 1) oldest),
        (SELECT occurred_at FROM (SELECT occurred_at FROM webhook_events ORDER BY id LIMIT 1) event
        WHERE occurred_at <= ${now}::timestamptz)) AS "dueSince"`
  return counted!
}
