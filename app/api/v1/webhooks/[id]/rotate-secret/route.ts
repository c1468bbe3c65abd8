import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import { rotateWebhookSecret } from '@/lib/messaging/webhooks/manage-webhooks'
import { webhookWithSecretResponse } from '@/lib/messaging/webhooks/webhook.responses'
import { noFields } from '@/lib/platform/no-fields'

export const POST = defineRoute({
  operationId: 'rotateWebhookSecret',
  tag: 'Webhooks',
  summary:
    'Replace the secret of a webhook; the previous one also signs for 24 hours, and any earlier one stops immediately. To repeat a request safely, send If-Match',
  params: ['id'],
  access: { permission: 'settings:manage' },
  act: 'webhook',
  headers: { versions: ifMatch },
  body: noFields,
  responses: { 200: webhookWithSecretResponse },
  refusals: ['not_found', 'precondition_failed'],
  handle: async ({ params, headers, principal, ctx }) => {
    const target = { id: params.id, versions: headers.versions }
    const result = await rotateWebhookSecret(principal, target, ctx)
    if (!result.ok) return result
    const { webhook, secret } = result
    const tag = { etag: entityTag(webhook.version) }
    return { status: 200, body: { ...webhook, secret }, headers: tag }
  },
})
