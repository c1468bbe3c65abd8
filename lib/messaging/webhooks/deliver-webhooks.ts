import { recordAudit } from '@/lib/audit/record-audit'
import { publishWebhooksChanged } from '@/lib/messaging/webhooks/publish-webhooks'
import {
  SEND_LIMITS,
  type SendLimits,
  type SendResult,
  sendWebhook,
} from '@/lib/messaging/webhooks/send-webhook'
import {
  type AttemptResult,
  type ClaimedDelivery,
  settleDelivery,
} from '@/lib/messaging/webhooks/webhook-delivery.store'
import { TEST_EVENT } from '@/lib/messaging/webhooks/webhook-events'
import { webhookNoticeJobKind } from '@/lib/messaging/webhooks/webhook-job-kinds'
import { openWebhookSecret, signWebhook } from '@/lib/messaging/webhooks/webhook-secret'
import type { DisabledReason } from '@/lib/messaging/webhooks/webhook.schemas'
import { disableWebhookRow } from '@/lib/messaging/webhooks/webhook.store'
import { addSeconds, toEpochSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { count } from '@/lib/platform/metrics/record-metric'
import { traced } from '@/lib/platform/trace'

/** A webhook whose deliveries have all failed for this long is disabled. */
const GIVE_UP_SECONDS = 3 * 86_400
const GONE = 410

// 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 21 h: together a little over three days.
const DELAYS_SECONDS = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 75_600]

/**
 * Seconds to wait after the given failed try (1 is the first), or null after the last. Up to a
 * tenth longer, so that events that failed together are not retried together.
 */
export function retryDelay(tries: number, random: () => number = Math.random): number | null {
  const delay = DELAYS_SECONDS[tries - 1]
  return delay === undefined ? null : delay * (1 + random() / 10)
}

/**
 * Makes one attempt to deliver a claimed event and records what came of it. An error of the
 * database is thrown: the claim expires, and the event is sent again with the same id.
 */
export async function deliverWebhook(
  claim: ClaimedDelivery,
  clock: () => Date,
  limits: SendLimits = SEND_LIMITS,
): Promise<void> {
  const startedAt = clock()
  const message = compose(claim, startedAt)
  const sent = message ? await send(claim, message, limits) : UNREADABLE
  const now = clock()
  const result = resultOf(claim, sent, now)
  count('gatehouse_webhook_attempts_total', { outcome: result.status })
  const durationMs = now.getTime() - startedAt.getTime()
  const { failingSince } = await settleDelivery(db(), claim, { ...result, durationMs }, now)
  if (sent.status === GONE) await disableWebhook(claim, 'gone', now)
  else if (failingSince && failingSince <= addSeconds(now, -GIVE_UP_SECONDS))
    await disableWebhook(claim, 'failing', now)
  else if (claim.event === TEST_EVENT) await inTransaction(publishWebhooksChanged)
}

/** Sends in a span that names the event and the host; the path may contain a token. */
function send(
  { url, event, endpointId }: ClaimedDelivery,
  message: Parameters<typeof sendWebhook>[1],
  limits: SendLimits,
): Promise<SendResult> {
  const attributes = { 'server.address': new URL(url).hostname, event, endpoint_id: endpointId }
  return traced({ name: 'deliver webhook', kind: 'consumer', attributes }, async (span) => {
    const sent = await sendWebhook(url, message, limits)
    if (sent.status !== null) span.set({ 'http.response.status_code': sent.status })
    if (sent.error) span.fail(sent.error)
    return sent
  })
}

const UNREADABLE: SendResult = { status: null, excerpt: null, error: 'secret_unreadable' }

/**
 * The request of an event, or null if its secret can't be opened because its key isn't configured.
 * The body is the same in every attempt; the signature is of this one.
 */
function compose(claim: ClaimedDelivery, now: Date) {
  const { id, event, occurredAt, data } = claim
  const secrets = secretsOf(claim, now)
  if (!secrets) return null
  const body = JSON.stringify({ type: event, timestamp: occurredAt.toISOString(), data })
  const timestamp = toEpochSeconds(now)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Gatehouse-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook({ id, timestamp, body }, secrets),
    },
  }
}

/**
 * The present secret and, for a day after a rotation, the previous one. A previous one that can't
 * be opened holds nothing up.
 */
function secretsOf(claim: ClaimedDelivery, now: Date): string[] | null {
  const { endpointId, previousSecret, previousSecretExpiresAt: expires } = claim
  const secret = open(claim.secret, endpointId)
  if (!secret) return null
  const previous =
    previousSecret && expires && expires > now ? open(previousSecret, endpointId) : null
  return previous ? [secret, previous] : [secret]
}

function open(sealed: Uint8Array, endpointId: string): string | null {
  try {
    return openWebhookSecret(sealed, endpointId).secret
  } catch {
    return null
  }
}

function resultOf(
  { tries }: ClaimedDelivery,
  { status, excerpt, error }: SendResult,
  now: Date,
): Omit<AttemptResult, 'durationMs'> {
  const delay = error === null || status === GONE ? null : retryDelay(tries)
  return {
    status: error === null ? 'delivered' : delay === null ? 'failed' : 'pending',
    nextAttemptAt: delay === null ? null : addSeconds(now, delay),
    responseStatus: status,
    responseExcerpt: excerpt,
    error,
  }
}

/** Disables a webhook and notifies the administrators; of several workers, one does. */
async function disableWebhook(
  { endpointId, url }: ClaimedDelivery,
  reason: Exclude<DisabledReason, 'manual'>,
  now: Date,
): Promise<void> {
  await inTransaction(async (tx) => {
    const failingBefore = addSeconds(now, -GIVE_UP_SECONDS)
    if (!(await disableWebhookRow(tx, endpointId, { reason, url, failingBefore, now }))) return
    const { origin, host } = new URL(url)
    const ctx = { ip: null, userAgent: null, requestId: newId(), surface: 'api', now } as const
    await recordAudit(tx, ctx, {
      action: 'webhook.disabled',
      outcome: 'ok',
      targetId: endpointId,
      details: { origin, reason },
    })
    const notice = { occasion: newId(), at: now.toISOString(), target: host, after: null }
    await enqueueJob(tx, webhookNoticeJobKind, notice, now)
    await publishWebhooksChanged(tx)
  })
}
