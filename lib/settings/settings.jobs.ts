import { z } from 'zod'
import { listPermissionHolders } from '@/lib/access/grants.store'
import { createInboxItems } from '@/lib/messaging/inbox/create-inbox-items'
import { requestOrigin, securityContent } from '@/lib/messaging/inbox/security-events'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { derivedId } from '@/lib/platform/crypto'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { defineJob } from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import type { RequestContext } from '@/lib/platform/request-context'

/** How many users one transaction notifies. */
const BATCH = 200

const noticePayload = z.object({
  /** Identifies the change. */
  change: z.uuid(),
  at: z.iso.datetime(),
  ip: z.string().nullable(),
  device: z.string().nullable(),
  after: z.uuid().nullable(),
})

export const mailSettingsNoticeJob = defineJob({
  kind: 'mail_settings_news',
  payload: noticePayload,
  run: (notice, { now }) => notifyHolders(notice, now),
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

/**
 * Notifies one batch and queues the next. Safe to run twice: each item has a fixed id, and only a
 * new item causes an email.
 */
async function notifyHolders(notice: z.output<typeof noticePayload>, now: Date): Promise<void> {
  const { change, at, ip, device, after } = notice
  await inTransaction(async (tx) => {
    const by = { permission: 'settings:manage', afterId: after, limit: BATCH } as const
    const holders = await listPermissionHolders(tx, by)
    const content = securityContent('mail_settings_changed', requestOrigin({ ip, device }))
    const items = holders.map(({ id: userId }) => ({
      ...content,
      id: derivedId(new Date(at), mailSettingsNoticeJob.kind, change, userId),
      userId,
    }))
    const notified = new Set(await createInboxItems(tx, items, now))
    for (const { id, userId } of items)
      if (notified.has(id))
        await queueMail(
          tx,
          {
            mail: 'mail_settings_changed',
            userId,
            at,
            ip: ip ?? undefined,
            device: device ?? undefined,
          },
          now,
        )
    if (holders.length === BATCH)
      await enqueueJob(tx, mailSettingsNoticeJob, { ...notice, after: holders.at(-1)!.id }, now)
  })
}
