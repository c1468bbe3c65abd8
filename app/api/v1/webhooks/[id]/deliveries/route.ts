import { defineRoute } from '@/lib/http/define-route'
import { listDeliveries } from '@/lib/messaging/webhooks/webhook-deliveries'
import { deliveryResponse } from '@/lib/messaging/webhooks/webhook.responses'
import { deliveryListFields } from '@/lib/messaging/webhooks/webhook.schemas'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listWebhookDeliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries of a webhook in the last 30 days, newest first',
  params: ['id'],
  access: { permission: 'settings:manage' },
  query: pageQuery.extend(deliveryListFields),
  responses: { 200: pageSchemaOf(deliveryResponse) },
  refusals: ['not_found'],
  handle: async ({ params, query }) => {
    const result = await listDeliveries(params.id, query)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.deliveries, result.nextCursor) }
  },
})
