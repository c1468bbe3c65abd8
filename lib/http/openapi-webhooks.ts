import { exampleOf } from '@/lib/http/openapi-examples'
import type { Json, NamedSchemas } from '@/lib/http/openapi-schemas'
import { webhooks as texts } from '@/lib/i18n/en/webhooks'
import { webhookEvent, webhookPayloads } from '@/lib/messaging/webhooks/webhook-payloads'
import type { ApiTag } from '@/lib/http/openapi-tags'

const TAG: ApiTag = 'Webhooks'

/** What a request has besides its body (Standard Webhooks). */
const HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'The same in every attempt: ignore an ID that you have already processed',
  'webhook-timestamp': 'When this attempt was signed, in seconds since 1970',
  'webhook-signature':
    'One or two signatures with a space in between, each `v1,` and a base64 HMAC-SHA256 of ID, timestamp, and body',
}

const parameters = Object.entries(HEADERS).map(([name, description]) => {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
})

const responses: Json = {
  '2XX': { description: 'Received, within 10 seconds' },
  410: { description: 'The webhook is disabled at once' },
  default: { description: 'Tried again later; redirects are not followed' },
}

/** The requests that webhooks get, by event. Their schemas are added to `schemas`. */
export function webhookRequests(schemas: NamedSchemas): Json {
  schemas.of(webhookEvent, 'output')
  const labels: Readonly<Record<string, string>> = texts.events
  return Object.fromEntries(
    [...webhookPayloads].map(([event, payload]) => {
      const schema = schemas.of(payload, 'output')
      const content = { 'application/json': { schema, example: exampleOf(schema, schemas) } }
      const requestBody = { required: true, content }
      const summary = labels[event] ?? 'Test event'
      return [event, { post: { tags: [TAG], summary, parameters, requestBody, responses } }]
    }),
  )
}
