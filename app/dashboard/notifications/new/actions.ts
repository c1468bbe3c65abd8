'use server'

import { z } from 'zod'
import { renderFaults } from '@/app/dashboard/notifications/new/draft-faults'
import { brandedMessages } from '@/lib/brand/brand'
import {
  discardDraft,
  previewDraft,
  saveDraft,
  sendDraft,
} from '@/lib/messaging/notifications/drafts'
import { draftFieldsOf } from '@/lib/messaging/notifications/validate-draft'
import { refuse } from '@/lib/platform/problems'
import { defineAction } from '@/lib/web/define-action'
import { pagePath } from '@/lib/web/page-address'

const NEW = pagePath('/dashboard/notifications/new')
const REVIEW = `${NEW}?step=review`

export const previewMessage = defineAction({
  access: { permission: 'notifications:send' },
  body: z.object({}).catchall(z.string()),
  handle: async (typed, { principal, ctx }) => {
    const fields = draftFieldsOf(typed)
    await saveDraft(principal, fields, ctx)
    const preview = await previewDraft(principal, fields, ctx.now)
    if (preview.ok) return { ok: true }
    return refuse('validation_failed', {
      errors: renderFaults(preview.faults, brandedMessages(ctx.locale)),
    })
  },
  done: () => ({ redirect: REVIEW }),
})

export const sendMessage = defineAction({
  access: { permission: 'notifications:send' },
  body: z.object({ draft_id: z.uuid() }),
  handle: async ({ draft_id: id }, { principal, ctx }) => {
    const sent = await sendDraft(principal, id, ctx)
    if (sent.ok) return { ok: true, sent: sent.notification }
    return 'faults' in sent || sent.code === 'validation_failed' ? { ok: true, sent: null } : sent
  },
  done: ({ sent }) =>
    sent
      ? {
          redirect: pagePath('/dashboard/notifications/[id]', sent.batch_id),
          notice: sent.status === 'scheduled' ? 'notification_scheduled' : 'notification_sent',
        }
      : // Faults that arose since the review are shown on the review page, beside their fields.
        { redirect: REVIEW },
})

export const discardMessage = defineAction({
  access: { permission: 'notifications:send' },
  body: z.object({}),
  handle: (_, { principal }) => discardDraft(principal),
  done: () => ({ redirect: NEW, notice: 'draft_discarded' }),
})
