'use server'

import { z } from 'zod'
import {
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
} from '@/lib/messaging/webhooks/manage-webhooks'
import { replayDelivery, sendTestEvent } from '@/lib/messaging/webhooks/webhook-deliveries'
import type { Outcome, ProblemCode } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'
import { defineAction } from '@/lib/web/define-action'
import { formVersion } from '@/lib/web/form-version'
import { clearedOneTimeSetCookie, oneTimeSetCookie } from '@/lib/web/one-time-cookie'
import { webhookFields, WEBHOOKS } from '@/lib/web/webhook-form'

const body = z.discriminatedUnion('intent', [
  z.object({ ...webhookFields, intent: z.literal('save'), version: formVersion }),
  z.object({
    intent: z.enum(['enable', 'disable', 'delete', 'rotate', 'test', 'secret_seen']),
  }),
  z.object({ intent: z.literal('replay'), delivery_id: z.uuid() }),
])

type Form = z.output<typeof body>

/** The notice of each form. */
const NOTICES: Partial<Record<Form['intent'], string>> = {
  save: 'webhook_saved',
  enable: 'webhook_enabled',
  disable: 'webhook_disabled',
  delete: 'webhook_deleted',
  rotate: 'webhook_rotated',
  test: 'webhook_tested',
  replay: 'webhook_replayed',
}

export const editWebhook = defineAction({
  access: { permission: 'settings:manage' },
  act: {
    save: 'webhook',
    enable: 'webhook',
    disable: 'webhook',
    delete: 'webhook',
    rotate: 'webhook',
  },
  body,
  handle: async (form, { principal, params, ctx }): Promise<Outcome<Done>> => {
    const outcome = await carryOut(form, params.id, principal, ctx)
    if (outcome.ok) return { ok: true, cookie: outcome.cookie }
    // The page is outdated: it is shown again and says so.
    const stale = form.intent !== 'save' && outcome.code === 'conflict'
    return stale ? { ok: true, refused: outcome.code } : outcome
  },
  done: ({ cookie, refused }: Done, { body: { intent }, here }) => {
    const redirect = intent === 'delete' ? WEBHOOKS : here
    const said = refused ? { code: refused } : { notice: NOTICES[intent] }
    if (intent === 'replay' && !refused)
      return { redirect, form: 'webhook', ...said, inPlace: true }
    return { redirect, form: 'webhook', ...said, ...(cookie && { cookies: [cookie] }) }
  },
})

interface Done {
  refused?: ProblemCode
  /** Sets or removes the secret that the page shows once. */
  cookie?: string | undefined
}

async function carryOut(
  form: Form,
  id: string,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ cookie?: string }>> {
  switch (form.intent) {
    case 'save': {
      const { intent: _, version, ...change } = form
      return changeWebhook(principal, { id, versions: [version], ...change }, ctx)
    }
    case 'enable':
    case 'disable':
      return changeWebhook(principal, { id, enabled: form.intent === 'enable' }, ctx)
    case 'delete':
      return deleteWebhook(principal, { id }, ctx)
    case 'rotate':
      return rotate(principal, id, ctx)
    case 'test':
      return sendTestEvent(principal, id, ctx)
    case 'replay':
      return replayDelivery(principal, form.delivery_id, ctx)
    case 'secret_seen':
      return { ok: true, cookie: clearedOneTimeSetCookie() }
  }
}

async function rotate(
  principal: SessionPrincipal,
  id: string,
  ctx: RequestContext,
): Promise<Outcome<{ cookie: string }>> {
  const rotated = await rotateWebhookSecret(principal, id, ctx)
  if (!rotated.ok) return rotated
  const shown = { kind: 'webhook_secret', webhookId: id, secret: rotated.secret } as const
  return { ok: true, cookie: oneTimeSetCookie(shown, principal, ctx.now) }
}
