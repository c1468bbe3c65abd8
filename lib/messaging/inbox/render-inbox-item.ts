import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { InboxParams } from '@/lib/messaging/inbox/inbox.schemas'
import { findSecurityNotice } from '@/lib/messaging/inbox/security-events'

interface RenderedText {
  title: string
  body: string | null
}

/** Title and body of an item in a language: by its kind if known, otherwise as stored. */
export function renderInboxItem(
  item: { kind: string; params: InboxParams } & RenderedText,
  locale: Locale,
): RenderedText {
  const [, event = ''] = /^security\.(.+)$/.exec(item.kind) ?? []
  const notice = findSecurityNotice(event)
  if (!notice) return { title: item.title, body: item.body }
  const { title, body } = notice.texts[locale]
  const fullBody = [body, originSentence(item.params, locale)].filter(Boolean).join(' ')
  const values = { ...item.params, product: settings().brand.productName }
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
