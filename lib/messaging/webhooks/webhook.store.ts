import type { EventSource } from '@/lib/messaging/webhooks/webhook-events'
import type { DisabledReason } from '@/lib/messaging/webhooks/webhook.schemas'
import type { Db, Tx } from '@/lib/platform/db/database'
import type { WebhookState } from '@/lib/platform/metrics/metric-declarations'
import type { WebhookEndpoint } from '@/prisma/generated/client'

export type WebhookRow = WebhookEndpoint

type WebhookFields = Pick<WebhookRow, 'url' | 'description' | 'events'>

/** Guards the number of endpoints. */
const ENDPOINTS_LOCK = 727_070_14

/** Endpoints after the cursor, newest first. */
export function listWebhookRows(
  db: Db,
  by: { limit: number; beforeId: string | null },
): Promise<WebhookRow[]> {
  return db.webhookEndpoint.findMany({
    where: by.beforeId ? { id: { lt: by.beforeId } } : {},
    orderBy: { id: 'desc' },
    take: by.limit,
  })
}

export function findWebhook(db: Db, id: string): Promise<WebhookRow | null> {
  return db.webhookEndpoint.findUnique({ where: { id } })
}

/** Locks an endpoint until `tx` ends. */
export async function lockWebhook(tx: Tx, id: string): Promise<WebhookRow | null> {
  await tx.$queryRaw`SELECT 1 FROM webhook_endpoints WHERE id = ${id}::uuid FOR UPDATE`
  return findWebhook(tx, id)
}

/** Inserts an endpoint, or returns false if there are `most` already. */
export async function insertWebhook(
  tx: Tx,
  { now, ...endpoint }: WebhookFields & { id: string; secret: Uint8Array<ArrayBuffer>; now: Date },
  most: number,
): Promise<boolean> {
  await tx.$queryRaw`SELECT 1 FROM (SELECT pg_advisory_xact_lock(${ENDPOINTS_LOCK}::bigint)) AS locked`
  if ((await tx.webhookEndpoint.count()) >= most) return false
  await tx.webhookEndpoint.create({ data: { ...endpoint, createdAt: now, updatedAt: now } })
  return true
}

/** Changes an endpoint; undefined keeps a field. */
export async function updateWebhook(
  tx: Tx,
  id: string,
  change: Partial<Omit<WebhookRow, 'id' | 'createdAt'>>,
): Promise<WebhookRow> {
  return tx.webhookEndpoint.update({ where: { id }, data: change })
}

/** What the triggers read for an endpoint. */
export async function listSubscriptions(tx: Tx, endpointId: string): Promise<EventSource[]> {
  const rows = await tx.webhookSubscription.findMany({ where: { endpointId } })
  return rows.map(({ source, event, condition, fields }) => ({
    source,
    event,
    condition: condition as Record<string, string>,
    fields: fields as Record<string, string>,
  }))
}

/** Replaces what the triggers read for an endpoint. */
export async function writeSubscriptions(
  tx: Tx,
  endpointId: string,
  sources: readonly EventSource[],
): Promise<void> {
  await tx.webhookSubscription.deleteMany({ where: { endpointId } })
  await tx.webhookSubscription.createMany({
    data: sources.map(({ source, event, condition, fields }) => ({
      endpointId,
      source,
      event,
      condition,
      fields,
    })),
  })
}

/** Deletes an endpoint with its subscriptions; its deliveries stay. */
export async function deleteWebhookRow(tx: Tx, id: string): Promise<void> {
  await tx.webhookSubscription.deleteMany({ where: { endpointId: id } })
  await tx.webhookEndpoint.deleteMany({ where: { id } })
}

/**
 * Disables an endpoint for a reason. False if it was disabled, is failing anew since then, or no
 * longer has the URL that was tried.
 */
export async function disableWebhookRow(
  tx: Tx,
  id: string,
  by: { reason: Exclude<DisabledReason, 'manual'>; url: string; failingBefore: Date; now: Date },
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE webhook_endpoints SET disabled_at = ${by.now}::timestamptz, disabled_reason = ${by.reason}::text
    WHERE id = ${id}::uuid AND disabled_at IS NULL AND url = ${by.url}::text
      AND (${by.reason}::text = 'gone' OR failing_since <= ${by.failingBefore}::timestamptz)`
  return count === 1
}

/** Replaces a secret sealed with an earlier key, wherever a rotation has moved it meanwhile. */
export async function resealWebhook(
  db: Db,
  id: string,
  { from, to }: { from: Uint8Array; to: Uint8Array },
): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_endpoints SET
      secret = CASE WHEN secret = ${from}::bytea THEN ${to}::bytea ELSE secret END,
      previous_secret = CASE WHEN previous_secret = ${from}::bytea THEN ${to}::bytea ELSE previous_secret END
    WHERE id = ${id}::uuid AND (secret = ${from}::bytea OR previous_secret = ${from}::bytea)`
}

/** Forgets previous secrets that no longer sign. */
export async function dropExpiredSecrets(db: Db, now: Date): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_endpoints SET previous_secret = NULL, previous_secret_expires_at = NULL
    WHERE previous_secret_expires_at <= ${now}::timestamptz`
}

/** How many endpoints are in each state. */
export function countWebhooks(db: Db): Promise<{ state: WebhookState; count: number }[]> {
  return db.$queryRaw`
    SELECT CASE WHEN disabled_at IS NOT NULL THEN 'disabled' WHEN failing_since IS NOT NULL THEN 'failing'
      ELSE 'working' END AS state, count(*)::int AS count
    FROM webhook_endpoints GROUP BY 1`
}
