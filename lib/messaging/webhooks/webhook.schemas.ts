import { z } from 'zod'
import { eventFamilies, eventNames } from '@/lib/messaging/webhooks/webhook-events'
import { lineField } from '@/lib/platform/input-fields'

/** How many webhooks there can be. Each has its own places in the queue, so this bounds both. */
export const MAX_ENDPOINTS = 50

/** Maximum lengths, in UTF-16 units. */
export const WEBHOOK_LENGTHS = { url: 2048, description: 200 } as const

const selectable = [...eventFamilies, ...eventNames]

const events = z
  .array(z.enum(selectable, { error: 'not_supported' }), {
    error: ({ input }) => (input === undefined ? 'required' : 'invalid_type'),
  })
  .min(1, { error: 'required' })
  .max(selectable.length, { error: 'too_many' })
  .transform((chosen) => selectable.filter((name) => chosen.includes(name)))
  .describe('Names of events, or families such as user.*')
  .meta({ examples: [['user.*', 'session.revoked']] })

const url = z
  .string({ error: 'required' })
  .min(1, { error: 'required' })
  .max(WEBHOOK_LENGTHS.url, { error: 'too_long' })
  .describe('Receives POST requests')
  .meta({ examples: ['https://example.org/hooks/gatehouse'] })

const description = lineField(WEBHOOK_LENGTHS.description)
  .nullable()
  .meta({ examples: ['Order service'] })

export const webhookBody = z.strictObject({ url, events, description: description.default(null) })

export const webhookPatch = z
  .strictObject({
    url,
    events,
    description,
    enabled: z.boolean({ error: 'invalid_type' }),
  })
  .partial()

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const DISABLED_REASONS = ['manual', 'failing', 'gone'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export const deliveryListFields = {
  status: z.enum(DELIVERY_STATUSES, { error: 'not_supported' }).optional(),
}
