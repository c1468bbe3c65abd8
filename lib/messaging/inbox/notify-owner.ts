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

/** The mails about an account that its owner finds in the inbox as well. */
type SecurityNotice = Extract<MailRequest, { mail: SecurityEvent }>

/**
 * Tells the owner of an account what happened to it, by mail, in the inbox, and by text message if
 * they want that, if and only if `tx` commits. `formerPhone`: the confirmed number they have just
 * lost, which gets the text message.
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
 * From where something was done, as far as it is known. Of the User-Agent only known names: a
 * stranger could write a lure there.
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
 * What the owner of an account is told of; each is the kind `security.<name>` and has texts in
 * every language.
 */
type SecurityEvent = InboxKind extends `security.${infer Name}` ? Name : never

/** Where the owner can look at it, or undo it. */
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

/** What an event is called in a language; null for one that is not known. */
export function securityTitle(event: string, locale: Locale): string | null {
  if (!Object.hasOwn(PATHS, event)) return null
  return messagesFor(locale).inbox.kinds[`security.${event as SecurityEvent}`].title
}

/**
 * The item that tells of it. The stored texts are English; what is shown is worded when it is read.
 */
export function securityContent(event: SecurityEvent, params: InboxParams) {
  const kind = `security.${event}` as const
  const worded = renderInboxItem({ kind, params, title: kind, body: null }, 'en')
  return { kind, ...worded, href: PATHS[event], params } satisfies InboxContent
}
