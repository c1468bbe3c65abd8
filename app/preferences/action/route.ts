import { z } from 'zod'
import { locales } from '@/lib/i18n/locale'
import { defineAction } from '@/lib/web/define-action'
import { preferenceSetCookie } from '@/lib/web/preference-cookie'
import { ownPagePath } from '@/lib/web/own-page-path'
import { themes } from '@/lib/web/theme'

export const POST = defineAction({
  access: 'public',
  body: z.object({
    locale: z.enum(locales, { error: 'not_supported' }).optional(),
    theme: z.enum(themes, { error: 'not_supported' }).optional(),
    next: z.string().optional(),
  }),
  run: async () => ({ ok: true }),
  done: (_, { body }) => ({
    redirect: ownPagePath(body.next) ?? '/preferences',
    cookies: (['locale', 'theme'] as const).flatMap((name) =>
      body[name] ? [preferenceSetCookie(name, body[name])] : [],
    ),
  }),
})
