import { defineRoute } from '@/lib/http/define-route'
import { getNotification } from '@/lib/notifications/list-notifications'
import { notificationResponse } from '@/lib/notifications/notification.answers'

export const GET = defineRoute({
  operationId: 'getNotification',
  tag: 'Notifications',
  summary: 'Get a notification and its progress',
  access: { permission: 'notifications:send' },
  responses: { 200: notificationResponse },
  refusals: ['not_found'],
  handle: async ({ params }) => {
    const result = await getNotification(params.batch_id!)
    return result.ok ? { status: 200, body: result.notification } : result
  },
})
