import { brandedMessages } from '@/lib/brand/brand'
import { htmlAnswer, type HtmlAnswer, plainLinkPage } from '@/lib/http/plain-page'
import type { Locale } from '@/lib/i18n/locale'
import type { Refusal } from '@/lib/platform/problems'

/** The app that started the sign-in: its allow-listed redirect URI and its own state. */
export interface ClientApp {
  redirectUri: string
  appState: string
}

/**
 * Problems that map to `access_denied` (RFC 6749 §4.1.2.1): the user is not allowed to sign in, as
 * opposed to an error on our side or an unavailable provider.
 */
const DENIED = new Set([
  'oauth_denied',
  'oauth_email_required',
  'account_disabled',
  'account_link_required',
  'email_not_verified',
  'registration_closed',
  'approval_pending',
])
const UNAVAILABLE = new Set(['oauth_unavailable', 'unavailable', 'overloaded'])

type AppAnswer = { status: 302; body: null; headers: { location: string } } | HtmlAnswer

/**
 * Sends the browser back to the app with its one-time code or an RFC 6749 error. A web address gets
 * a redirect. A custom scheme gets a page with a link first: browsers open custom schemes only on a
 * click, and the user sees that an app is about to open.
 */
export function redirectToApp(
  app: ClientApp,
  result: { ok: true; code: string } | Refusal,
  locale: Locale,
): AppAnswer {
  const parameters: [string, string][] = result.ok
    ? [['code', result.code]]
    : [
        ['error', errorOf(result)],
        ['error_description', result.code],
      ]
  const address = addressWith(app.redirectUri, [...parameters, ['state', app.appState]])
  if (/^https?:/i.test(app.redirectUri))
    return { status: 302, body: null, headers: { location: address } }
  const { onward } = brandedMessages(locale).pages
  return htmlAnswer((nonce) =>
    plainLinkPage({
      locale,
      nonce,
      title: result.ok ? onward.appTitle : onward.appFailedTitle,
      text: onward.appText,
      link: { href: address, label: onward.appAction },
      atOnce: false,
    }),
  )
}

function errorOf({ code }: Refusal): string {
  return DENIED.has(code)
    ? 'access_denied'
    : UNAVAILABLE.has(code)
      ? 'temporarily_unavailable'
      : 'server_error'
}

/**
 * Appends the query by hand because `URL` would rewrite addresses with schemes it does not know.
 */
function addressWith(address: string, parameters: [string, string][]): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}
