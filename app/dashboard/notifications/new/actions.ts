'use server'

import { z } from 'zod'
import { brandedMessages } from '@/lib/brand/brand'
import {
  discardDraft,
  previewDraft,
  saveDraft,
  sendDraft,
} from '@/lib/messaging/notifications/drafts'
import { draftFieldsOf } from '@/lib/messaging/notifications/validate-draft'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'
import { defineAction } from '@/lib/web/define-action'
import { NOTIFICATIONS, renderFaults } from '@/lib/web/notifications-query'
import { pagePath } from '@/lib/web/page-address'

const NEW = `${NOTIFICATIONS}/new`
const REVIEW = `${NEW}?step=review`

type Done = Outcome<{ path: string; notice?: string }>

const body = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('preview') }).catchall(z.string()),
  z.object({ intent: z.literal('send'), draft_id: z.uuid() }),
  z.object({ intent: z.literal('discard') }),
])

export const composeNotification = defineAction({
  access: { permission: 'notifications:send' },
  body,
  handle: async (form, { principal, ctx }): Promise<Done> => {
    if (form.intent === 'preview') return saveAndValidate(form, principal, ctx)
    if (form.intent === 'send') return send(form.draft_id, principal, ctx)
    await discardDraft(principal)
    return { ok: true, path: NEW, notice: 'draft_discarded' }
  },
  done: ({ path, notice }: { path: string; notice?: string }) => ({
    redirect: path,
    notice,
  }),
})

async function saveAndValidate(
  typed: Record<string, string>,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Done> {
  const fields = draftFieldsOf(typed)
  await saveDraft(principal, fields, ctx)
  const preview = await previewDraft(principal, fields, ctx.now)
  if (preview.ok) return { ok: true, path: REVIEW }
  return refuse('validation_failed', {
    errors: renderFaults(preview.faults, brandedMessages(ctx.locale)),
  })
}

async function send(
  draftId: string,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Done> {
  const sent = await sendDraft(principal, draftId, ctx)
  if (sent.ok) {
    const { batch_id: id, status } = sent.notification
    const notice = status === 'scheduled' ? 'notification_scheduled' : 'notification_sent'
    return { ok: true, path: pagePath('/dashboard/notifications/[id]', id), notice }
  }
  // Faults that arose since the review are shown on the review page, beside their fields.
  return 'faults' in sent || sent.code === 'validation_failed' ? { ok: true, path: REVIEW } : sent
}
