import { z } from 'zod'
import { notifyHolders } from '@/lib/messaging/inbox/notify-holders'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { instant } from '@/lib/platform/instant'
import { defineJob } from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import type { RequestContext } from '@/lib/platform/request-context'

const noticePayload = z.object({
  /** Identifies the change. */
  change: z.uuid(),
  at: instant,
  ip: z.string().nullable(),
  device: z.string().nullable(),
  after: z.uuid().nullable(),
})

export const mailSettingsNoticeJob = defineJob({
  kind: 'mail_settings_news',
  payload: noticePayload,
  run: (notice, { now }) => notifyBatch(notice, now),
})

/**
 * Queues a notice to every user who may manage settings that someone changed how email is sent or
 * what it says: control over email is control over password resets. Sent if and only if `tx`
 * commits.
 */
export function queueMailSettingsNotice(
  tx: Tx,
  { now, ip, userAgent }: RequestContext,
): Promise<void> {
  const notice = { change: newId(), at: now.toISOString(), ip, device: userAgent, after: null }
  return enqueueJob(tx, mailSettingsNoticeJob, notice, now)
}

/** Notifies one batch and queues the next. Safe to run twice. */
async function notifyBatch(notice: z.output<typeof noticePayload>, now: Date): Promise<void> {
  const { change, at, ip, device, after } = notice
  await inTransaction(async (tx) => {
    const by = { permission: 'settings:manage', occasion: change, after } as const
    const origin = { at, ip: ip ?? undefined, device: device ?? undefined }
    const next = await notifyHolders(
      tx,
      by,
      (userId) => ({ mail: 'mail_settings_changed', userId, ...origin }),
      now,
    )
    if (next) await enqueueJob(tx, mailSettingsNoticeJob, { ...notice, after: next }, now)
  })
}
