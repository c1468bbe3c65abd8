import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { createWebhook, listWebhooks } from '@/lib/messaging/webhooks/manage-webhooks'
import {
  webhookResponse,
  webhookWithSecretResponse,
} from '@/lib/messaging/webhooks/webhook.responses'
import { webhookBody } from '@/lib/messaging/webhooks/webhook.schemas'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listWebhooks',
  tag: 'Webhooks',
  summary: 'List webhooks, newest first',
  access: { permission: 'settings:manage' },
  query: pageQuery,
  responses: { 200: pageSchemaOf(webhookResponse) },
  handle: async ({ query, ctx }) => {
    const result = await listWebhooks(query, ctx.now)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.webhooks, result.nextCursor) }
  },
})

export const POST = defineRoute({
  operationId: 'createWebhook',
  tag: 'Webhooks',
  summary: 'Create a webhook; only this response contains its secret',
  access: { permission: 'settings:manage' },
  act: 'webhook',
  body: webhookBody,
  responses: { 201: webhookWithSecretResponse },
  refusals: ['conflict'],
  handle: async ({ body, principal, ctx }) => {
    const result = await createWebhook(principal, body, ctx)
    if (!result.ok) return result
    const { webhook, secret } = result
    const headers = { etag: entityTag(webhook.version) }
    return { status: 201, body: { ...webhook, secret }, headers }
  },
})
