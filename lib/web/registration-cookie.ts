import { settings } from '@/lib/config/settings'
import { registrationWaitSeconds } from '@/lib/registration/attempt.store'
import { parseCookieHeader, serializeCookie } from '@/lib/web/cookie-header'
import { cookieName } from '@/lib/web/session-cookies'

const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/

/**
 * The Set-Cookie value by which the page of a verification link knows the browser that registered: one random secret for all
 * registrations made there. It is worth nothing without the link.
 */
export function registrationSetCookie(browser: string): string {
  return serializeCookie(cookieName('registration'), browser, {
    maxAgeSeconds: registrationWaitSeconds(),
    secure: settings().secureCookies,
  })
}

/** The secret of a browser that has registered lately; null without one, and for anything of another form. */
export function registrationCookieOf(cookieHeader: string | null): string | null {
  const value = parseCookieHeader(cookieHeader).get(cookieName('registration'))
  return value !== undefined && SECRET_FORM.test(value) ? value : null
}
