import { defineRoute } from '@/lib/http/define-route'
import { templateResponse } from '@/lib/messaging/notifications/notification.responses'
import { templatePatch } from '@/lib/messaging/notifications/notification.schemas'
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
    return result.ok ? { status: 200, body: result.template } : result
  },
})

export const PATCH = defineRoute({
  operationId: 'updateNotificationTemplate',
  tag: 'Notifications',
  summary: 'Change a template; notifications already sent don’t change',
  params: ['id'],
  access: { permission: 'notifications:send' },
  body: templatePatch,
  responses: { 200: templateResponse },
  refusals: ['not_found', 'conflict'],
  handle: async ({ params, body, principal, ctx }) => {
    const result = await changeTemplate(principal, { id: params.id, ...body }, ctx)
    return result.ok ? { status: 200, body: result.template } : result
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteNotificationTemplate',
  tag: 'Notifications',
  summary: 'Delete a template; notifications already sent are kept',
  params: ['id'],
  access: { permission: 'notifications:send' },
  responses: { 204: null },
  refusals: ['not_found'],
  handle: async ({ params, principal, ctx }) => {
    const result = await deleteTemplate(principal, params.id, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
