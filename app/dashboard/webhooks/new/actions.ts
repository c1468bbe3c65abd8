'use server'

import { z } from 'zod'
import { webhookFields } from '@/app/dashboard/webhooks/webhook-fields'
import { createWebhook } from '@/lib/messaging/webhooks/manage-webhooks'
import { defineAction } from '@/lib/web/define-action'
import { oneTimeSetCookie } from '@/lib/web/one-time-cookie'
import { pagePath } from '@/lib/web/page-address'

export const addWebhook = defineAction({
  access: { permission: 'settings:manage' },
  act: 'webhook',
  body: z.object(webhookFields),
  handle: async (form, { principal, ctx }) => {
    const made = await createWebhook(principal, form, ctx)
    if (!made.ok) return made
    const { webhook, secret } = made
    const shown = { kind: 'webhook_secret', webhookId: webhook.id, secret } as const
    return { ok: true, id: webhook.id, cookie: oneTimeSetCookie(shown, principal, ctx.now) }
  },
  done: ({ id, cookie }) => ({
    redirect: pagePath('/dashboard/webhooks/[id]', id),
    notice: 'webhook_created',
    cookies: [cookie],
  }),
})
