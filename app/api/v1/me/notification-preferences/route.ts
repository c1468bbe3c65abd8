import { defineRoute } from '@/lib/http/define-route'
import {
  getNotificationPreferences,
  setNotificationPreferences,
} from '@/lib/messaging/notifications/notification-preferences'
import { preferencesResponse } from '@/lib/messaging/notifications/notification.responses'
import { preferencesPatch } from '@/lib/messaging/notifications/notification.schemas'

export const GET = defineRoute({
  operationId: 'getNotificationPreferences',
  tag: 'Account',
  summary: 'Get your notification settings; security notices are always sent',
  access: 'authenticated',
  responses: { 200: preferencesResponse },
  handle: async ({ principal }) => {
    const result = await getNotificationPreferences(principal)
    return result.ok ? { status: 200, body: result.preferences } : result
  },
})

export const PATCH = defineRoute({
  operationId: 'updateNotificationPreferences',
  tag: 'Account',
  summary: 'Change your notification settings',
  access: 'authenticated',
  body: preferencesPatch,
  responses: { 200: preferencesResponse },
  handle: async ({ principal, body, ctx }) => {
    const result = await setNotificationPreferences(principal, body, ctx)
    return result.ok ? { status: 200, body: result.preferences } : result
  },
})
