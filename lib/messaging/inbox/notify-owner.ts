import { findCredentials } from '@/lib/accounts/user.store'
import { createInboxItems } from '@/lib/messaging/inbox/create-inbox-items'
import { requestOrigin, securityContent } from '@/lib/messaging/inbox/security-events'
import { toPlaceholders } from '@/lib/messaging/mail/define-mail'
import { detailsOf, type InboxMailKind, type MailRequest } from '@/lib/messaging/mail/mails'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { queueNotice } from '@/lib/messaging/sms/queue-sms'
import type { Tx } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

/** Emails about an account that its owner also gets as an inbox item. */
type SecurityNotice = Extract<MailRequest, { mail: InboxMailKind }>

/**
 * Notifies the owner of an account about a security event by email, in the inbox, and by text
 * message if they chose that, if and only if `tx` commits. The email goes to the address that the
 * account has now: an intruder may change it before the email is sent. `formerPhone`: the confirmed
 * number they just lost, which gets the text message.
 */
export async function notifyOwner(
  tx: Tx,
  notice: SecurityNotice,
  now: Date,
  formerPhone: string | null = null,
): Promise<void> {
  const { mail, userId } = notice
  const to = (await findCredentials(tx, userId))?.email
  await queueMail(tx, { to, ...notice }, now)
  const content = securityContent(mail, {
    ...requestOrigin(notice),
    ...toPlaceholders(detailsOf(notice)),
  })
  const aboutId = 'administratorId' in notice ? notice.administratorId : null
  await createInboxItems(tx, [{ userId, aboutId, ...content }], now)
  await queueNotice(tx, { userId, event: mail, formerPhone }, now)
}

/** When and from where a request came, for a notice about it. */
export const seenBy = ({ now, ip, userAgent }: RequestContext) => ({
  at: now.toISOString(),
  ip: ip ?? undefined,
  device: userAgent ?? undefined,
})
