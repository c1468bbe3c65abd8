import { defineRoute } from '@/lib/http/define-route'
import { notificationResponse } from '@/lib/messaging/notifications/notification.responses'
import { cancelNotification } from '@/lib/messaging/notifications/notifications'
import { noFields } from '@/lib/platform/no-fields'

export const POST = defineRoute({
  operationId: 'cancelNotification',
  tag: 'Notifications',
  summary: 'Cancel a notification; recipients not reached yet won’t receive it',
  params: ['batch_id'],
  access: { permission: 'notifications:send' },
  body: noFields,
  responses: { 200: notificationResponse },
  refusals: ['not_found', 'conflict'],
  handle: async ({ params, principal, ctx }) => {
    const result = await cancelNotification(principal, params.batch_id, ctx)
    return result.ok ? { status: 200, body: result.notification } : result
  },
})
