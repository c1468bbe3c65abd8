import { z } from 'zod'
import { instant } from '@/lib/platform/instant'
import { defineJobKind } from '@/lib/platform/jobs/define-job'

/** Deletes the deliveries of a deleted webhook. */
export const purgeWebhookJobKind = defineJobKind({
  kind: 'webhook_purge',
  payload: z.object({ webhook_id: z.uuid() }),
  dedupeBy: ({ webhook_id: id }: { webhook_id: string }) => id,
})

/**
 * Sends the events that wait for their next attempt when a webhook is enabled or gets another URL.
 */
export const resumeWebhookJobKind = defineJobKind({
  kind: 'webhook_resume',
  payload: z.object({ webhook_id: z.uuid(), since: instant }),
})

/** Notifies administrators that the service disabled a webhook. */
export const webhookNoticeJobKind = defineJobKind({
  kind: 'webhook_disabled',
  payload: z.object({
    /** Identifies the occasion. */
    occasion: z.uuid(),
    at: instant,
    target: z.string(),
    after: z.uuid().nullable(),
  }),
})
