import { settings } from '@/lib/config/settings'
import { parseCookieHeader, serializeCookie } from '@/lib/web/cookie-header'
import { cookieName } from '@/lib/web/session-cookies'

/** The Set-Cookie value that keeps a challenge between the two steps of a sign-in. It opens nothing but the second step. */
export function mfaSetCookie(challenge: { mfaToken: string; expiresInSeconds: number }): string {
  return serializeCookie(cookieName('mfa'), challenge.mfaToken, {
    maxAgeSeconds: challenge.expiresInSeconds,
    secure: settings().secureCookies,
  })
}

/** The Set-Cookie value that forgets the challenge. */
export function clearedMfaSetCookie(): string {
  return serializeCookie(cookieName('mfa'), '', { maxAgeSeconds: 0, secure: settings().secureCookies })
}

/** The mfa token of a browser that passed the first step; null without one. */
export function mfaTokenOf(cookieHeader: string | null): string | null {
  return parseCookieHeader(cookieHeader).get(cookieName('mfa')) || null
}
