import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import { changeWebhook, deleteWebhook, getWebhook } from '@/lib/messaging/webhooks/manage-webhooks'
import type { PresentedWebhook } from '@/lib/messaging/webhooks/present-webhook'
import { webhookResponse } from '@/lib/messaging/webhooks/webhook.responses'
import { webhookPatch } from '@/lib/messaging/webhooks/webhook.schemas'

export const GET = defineRoute({
  operationId: 'getWebhook',
  tag: 'Webhooks',
  summary: 'Get a webhook',
  params: ['id'],
  access: { permission: 'settings:manage' },
  responses: { 200: webhookResponse },
  refusals: ['not_found'],
  handle: async ({ params, ctx }) => {
    const result = await getWebhook(params.id, ctx.now)
    return result.ok ? presentTagged(result.webhook) : result
  },
})

export const PATCH = defineRoute({
  operationId: 'updateWebhook',
  tag: 'Webhooks',
  summary: 'Change, disable, or enable a webhook',
  params: ['id'],
  access: { permission: 'settings:manage' },
  act: 'webhook',
  headers: { versions: ifMatch },
  body: webhookPatch,
  responses: { 200: webhookResponse },
  refusals: ['not_found', 'precondition_failed'],
  handle: async ({ params, body, headers, principal, ctx }) => {
    const input = { id: params.id, versions: headers.versions, ...body }
    const result = await changeWebhook(principal, input, ctx)
    return result.ok ? presentTagged(result.webhook) : result
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteWebhook',
  tag: 'Webhooks',
  summary: 'Delete a webhook and its deliveries',
  params: ['id'],
  access: { permission: 'settings:manage' },
  act: 'webhook',
  headers: { versions: ifMatch },
  responses: { 204: null },
  refusals: ['not_found', 'precondition_failed'],
  handle: async ({ params, headers, principal, ctx }) => {
    const input = { id: params.id, versions: headers.versions }
    const result = await deleteWebhook(principal, input, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})

function presentTagged(webhook: PresentedWebhook) {
  const headers = { etag: entityTag(webhook.version) }
  return { status: 200 as const, body: webhook, headers }
}
