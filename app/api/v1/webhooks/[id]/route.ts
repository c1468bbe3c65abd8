import { defineRoute } from '@/lib/http/define-route'
import { changeWebhook, deleteWebhook, getWebhook } from '@/lib/messaging/webhooks/manage-webhooks'
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
    return result.ok ? { status: 200, body: result.webhook } : result
  },
})

export const PATCH = defineRoute({
  operationId: 'updateWebhook',
  tag: 'Webhooks',
  summary: 'Change, disable, or enable a webhook',
  params: ['id'],
  access: { permission: 'settings:manage' },
  act: 'webhook',
  body: webhookPatch,
  responses: { 200: webhookResponse },
  refusals: ['not_found'],
  handle: async ({ params, body, principal, ctx }) => {
    const result = await changeWebhook(principal, { id: params.id, ...body }, ctx)
    return result.ok ? { status: 200, body: result.webhook } : result
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteWebhook',
  tag: 'Webhooks',
  summary: 'Delete a webhook and its deliveries',
  params: ['id'],
  access: { permission: 'settings:manage' },
  act: 'webhook',
  responses: { 204: null },
  refusals: ['not_found'],
  handle: async ({ params, principal, ctx }) => {
    const result = await deleteWebhook(principal, params.id, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
