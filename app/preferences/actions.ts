'use server'

import { z } from 'zod'
import { locales } from '@/lib/i18n/locale'
import { defineAction } from '@/lib/web/define-action'
import { preferenceSetCookie, themes } from '@/lib/web/preferences'

export const savePreferences = defineAction({
  access: 'public',
  // Stored in the browser alone.
  impersonation: 'allowed',
  body: z.object({
    locale: z.enum(locales, { error: 'not_supported' }).optional(),
    theme: z.enum(themes, { error: 'not_supported' }).optional(),
  }),
  handle: async () => ({ ok: true }),
  done: (_, { body, here }) => ({
    redirect: here,
    cookies: (['locale', 'theme'] as const).flatMap((name) =>
      body[name] ? [preferenceSetCookie(name, body[name])] : [],
    ),
  }),
})
