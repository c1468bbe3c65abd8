import { randomBytes } from 'node:crypto'
import { plainChoicePage, plainPagePolicy } from '@/lib/http/plain-page'
import type { HtmlText } from '@/lib/http/route-declaration'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { formatMoney } from '@/lib/payments/money'
import { CHALLENGE_RESULTS } from '@/lib/payments/payments.schemas'
import type { Challenge } from '@/lib/payments/providers/simulator'

interface ChallengeAnswer {
  status: 200
  body: HtmlText
  headers: Record<string, string>
}

/**
 * The payment simulator's page for confirming a payment. It is separate from the other pages, as a
 * bank's would be, and works without script.
 */
export function challengeResponse(challenge: Challenge, locale: Locale): ChallengeAnswer {
  const texts = messagesFor(locale).payments.simulator
  const nonce = randomBytes(16).toString('base64')
  const amount = formatMoney(challenge.amount, challenge.currency, locale)
  const html = plainChoicePage({
    locale,
    nonce,
    title: texts.title,
    text: challenge.open ? formatMessage(texts.text, { amount }) : texts.answered,
    foot: texts.notice,
    name: 'result',
    choices: challenge.open
      ? CHALLENGE_RESULTS.map((value) => ({ value, label: texts.results[value] }))
      : [{ value: 'canceled', label: texts.back }],
  })
  // Browsers also apply form-action to the redirect after the post.
  const policy = plainPagePolicy(nonce, `'self' ${sourceOf(challenge.returnUrl)}`)
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return { status: 200, body: html, headers }
}

/** The CSP source of an address: its origin, or the scheme of an app. */
function sourceOf(address: string): string {
  const { origin, protocol } = new URL(address)
  return origin === 'null' ? protocol : origin
}
