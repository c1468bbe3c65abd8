import { htmlAnswer, type HtmlAnswer, plainChoicePage } from '@/lib/http/plain-page'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { formatMoney } from '@/lib/payments/money'
import { CHALLENGE_RESULTS } from '@/lib/payments/payments.schemas'
import type { Challenge } from '@/lib/payments/providers/simulator'

/**
 * The payment simulator's page for confirming a payment. It is separate from the other pages, as a
 * bank's would be, and works without script.
 */
export function challengeResponse(challenge: Challenge, locale: Locale): HtmlAnswer {
  const texts = messagesFor(locale).payments.simulator
  const amount = formatMoney(challenge.amount, challenge.currency, locale)
  const page = {
    locale,
    title: texts.title,
    text: challenge.open ? formatMessage(texts.text, { amount }) : texts.answered,
    foot: texts.notice,
    name: 'result',
    choices: challenge.open
      ? CHALLENGE_RESULTS.map((value) => ({ value, label: texts.results[value] }))
      : [{ value: 'canceled', label: texts.back }],
  }
  // Browsers also apply form-action to the redirect after the post.
  const formAction = `'self' ${sourceOf(challenge.returnUrl)}`
  return htmlAnswer((nonce) => plainChoicePage({ ...page, nonce }), formAction)
}

/** The CSP source of an address: its origin, or the scheme of an app. */
function sourceOf(address: string): string {
  const { origin, protocol } = new URL(address)
  return origin === 'null' ? protocol : origin
}
