import { z } from 'zod'
import { webhookBody } from '@/lib/messaging/webhooks/webhook.schemas'
import { listField } from '@/lib/web/list-field'

const { url, description, events } = webhookBody.shape

/** The fields of a webhook: those of the API. An empty description is none. */
export const webhookFields = {
  url: z.string().trim().default('').pipe(url),
  description: z
    .string()
    .default('')
    .transform((text): z.input<typeof description> => (text.trim() ? text : null))
    .pipe(description),
  events: listField(events),
}
