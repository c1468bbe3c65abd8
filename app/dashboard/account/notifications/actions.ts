'use server'

import { z } from 'zod'
import { setNotificationPreferences } from '@/lib/messaging/notifications/notification-preferences'
import { defineAction } from '@/lib/web/define-action'

/** Unchecked boxes are not posted. */
const box = z
  .literal('true')
  .optional()
  .transform((ticked) => ticked === 'true')

export const saveNotificationPreferences = defineAction({
  access: 'authenticated',
  body: z.object({ inbox: box, email: box, sms: box, security_sms: box }),
  handle: (wanted, { principal, ctx }) => setNotificationPreferences(principal, wanted, ctx),
  done: (_, { here }) => ({
    redirect: here,
    notice: 'announcements_saved',
    inPlace: true,
  }),
})
