import { z } from 'zod'
import { createInboxItems } from '@/lib/inbox/create-inbox-items'
import { securityContent } from '@/lib/inbox/security-content'
import { seenFrom } from '@/lib/inbox/tell-owner'
import { queueMail } from '@/lib/mail/queue-mail'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { derivedId } from '@/lib/platform/derived-id'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import type { JobHandlers } from '@/lib/platform/jobs/run-due-jobs'
import { newId } from '@/lib/platform/ids'
import type { RequestContext } from '@/lib/platform/request-context'
import { listPermissionHolders } from '@/lib/rbac/permission-holders.store'

const KIND = 'mail_settings_news'
/** How many people one transaction tells. */
const BATCH = 200

const payloadForm = z.object({
  /** Tells one change from another. */
  change: z.uuid(),
  at: z.iso.datetime(),
  ip: z.string().nullable(),
  device: z.string().nullable(),
  after: z.uuid().nullable(),
})
type News = z.output<typeof payloadForm>

/**
 * Queues telling everybody who may manage settings that somebody changed how mail leaves, or what it says: whoever controls that
 * controls password resets. If and only if `tx` commits.
 */
export function queueMailSettingsNews(tx: Tx, { now, ip, userAgent }: RequestContext): Promise<void> {
  const news = { change: newId(), at: now.toISOString(), ip, device: userAgent, after: null }
  return enqueueJob(tx, { kind: KIND, payload: news }, now)
}

/** What the job worker does with changes of settings. */
export const settingJobHandlers: JobHandlers = {
  [KIND]: (payload, { now }) => tellHolders(payloadForm.parse(payload), now),
}

/** Tells one batch and queues the next. Twice run it tells nobody twice: each item has one id, and only who gets one gets a mail. */
async function tellHolders(news: News, now: Date): Promise<void> {
  const { change, at, ip, device, after } = news
  await inTransaction(async (tx) => {
    const by = { permission: 'settings:manage', afterId: after, limit: BATCH } as const
    const holders = await listPermissionHolders(tx, by)
    const content = securityContent('mail_settings_changed', seenFrom({ ip, device }))
    const items = holders.map(({ id: userId }) => ({
      ...content,
      id: derivedId(new Date(at), KIND, change, userId),
      userId,
    }))
    const told = new Set(await createInboxItems(tx, items, now))
    for (const { id, userId } of items)
      if (told.has(id))
        await queueMail(
          tx,
          { mail: 'mail_settings_changed', userId, at, ip: ip ?? undefined, device: device ?? undefined },
          now,
        )
    if (holders.length === BATCH)
      await enqueueJob(tx, { kind: KIND, payload: { ...news, after: holders.at(-1)!.id } }, now)
  })
}
