import { randomBytes } from 'node:crypto'
import { brandedMessages } from '@/lib/brand/brand'
import { plainLinkPage } from '@/lib/http/plain-page'
import type { HtmlText } from '@/lib/http/route-responses'
import type { Locale } from '@/lib/i18n/locale'
import type { Refusal } from '@/lib/platform/problems'

/** The app that waits for an answer: its address on the list, and its own state. */
export interface ClientApp {
  redirectUri: string
  appState: string
}

/**
 * Errors of RFC 6749 §4.1.2.1 for what is neither our fault nor the provider's absence: the person
 * may not, here.
 */
const DENIED = new Set([
  'oauth_denied',
  'oauth_email_required',
  'account_disabled',
  'account_link_required',
  'email_not_verified',
])
const AWAY = new Set(['oauth_unavailable', 'unavailable', 'overloaded'])

type AppAnswer =
  | { status: 302; body: null; headers: { location: string } }
  | { status: 200; body: HtmlText; headers: Record<string, string> }

/**
 * Sends the browser back to the app with its one-time code, or with an error of RFC 6749. To a web
 * address by redirect; a scheme of the app's own stops at a page first: browsers open those only
 * when somebody follows a link, and the person sees that an app is about to be opened.
 */
export function redirectToApp(
  app: ClientApp,
  result: { ok: true; code: string } | Refusal,
  locale: Locale,
): AppAnswer {
  const said: [string, string][] = result.ok
    ? [['code', result.code]]
    : [
        ['error', errorOf(result)],
        ['error_description', result.code],
      ]
  const address = addressWith(app.redirectUri, [...said, ['state', app.appState]])
  if (/^https?:/i.test(app.redirectUri))
    return { status: 302, body: null, headers: { location: address } }
  const nonce = randomBytes(16).toString('base64')
  const { onward } = brandedMessages(locale).pages
  const html = plainLinkPage({
    locale,
    nonce,
    title: result.ok ? onward.appTitle : onward.appFailedTitle,
    text: onward.appText,
    link: { href: address, label: onward.appAction },
    atOnce: false,
  })
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return {
    status: 200,
    body: html,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  }
}

function errorOf({ code }: Refusal): string {
  return DENIED.has(code)
    ? 'access_denied'
    : AWAY.has(code)
      ? 'temporarily_unavailable'
      : 'server_error'
}

/** Written by hand: URL would rewrite addresses of schemes that it does not know. */
function addressWith(address: string, parameters: [string, string][]): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}
