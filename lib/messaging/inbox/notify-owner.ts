import { isIP } from 'node:net'
import { describeDevice } from '@/lib/i18n/describe-device'
import type { en } from '@/lib/i18n/en'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { createInboxItems, type InboxContent } from '@/lib/messaging/inbox/create-inbox-items'
import type { InboxParams } from '@/lib/messaging/inbox/inbox.schemas'
import { renderInboxItem } from '@/lib/messaging/inbox/render-inbox-item'
import { type MailRequest, queueMail } from '@/lib/messaging/mail/queue-mail'
import { queueNotice } from '@/lib/messaging/sms/queue-sms'
import type { Tx } from '@/lib/platform/db/database'

/** Emails about an account that its owner also gets as an inbox item. */
type SecurityNotice = Extract<MailRequest, { mail: SecurityEvent }>

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
    ...('codesLeft' in notice ? { codes_left: notice.codesLeft } : {}),
    ...('provider' in notice ? { provider: notice.provider } : {}),
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

type InboxKind = keyof (typeof en)['inbox']['kinds']

/**
 * Events reported to the owner of an account. Each is the kind `security.<name>`, with texts in
 * every language.
 */
type SecurityEvent = InboxKind extends `security.${infer Name}` ? Name : never

/** The page where the owner can check the event or undo it. */
const PATHS: Record<SecurityEvent, string> = {
  new_sign_in: '/dashboard/account/sessions',
  refresh_token_reused: '/dashboard/account/sessions',
  password_changed: '/dashboard/account/password',
  mfa_enabled: '/dashboard/account/security',
  mfa_disabled: '/dashboard/account/security',
  mfa_reset: '/dashboard/account/security',
  mfa_locked: '/dashboard/account/security',
  recovery_codes_renewed: '/dashboard/account/security',
  recovery_code_used: '/dashboard/account/security',
  identity_linked: '/dashboard/account/connections',
  identity_unlinked: '/dashboard/account/connections',
  address_changed: '/dashboard/account',
  email_change_requested: '/dashboard/account',
  phone_changed: '/dashboard/account/phone',
  phone_removed: '/dashboard/account/phone',
  mail_settings_changed: '/dashboard/settings',
}

/** The title of an event in a language, or null if the event is unknown. */
export function securityTitle(event: string, locale: Locale): string | null {
  if (!Object.hasOwn(PATHS, event)) return null
  return messagesFor(locale).inbox.kinds[`security.${event as SecurityEvent}`].title
}

/**
 * The inbox item of an event. The stored texts are English; the shown texts are rendered when it is
 * read.
 */
export function securityContent(event: SecurityEvent, params: InboxParams) {
  const kind = `security.${event}` as const
  const worded = renderInboxItem({ kind, params, title: kind, body: null }, 'en')
  return { kind, ...worded, href: PATHS[event], params } satisfies InboxContent
}
