'use server'

import { z } from 'zod'
import { locales } from '@/lib/i18n/locale'
import { defineAction } from '@/lib/web/define-action'
import { localeCookie, themeCookie, themes } from '@/lib/web/preferences'

export const savePreferences = defineAction({
  access: 'public',
  // Stored in the browser alone.
  impersonation: 'allowed',
  body: z.object({
    locale: z.enum(locales, { error: 'not_supported' }).optional(),
    theme: z.enum(themes, { error: 'not_supported' }).optional(),
  }),
  handle: async () => ({ ok: true }),
  done: (_, { body: { locale, theme }, here }) => ({
    redirect: here,
    cookies: [
      ...(locale ? [localeCookie.set(locale)] : []),
      ...(theme ? [themeCookie.set(theme)] : []),
    ],
  }),
})
