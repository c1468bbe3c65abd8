import { defineRoute } from '@/lib/http/define-route'
import { sendTestEvent } from '@/lib/messaging/webhooks/webhook-deliveries'
import { deliveryResponse } from '@/lib/messaging/webhooks/webhook.responses'
import { noFields } from '@/lib/platform/no-fields'

export const POST = defineRoute({
  operationId: 'testWebhook',
  tag: 'Webhooks',
  summary: 'Send the event webhook.test to a webhook',
  params: ['id'],
  access: { permission: 'settings:manage' },
  body: noFields,
  responses: { 200: deliveryResponse },
  refusals: ['not_found', 'conflict'],
  handle: async ({ params, principal, ctx }) => {
    const result = await sendTestEvent(principal, params.id, ctx)
    return result.ok ? { status: 200, body: result.delivery } : result
  },
})
