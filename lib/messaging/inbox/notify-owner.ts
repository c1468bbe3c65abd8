import { isIP } from 'node:net'
import type { Locale } from '@/lib/i18n/locale'
import { createInboxItems, type InboxContent } from '@/lib/messaging/inbox/create-inbox-items'
import type { InboxParams } from '@/lib/messaging/inbox/inbox.schemas'
import { renderInboxItem } from '@/lib/messaging/inbox/render-inbox-item'
import { findSecurityNotice, type SecurityEvent } from '@/lib/messaging/inbox/security-events'
import { toPlaceholders } from '@/lib/messaging/mail/define-mail'
import { detailsOf, type InboxMailKind, type MailRequest } from '@/lib/messaging/mail/mails'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { queueNotice } from '@/lib/messaging/sms/queue-sms'
import type { Tx } from '@/lib/platform/db/database'
import { describeDevice } from '@/lib/platform/user-agent'

/** Emails about an account that its owner also gets as an inbox item. */
type SecurityNotice = Extract<MailRequest, { mail: InboxMailKind }>

/**
 * Notifies the owner of an account about a security event by email, in the inbox, and by text
 * message if they chose that, if and only if `tx` commits. `formerPhone`: the confirmed number they
 * just lost, which gets the text message.
 */
export async function notifyOwner(
  tx: Tx,
  notice: SecurityNotice,
  now: Date,
  formerPhone: string | null = null,
): Promise<void> {
  const { mail, userId } = notice
  await queueMail(tx, notice, now)
  const content = securityContent(mail, {
    ...requestOrigin(notice),
    ...toPlaceholders(detailsOf(notice)),
  })
  await createInboxItems(tx, [{ userId, ...content }], now)
  await queueNotice(tx, { userId, event: mail, formerPhone }, now)
}

/**
 * Where a request came from, as far as known. Of the User-Agent only known names: an attacker could
 * put a phishing text there.
 */
export function requestOrigin({
  ip,
  device,
}: {
  ip?: string | null
  device?: string | null
}): InboxParams {
  const name = device && describeDevice(device)
  return { ...(ip && isIP(ip) ? { ip } : {}), ...(name ? { device: name } : {}) }
}

/** The title of an event in a language, or null if the event is unknown. */
export function securityTitle(event: string, locale: Locale): string | null {
  return findSecurityNotice(event)?.texts[locale].title ?? null
}

/**
 * The inbox item of an event. The stored texts are English; the shown texts are rendered when it is
 * read.
 */
export function securityContent(event: SecurityEvent, params: InboxParams) {
  const kind = `security.${event}` as const
  const worded = renderInboxItem({ kind, params, title: kind, body: null }, 'en')
  return { kind, ...worded, href: findSecurityNotice(event)!.href, params } satisfies InboxContent
}
