'use server'

import { z } from 'zod'
import { cancelNotification } from '@/lib/messaging/notifications/notifications'
import { defineAction } from '@/lib/web/define-action'

export const cancelBatch = defineAction({
  access: { permission: 'notifications:send' },
  page: '/dashboard/notifications/[id]',
  body: z.object({}),
  handle: (_, { principal, params, ctx }) => cancelNotification(principal, params.id, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'notification_canceled' }),
})
