import type { z } from 'zod'
import type { DeliveryRow } from '@/lib/messaging/webhooks/webhook-delivery.store'
import type { deliveryResponse, webhookResponse } from '@/lib/messaging/webhooks/webhook.responses'
import type { WebhookRow } from '@/lib/messaging/webhooks/webhook.store'

export type PresentedWebhook = z.output<typeof webhookResponse>
export type PresentedDelivery = z.output<typeof deliveryResponse>

const at = (date: Date | null) => date?.toISOString() ?? null

/** An endpoint without its secrets. A previous secret that no longer signs isn’t mentioned. */
export function presentWebhook(row: WebhookRow, now: Date): PresentedWebhook {
  const { previousSecretExpiresAt: expires } = row
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    enabled: row.disabledAt === null,
    disabled_reason: row.disabledReason as PresentedWebhook['disabled_reason'],
    failing_since: at(row.failingSince),
    previous_secret_expires_at: at(expires && expires > now ? expires : null),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  }
}

export function presentDelivery(row: DeliveryRow): PresentedDelivery {
  const status = row.status as PresentedDelivery['status']
  return {
    id: row.id,
    webhook_id: row.endpointId,
    event: row.event,
    data: row.data as Record<string, string>,
    status,
    attempts: row.attempts,
    next_attempt_at: status === 'pending' ? row.nextAttemptAt.toISOString() : null,
    last_attempt_at: at(row.lastAttemptAt),
    duration_ms: row.durationMs,
    response_status: row.responseStatus,
    response_excerpt: row.responseExcerpt,
    error: row.error,
    occurred_at: row.occurredAt.toISOString(),
  }
}
