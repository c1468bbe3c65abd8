import { listPermissionHolders } from '@/lib/access/grants.store'
import { requestOrigin } from '@/lib/messaging/inbox/security-events'
import { composeCurrentMail } from '@/lib/messaging/mail/compose-mail'
import { type Mailer, SEND_TIMEOUT_MS } from '@/lib/messaging/mail/mail-port'
import { findMailRecipient } from '@/lib/messaging/mail/mail-recipient.store'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import type { RequestContext } from '@/lib/platform/request-context'

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
      logger().warn(
        { failed },
        'the former mail sender did not accept every warning about the change',
      )
  } catch (error) {
    logger().warn({ error }, 'the former mail sender could not warn anyone')
  }
}
