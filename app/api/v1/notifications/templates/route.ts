import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { templateResponse } from '@/lib/messaging/notifications/notification.responses'
import { templateBody } from '@/lib/messaging/notifications/notification.schemas'
import { createTemplate, listTemplates } from '@/lib/messaging/notifications/templates'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listNotificationTemplates',
  tag: 'Notifications',
  summary: 'List notification templates, newest first',
  access: { permission: 'notifications:send' },
  query: pageQuery,
  responses: { 200: pageSchemaOf(templateResponse) },
  handle: async ({ query }) => {
    const result = await listTemplates(query)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.templates, result.nextCursor) }
  },
})

export const POST = defineRoute({
  operationId: 'createNotificationTemplate',
  tag: 'Notifications',
  summary: 'Create a template; {{name}} and {{email}} are filled in for each recipient',
  access: { permission: 'notifications:send' },
  body: templateBody,
  responses: { 201: templateResponse },
  refusals: ['conflict'],
  handle: async ({ body, principal, ctx }) => {
    const result = await createTemplate(principal, body, ctx)
    if (!result.ok) return result
    const { template } = result
    return { status: 201, body: template, headers: { etag: entityTag(template.version) } }
  },
})
