import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import { templateResponse } from '@/lib/messaging/notifications/notification.responses'
import { templatePatch } from '@/lib/messaging/notifications/notification.schemas'
import type { PresentedTemplate } from '@/lib/messaging/notifications/present-template'
import {
  changeTemplate,
  deleteTemplate,
  getTemplate,
} from '@/lib/messaging/notifications/templates'

export const GET = defineRoute({
  operationId: 'getNotificationTemplate',
  tag: 'Notifications',
  summary: 'Get a notification template',
  params: ['id'],
  access: { permission: 'notifications:send' },
  responses: { 200: templateResponse },
  refusals: ['not_found'],
  handle: async ({ params }) => {
    const result = await getTemplate(params.id)
    return result.ok ? presentTagged(result.template) : result
  },
})

export const PATCH = defineRoute({
  operationId: 'updateNotificationTemplate',
  tag: 'Notifications',
  summary: 'Change a template; notifications already sent don’t change',
  params: ['id'],
  access: { permission: 'notifications:send' },
  headers: { versions: ifMatch },
  body: templatePatch,
  responses: { 200: templateResponse },
  refusals: ['not_found', 'precondition_failed', 'conflict'],
  handle: async ({ params, body, headers, principal, ctx }) => {
    const input = { id: params.id, versions: headers.versions, ...body }
    const result = await changeTemplate(principal, input, ctx)
    return result.ok ? presentTagged(result.template) : result
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteNotificationTemplate',
  tag: 'Notifications',
  summary: 'Delete a template; notifications already sent are kept',
  params: ['id'],
  access: { permission: 'notifications:send' },
  headers: { versions: ifMatch },
  responses: { 204: null },
  refusals: ['not_found', 'precondition_failed'],
  handle: async ({ params, headers, principal, ctx }) => {
    const input = { id: params.id, versions: headers.versions }
    const result = await deleteTemplate(principal, input, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})

function presentTagged(template: PresentedTemplate) {
  const headers = { etag: entityTag(template.version) }
  return { status: 200 as const, body: template, headers }
}
