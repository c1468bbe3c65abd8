import { defineRoute } from '@/lib/http/define-route'
import { replayDelivery } from '@/lib/messaging/webhooks/webhook-deliveries'
import { deliveryResponse } from '@/lib/messaging/webhooks/webhook.responses'
import { noFields } from '@/lib/platform/no-fields'

export const POST = defineRoute({
  operationId: 'replayWebhookDelivery',
  tag: 'Webhooks',
  summary: 'Send an event again, with the same webhook-id; one that waits for a retry is sent now',
  params: ['id'],
  access: { permission: 'settings:manage' },
  body: noFields,
  responses: { 200: deliveryResponse },
  refusals: ['not_found', 'conflict'],
  handle: async ({ params, principal, ctx }) => {
    const result = await replayDelivery(principal, params.id, ctx)
    return result.ok ? { status: 200, body: result.delivery } : result
  },
})
