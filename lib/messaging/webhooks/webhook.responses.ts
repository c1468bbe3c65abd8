import { z } from 'zod'
import { DELIVERY_STATUSES, DISABLED_REASONS } from '@/lib/messaging/webhooks/webhook.schemas'
import { instant } from '@/lib/platform/instant'

export const webhookResponse = z
  .strictObject({
    id: z.uuid(),
    url: z.string().meta({ examples: ['https://example.org/hooks/gatehouse'] }),
    description: z
      .string()
      .nullable()
      .meta({ examples: ['Order service'] }),
    events: z.array(z.string()).meta({ examples: [['user.*', 'session.revoked']] }),
    enabled: z.boolean(),
    disabled_reason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe('Disabled by an administrator, after 3 days of failures, or by a 410 response'),
    failing_since: instant
      .nullable()
      .describe('The first failed delivery since the last successful one'),
    previous_secret_expires_at: instant
      .nullable()
      .describe('Until then, deliveries are also signed with the previous secret'),
    created_at: instant,
    updated_at: instant,
    version: z.int().describe('Increases with every change; the ETag is this number in quotes'),
  })
  .meta({ id: 'Webhook' })

/** The only responses that contain a secret. */
export const webhookWithSecretResponse = webhookResponse
  .extend({
    secret: z
      .string()
      .describe('Verifies signatures. Shown only once')
      .meta({ examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }),
  })
  .meta({ id: 'WebhookWithSecret' })

export const deliveryResponse = z
  .strictObject({
    id: z.uuid().describe('Sent as webhook-id, the same in every attempt'),
    webhook_id: z.uuid(),
    event: z.string().meta({ examples: ['user.created'] }),
    data: z
      .record(z.string(), z.string())
      .describe('IDs of what the event is about, and the status it reached'),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.int(),
    next_attempt_at: instant.nullable(),
    last_attempt_at: instant.nullable(),
    duration_ms: z.int().nullable().describe('How long the last attempt took'),
    response_status: z
      .int()
      .nullable()
      .meta({ examples: [500] }),
    response_excerpt: z
      .string()
      .nullable()
      .describe('The first 1 kB of the response')
      .meta({ examples: ['Internal Server Error'] }),
    error: z
      .string()
      .nullable()
      .describe('Why the last attempt failed, as a code')
      .meta({ examples: ['timeout'] }),
    occurred_at: instant,
  })
  .meta({ id: 'WebhookDelivery' })
