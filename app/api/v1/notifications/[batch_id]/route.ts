import { defineRoute } from '@/lib/http/define-route'
import { notificationResponse } from '@/lib/messaging/notifications/notification.responses'
import { getNotification } from '@/lib/messaging/notifications/notifications'

export const GET = defineRoute({
  operationId: 'getNotification',
  tag: 'Notifications',
  summary: 'Get a notification and its progress',
  params: ['batch_id'],
  access: { permission: 'notifications:send' },
  responses: { 200: notificationResponse },
  refusals: ['not_found'],
  handle: async ({ params }) => {
    const result = await getNotification(params.batch_id)
    return result.ok ? { status: 200, body: result.notification } : result
  },
})
