'use server'

import { z } from 'zod'
import { webhookFields } from '@/app/dashboard/webhooks/webhook-fields'
import {
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
} from '@/lib/messaging/webhooks/manage-webhooks'
import { replayDelivery, sendTestEvent } from '@/lib/messaging/webhooks/webhook-deliveries'
import { defineAction } from '@/lib/web/define-action'
import { formVersion } from '@/lib/web/form-version'
import { clearedOneTimeSetCookie, oneTimeSetCookie } from '@/lib/web/one-time-cookie'
import { pagePath } from '@/lib/web/page-address'

const onWebhook = {
  access: { permission: 'settings:manage' },
  page: '/dashboard/webhooks/[id]',
} as const
const noInput = z.object({})
const versionOnly = z.object({ version: formVersion })

export const saveWebhook = defineAction({
  ...onWebhook,
  act: 'webhook',
  body: z.object({ ...webhookFields, version: formVersion }),
  handle: ({ version, ...change }, { principal, params, ctx }) =>
    changeWebhook(principal, { id: params.id, versions: [version], ...change }, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'webhook_saved' }),
})

const switchWebhook = (enabled: boolean) =>
  defineAction({
    ...onWebhook,
    act: 'webhook',
    stale: ['precondition_failed'],
    body: versionOnly,
    handle: ({ version }, { principal, params, ctx }) =>
      changeWebhook(principal, { id: params.id, versions: [version], enabled }, ctx),
    done: (_, { here }) => ({
      redirect: here,
      notice: enabled ? 'webhook_enabled' : 'webhook_disabled',
    }),
  })

export const enableWebhook = switchWebhook(true)
export const disableWebhook = switchWebhook(false)

export const removeWebhook = defineAction({
  ...onWebhook,
  act: 'webhook',
  stale: ['precondition_failed'],
  body: versionOnly,
  handle: ({ version }, { principal, params, ctx }) =>
    deleteWebhook(principal, { id: params.id, versions: [version] }, ctx),
  done: () => ({ redirect: pagePath('/dashboard/webhooks'), notice: 'webhook_deleted' }),
})

export const rotateSecret = defineAction({
  ...onWebhook,
  act: 'webhook',
  stale: ['precondition_failed'],
  body: versionOnly,
  handle: async ({ version }, { principal, params, ctx }) => {
    const target = { id: params.id, versions: [version] }
    const rotated = await rotateWebhookSecret(principal, target, ctx)
    if (!rotated.ok) return rotated
    const shown = { kind: 'webhook_secret', webhookId: params.id, secret: rotated.secret } as const
    return { ok: true, cookie: oneTimeSetCookie(shown, principal, ctx.now) }
  },
  done: ({ cookie }, { here }) => ({
    redirect: here,
    cookies: [cookie],
    notice: 'webhook_rotated',
  }),
})

export const hideSecret = defineAction({
  ...onWebhook,
  body: noInput,
  handle: async () => ({ ok: true }),
  done: (_, { here }) => ({ redirect: here, cookies: [clearedOneTimeSetCookie()] }),
})

export const testWebhook = defineAction({
  ...onWebhook,
  stale: ['conflict'],
  body: noInput,
  handle: (_, { principal, params, ctx }) => sendTestEvent(principal, params.id, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'webhook_tested' }),
})

export const resendDelivery = defineAction({
  ...onWebhook,
  stale: ['conflict'],
  body: z.object({ delivery_id: z.uuid() }),
  handle: ({ delivery_id: id }, { principal, ctx }) => replayDelivery(principal, id, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'webhook_replayed', inPlace: true }),
})
