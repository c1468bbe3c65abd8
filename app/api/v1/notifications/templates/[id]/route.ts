import { defineRoute } from '@/lib/http/define-route'
import { changeTemplate } from '@/lib/notifications/change-template'
import { deleteTemplate } from '@/lib/notifications/delete-template'
import { getTemplate } from '@/lib/notifications/list-templates'
import { templateResponse } from '@/lib/notifications/notification.answers'
import { templatePatch } from '@/lib/notifications/notification.schemas'

export const GET = defineRoute({
  operationId: 'getNotificationTemplate',
  tag: 'Notifications',
  summary: 'Get a notification template',
  access: { permission: 'notifications:send' },
  responses: { 200: templateResponse },
  refusals: ['not_found'],
  handle: async ({ params }) => {
    const result = await getTemplate(params.id!)
    return result.ok ? { status: 200, body: result.template } : result
  },
})

export const PATCH = defineRoute({
  operationId: 'updateNotificationTemplate',
  tag: 'Notifications',
  summary: 'Change a template; notifications already sent don’t change',
  access: { permission: 'notifications:send' },
  body: templatePatch,
  responses: { 200: templateResponse },
  refusals: ['not_found', 'conflict'],
  handle: async ({ params, body, principal, ctx }) => {
    const result = await changeTemplate(principal, { id: params.id!, ...body }, ctx)
    return result.ok ? { status: 200, body: result.template } : result
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteNotificationTemplate',
  tag: 'Notifications',
  summary: 'Delete a template; notifications already sent are kept',
  access: { permission: 'notifications:send' },
  responses: { 204: null },
  refusals: ['not_found'],
  handle: async ({ params, principal, ctx }) => {
    const result = await deleteTemplate(principal, params.id!, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
