import { seenFrom } from '@/lib/inbox/tell-owner'
import { composeCurrentMail } from '@/lib/mail/compose-current-mail'
import { SEND_TIMEOUT_MS, type Mailer } from '@/lib/mail/mail-port'
import { findMailRecipient } from '@/lib/mail/mail-recipient.store'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import type { RequestContext } from '@/lib/platform/request-context'
import { listPermissionHolders } from '@/lib/rbac/permission-holders.store'

/** How many people are told this way: the mails leave at once, from this process. */
const AT_MOST = 50

/**
 * Tells those who may manage settings that somebody changed how mail leaves, by the sender that was in force before: the new one may
 * belong to an attacker, who would swallow the queued warning. Best effort, within the time that one mail may take. Never throws.
 */
export async function warnByFormerSender(
  former: Mailer,
  { now, ip, userAgent }: Pick<RequestContext, 'now' | 'ip' | 'userAgent'>,
): Promise<void> {
  const deadline = AbortSignal.timeout(SEND_TIMEOUT_MS)
  const occasion = { mail: 'mail_settings_changed', at: now, ...seenFrom({ ip, device: userAgent }) } as const
  const warn = async (userId: string) => {
    const recipient = await findMailRecipient(db(), { userId })
    if (recipient?.status !== 'active') return
    const { email, locale, emailVerifiedAt } = recipient
    const name = emailVerifiedAt ? recipient.name : null
    await former.send(await composeCurrentMail(occasion, { email, locale, name }), deadline)
  }
  try {
    const by = { permission: 'settings:manage', afterId: null, limit: AT_MOST } as const
    const warned = await Promise.allSettled((await listPermissionHolders(db(), by)).map(({ id }) => warn(id)))
    const failed = warned.filter(({ status }) => status === 'rejected').length
    if (failed > 0)
      logger().warn({ failed }, 'the former mail sender did not take every warning of its change')
  } catch (error) {
    logger().warn({ err: error }, 'nobody could be warned by the former mail sender')
  }
}
