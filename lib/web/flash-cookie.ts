import { settings } from '@/lib/config/settings'
import { parseCookieHeader, serializeCookie } from '@/lib/web/cookie-header'
import { encodeFlash, type Flash } from '@/lib/web/flash'
import { cookieName } from '@/lib/web/session-cookies'

/** How long a flash waits for its page, in seconds. */
const MAX_AGE_SECONDS = 60

/** The Set-Cookie value that carries a flash to the next page. */
export function flashSetCookie(flash: Flash): string {
  return serializeCookie(cookieName('flash'), encodeFlash(flash), {
    maxAgeSeconds: MAX_AGE_SECONDS,
    secure: settings().secureCookies,
  })
}

/** The Set-Cookie value that takes the flash away again. */
export function clearedFlashSetCookie(): string {
  return serializeCookie(cookieName('flash'), '', { maxAgeSeconds: 0, secure: settings().secureCookies })
}

/** The flash cookie of a request, still encoded; null without one. */
export function flashCookieOf(cookieHeader: string | null): string | null {
  return parseCookieHeader(cookieHeader).get(cookieName('flash')) || null
}
