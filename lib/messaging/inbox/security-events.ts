import { isIP } from 'node:net'
import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { renderAdministrativeItem } from '@/lib/messaging/inbox/administrative-items'
import type { InboxContent } from '@/lib/messaging/inbox/create-inbox-items'
import type { InboxNotice, InboxParams, ShownText } from '@/lib/messaging/inbox/inbox.schemas'
import { type MailDetail, showDetails } from '@/lib/messaging/mail/define-mail'
import { type InboxMailKind, mailKinds, mailOf } from '@/lib/messaging/mail/mails'
import { describeDevice } from '@/lib/platform/user-agent'

/** An event reported to the owner of an account. Its inbox item has the kind `security.<name>`. */
export type SecurityEvent = InboxMailKind

const notices: ReadonlyMap<string, InboxNotice> = new Map(
  mailKinds.flatMap((kind): [string, InboxNotice][] => {
    const { inbox } = mailOf(kind)
    return inbox ? [[kind, inbox]] : []
  }),
)

const details = new Map<string, Readonly<Record<string, MailDetail>> | undefined>(
  mailKinds.map((kind) => [kind, mailOf(kind).details]),
)

/** The notice of an event, or null if the event is unknown. */
export function findSecurityNotice(event: string): InboxNotice | null {
  return notices.get(event) ?? null
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

/**
 * The text message about an event in a language, or null if the event is unknown or has none. `url`
 * is the page that resets the password.
 */
export function securityText(
  event: string,
  locale: Locale,
  values: { host: string; url: string },
): string | null {
  const found = findSecurityNotice(event)
  if (!found || found.sms === null) return null
  const title = found.texts[locale].title
  const text = found.sms ? `{host}: ${found.sms[locale]}` : messagesFor(locale).phone.texts.notice
  return formatMessage(text, { ...values, title })
}

/**
 * The inbox item of an event. The stored texts are English; the shown texts are rendered when it is
 * read.
 */
export function securityContent(event: SecurityEvent, params: InboxParams) {
  const kind = `security.${event}` as const
  const text = renderInboxItem({ kind, params, title: kind, body: null }, 'en')
  return { kind, ...text, href: findSecurityNotice(event)!.href, params } satisfies InboxContent
}

/** Title and body of an item in a language: by its kind if known, otherwise as stored. */
export function renderInboxItem(
  item: { kind: string; params: InboxParams } & ShownText,
  locale: Locale,
): ShownText {
  const [, event = ''] = /^security\.(.+)$/.exec(item.kind) ?? []
  const notice = findSecurityNotice(event)
  if (!notice)
    return renderAdministrativeItem(item, locale) ?? { title: item.title, body: item.body }
  const { title, body } = notice.texts[locale]
  const fullBody = [body, originSentence(item.params, locale)].filter(Boolean).join(' ')
  const shown = showDetails(item.params, details.get(event), locale)
  const values = { ...shown, product: settings().brand.productName }
  return { title: formatMessage(title, values), body: formatMessage(fullBody, values) }
}

const ORIGIN = {
  en: {
    deviceAndIp: 'Device: {device}. IP address: {ip}.',
    device: 'Device: {device}.',
    ip: 'IP address: {ip}.',
  },
  tr: {
    deviceAndIp: 'Cihaz: {device}. IP adresi: {ip}.',
    device: 'Cihaz: {device}.',
    ip: 'IP adresi: {ip}.',
  },
} as const satisfies Record<Locale, unknown>

/** The sentence that says where a request came from, as far as known. */
function originSentence({ device, ip }: InboxParams, locale: Locale): string | null {
  const origin = ORIGIN[locale]
  if (device && ip) return origin.deviceAndIp
  return device ? origin.device : ip ? origin.ip : null
}
