import { settings } from '@/lib/config/settings'
import { htmlAnswer, type HtmlAnswer, plainChoicePage, plainLinkPage } from '@/lib/http/plain-page'
import type { HtmlText } from '@/lib/http/route-declaration'
import type { Locale } from '@/lib/i18n/locale'
import { brandedMessages } from '@/lib/brand/brand'
import { PREFERENCES_PATH } from '@/lib/messaging/notifications/compose-notification'

/** `invalid`: the link was not issued here, or was cut off. */
type UnsubscribeStep = 'ask' | 'done' | 'invalid'

/**
 * The page of an unsubscribe link, which works without script. Opening it asks, because mail
 * scanners follow links; the button posts what a mail provider does (RFC 8058 §3.1).
 */
export function unsubscribeResponse(step: UnsubscribeStep, locale: Locale): HtmlAnswer {
  return htmlAnswer((nonce) => pageOf(step, locale, nonce), "'self'")
}

function pageOf(step: UnsubscribeStep, locale: Locale, nonce: string): HtmlText {
  const texts = brandedMessages(locale).notifications.unsubscribe
  const { title, text } = texts[step]
  if (step === 'ask')
    return plainChoicePage({
      locale,
      nonce,
      title,
      text,
      foot: '',
      name: 'List-Unsubscribe',
      choices: [{ value: 'One-Click', label: texts.button }],
    })
  const href = `${settings().email.linkBaseUrl}${PREFERENCES_PATH}`
  const link = { href, label: texts.preferences }
  return plainLinkPage({ locale, nonce, title, text, link, atOnce: false })
}
