import { defineRoute } from '@/lib/http/define-route'
import { getNotification } from '@/lib/notifications/list-notifications'
import { notificationAnswer } from '@/lib/notifications/notification.answers'

export const GET = defineRoute({
  summary: 'Get a notification and its progress',
  access: { permission: 'notifications:send' },
  answers: { 200: notificationAnswer },
  refusals: ['not_found'],
  handle: async ({ params }) => {
    const result = await getNotification(params.batch_id!)
    return result.ok ? { status: 200, body: result.notification } : result
  },
})
