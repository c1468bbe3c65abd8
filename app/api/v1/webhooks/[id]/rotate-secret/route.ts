import { defineRoute } from '@/lib/http/define-route'
import { rotateWebhookSecret } from '@/lib/messaging/webhooks/manage-webhooks'
import { webhookWithSecretResponse } from '@/lib/messaging/webhooks/webhook.responses'
import { noFields } from '@/lib/platform/no-fields'

export const POST = defineRoute({
  operationId: 'rotateWebhookSecret',
  tag: 'Webhooks',
  summary: 'Replace the secret of a webhook; the previous one also signs for 24 hours',
  params: ['id'],
  access: { permission: 'settings:manage' },
  act: 'webhook',
  body: noFields,
  responses: { 200: webhookWithSecretResponse },
  refusals: ['not_found'],
  handle: async ({ params, principal, ctx }) => {
    const result = await rotateWebhookSecret(principal, params.id, ctx)
    return result.ok ? { status: 200, body: { ...result.webhook, secret: result.secret } } : result
  },
})
