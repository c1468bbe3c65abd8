import { defineRoute } from '@/lib/http/define-route'
import { preferencesResponse } from '@/lib/notifications/notification.answers'
import { preferencesPatch } from '@/lib/notifications/notification.schemas'
import {
  getNotificationPreferences,
  setNotificationPreferences,
} from '@/lib/notifications/notification-preferences'

export const GET = defineRoute({
  operationId: 'getNotificationPreferences',
  tag: 'Account',
  summary: 'Get your notification preferences; security notices are always sent',
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
  summary: 'Change your notification preferences',
  access: 'authenticated',
  body: preferencesPatch,
  responses: { 200: preferencesResponse },
  handle: async ({ principal, body, ctx }) => {
    const result = await setNotificationPreferences(principal, body, ctx)
    return result.ok ? { status: 200, body: result.preferences } : result
  },
})
