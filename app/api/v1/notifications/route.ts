import { defineRoute } from '@/lib/http/define-route'
import { idempotencyKey } from '@/lib/http/request-headers'
import { createNotification } from '@/lib/messaging/notifications/create-notification'
import {
  notificationResponse,
  notificationSentResponse,
} from '@/lib/messaging/notifications/notification.responses'
import {
  notificationBody,
  notificationListFields,
} from '@/lib/messaging/notifications/notification.schemas'
import { listNotifications } from '@/lib/messaging/notifications/notifications'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listNotifications',
  tag: 'Notifications',
  summary: 'List sent and scheduled notifications, newest first',
  access: { permission: 'notifications:send' },
  query: pageQuery.extend(notificationListFields),
  responses: { 200: pageSchemaOf(notificationResponse) },
  handle: async ({ query }) => {
    const result = await listNotifications(query)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.notifications, result.nextCursor) }
  },
})

export const POST = defineRoute({
  operationId: 'sendNotification',
  tag: 'Notifications',
  summary:
    'Send a notification to one or more users; with an Idempotency-Key it is sent once, however often you retry',
  access: { permission: 'notifications:send' },
  headers: { idempotencyKey },
  body: notificationBody,
  responses: { 202: notificationSentResponse },
  refusals: ['idempotency_key_required', 'idempotency_conflict'],
  handle: async ({ body, principal, headers, ctx }) => {
    const { template_id: templateId, send_at: sendAt, ...fields } = body
    const { idempotencyKey } = headers
    const result = await createNotification(
      principal,
      { ...fields, templateId, sendAt, idempotencyKey },
      ctx,
    )
    if (!result.ok) return result
    const { batch_id, total } = result.notification
    return { status: 202, body: { batch_id, total } }
  },
})
