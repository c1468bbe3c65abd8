import { settings } from '@/lib/config/settings'
import { CONFIRMATION_SECONDS } from '@/lib/external/unproven-sign-in.store'
import { parseCookieHeader, serializeCookie } from '@/lib/web/cookie-header'
import { cookieName } from '@/lib/web/session-cookies'

const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/

/**
 * The Set-Cookie value that makes a browser known while it is away at a provider: one random secret, shared by all trips that it
 * makes side by side, and worth nothing without the state of one of them or a mailed link. It outlives a trip, because the link of an
 * earlier one may still be on its way.
 */
export function oauthSetCookie(browser: string): string {
  const { secureCookies: secure } = settings()
  return serializeCookie(cookieName('oauth'), browser, { maxAgeSeconds: CONFIRMATION_SECONDS, secure })
}

/** The secret of the browser that makes this request; null when it has none. */
export function oauthBrowserOf(cookieHeader: string | null): string | null {
  const value = parseCookieHeader(cookieHeader).get(cookieName('oauth'))
  return value !== undefined && SECRET_FORM.test(value) ? value : null
}
