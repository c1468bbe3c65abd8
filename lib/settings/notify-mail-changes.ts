import { z } from 'zod'
import { listPermissionHolders } from '@/lib/access/grants.store'
import { createInboxItems } from '@/lib/messaging/inbox/create-inbox-items'
import { requestOrigin, securityContent } from '@/lib/messaging/inbox/notify-owner'
import { composeCurrentMail } from '@/lib/messaging/mail/compose-mail'
import { type Mailer, SEND_TIMEOUT_MS } from '@/lib/messaging/mail/mail-port'
import { findMailRecipient } from '@/lib/messaging/mail/mail-recipient.store'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { derivedId } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import type { JobHandlers } from '@/lib/platform/jobs/run-jobs'
import { logger } from '@/lib/platform/logger'
import type { RequestContext } from '@/lib/platform/request-context'

const MAIL_SETTINGS_NOTICE_JOB = 'mail_settings_news'
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
type MailSettingsNotice = z.output<typeof noticePayload>

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
  return enqueueJob(tx, { kind: MAIL_SETTINGS_NOTICE_JOB, payload: notice }, now)
}

/** The jobs that follow a change of settings. */
export const settingJobHandlers: JobHandlers = {
  [MAIL_SETTINGS_NOTICE_JOB]: (payload, { now }) =>
    notifyHolders(noticePayload.parse(payload), now),
}

/**
 * Notifies one batch and queues the next. Safe to run twice: each item has a fixed id, and only a
 * new item causes an email.
 */
async function notifyHolders(notice: MailSettingsNotice, now: Date): Promise<void> {
  const { change, at, ip, device, after } = notice
  await inTransaction(async (tx) => {
    const by = { permission: 'settings:manage', afterId: after, limit: BATCH } as const
    const holders = await listPermissionHolders(tx, by)
    const content = securityContent('mail_settings_changed', requestOrigin({ ip, device }))
    const items = holders.map(({ id: userId }) => ({
      ...content,
      id: derivedId(new Date(at), MAIL_SETTINGS_NOTICE_JOB, change, userId),
      userId,
    }))
    const told = new Set(await createInboxItems(tx, items, now))
    for (const { id, userId } of items)
      if (told.has(id))
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
      await enqueueJob(
        tx,
        { kind: MAIL_SETTINGS_NOTICE_JOB, payload: { ...notice, after: holders.at(-1)!.id } },
        now,
      )
  })
}

/** How many users are warned this way: these emails are sent immediately, from this process. */
const MAX_WARNINGS = 50

/**
 * Warns the users who may manage settings that someone changed how email is sent, through the
 * previous sender: the new one may belong to an attacker who would swallow the queued notice. Best
 * effort, within the time limit of one email. Never throws.
 */
export async function warnThroughFormerSender(
  former: Mailer,
  { now, ip, userAgent }: Pick<RequestContext, 'now' | 'ip' | 'userAgent'>,
): Promise<void> {
  const deadline = AbortSignal.timeout(SEND_TIMEOUT_MS)
  const occasion = {
    mail: 'mail_settings_changed',
    at: now,
    ...requestOrigin({ ip, device: userAgent }),
  } as const
  const warn = async (userId: string) => {
    const recipient = await findMailRecipient(db(), { userId })
    if (recipient?.status !== 'active') return
    const { email, locale, emailVerifiedAt } = recipient
    const name = emailVerifiedAt ? recipient.name : null
    await former.send(await composeCurrentMail(occasion, { email, locale, name }), deadline)
  }
  try {
    const by = { permission: 'settings:manage', afterId: null, limit: MAX_WARNINGS } as const
    const warned = await Promise.allSettled(
      (await listPermissionHolders(db(), by)).map(({ id }) => warn(id)),
    )
    const failed = warned.filter(({ status }) => status === 'rejected').length
    if (failed > 0)
      logger().warn({ failed }, 'the former mail sender did not take every warning of its change')
  } catch (error) {
    logger().warn({ err: error }, 'nobody could be warned by the former mail sender')
  }
}
