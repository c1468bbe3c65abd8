import { registrationWaitSeconds } from '@/lib/accounts/registration.store'
import { CONFIRMATION_SECONDS } from '@/lib/accounts/unproven-sign-in.store'
import { settings } from '@/lib/config/settings'
import { parseCookieHeader, serializeCookie } from '@/lib/http/cookie-header'
import { cookieName } from '@/lib/http/session-cookies'
import type { SignIn } from '@/lib/identity/sign-in/complete-sign-in'
import type { ActionSuccess } from '@/lib/web/form-outcome'
import { HOME, nextPathOrHome, safeNextPath } from '@/lib/web/safe-redirect'

/**
 * Where a first step leads in a browser: with the session's cookies to `next`, if that is safe,
 * else to the dashboard; or with the challenge in a cookie to the second step, which remembers
 * `next`.
 */
export function signInSuccess(signIn: SignIn, next: unknown): ActionSuccess {
  return 'session' in signIn
    ? { redirect: nextPathOrHome(next), session: signIn.session }
    : { redirect: secondStepPath(next), cookies: [mfaSetCookie(signIn.challenge)] }
}

/**
 * The page of the second step, remembering where the person wanted to go; with `recovery` it asks
 * for a recovery code.
 */
export function secondStepPath(next: unknown, recovery = false): string {
  const wanted = safeNextPath(next)
  const query = new URLSearchParams({
    ...(recovery && { use: 'recovery' }),
    ...(wanted !== null && wanted !== HOME && { next: wanted }),
  }).toString()
  return query ? `/auth/mfa?${query}` : '/auth/mfa'
}

/**
 * The Set-Cookie value that keeps a challenge between the two steps of a sign-in. It opens nothing
 * but the second step.
 */
function mfaSetCookie(challenge: { mfaToken: string; expiresInSeconds: number }): string {
  return serializeCookie(cookieName('mfa'), challenge.mfaToken, {
    maxAgeSeconds: challenge.expiresInSeconds,
    secure: settings().secureCookies,
  })
}

/** The Set-Cookie value that forgets the challenge. */
export function clearedMfaSetCookie(): string {
  return serializeCookie(cookieName('mfa'), '', {
    maxAgeSeconds: 0,
    secure: settings().secureCookies,
  })
}

/** The mfa token of a browser that passed the first step; null without one. */
export function mfaTokenOf(cookieHeader: string | null): string | null {
  return parseCookieHeader(cookieHeader).get(cookieName('mfa')) || null
}

const OAUTH_SECRET_FORM = /^[A-Za-z0-9_-]{43}$/

/**
 * The Set-Cookie value that makes a browser known while it is away at a provider: one random
 * secret, shared by all trips that it makes side by side, and worth nothing without the state of
 * one of them or a mailed link. It outlives a trip, because the link of an earlier one may still be
 * on its way.
 */
export function oauthSetCookie(browser: string): string {
  const { secureCookies: secure } = settings()
  return serializeCookie(cookieName('oauth'), browser, {
    maxAgeSeconds: CONFIRMATION_SECONDS,
    secure,
  })
}

/** The secret of the browser that makes this request; null when it has none. */
export function oauthBrowserOf(cookieHeader: string | null): string | null {
  const value = parseCookieHeader(cookieHeader).get(cookieName('oauth'))
  return value !== undefined && OAUTH_SECRET_FORM.test(value) ? value : null
}

const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/

/**
 * The Set-Cookie value by which the page of a verification link knows the browser that registered:
 * one random secret for all registrations made there. It is worth nothing without the link.
 */
export function registrationSetCookie(browser: string): string {
  return serializeCookie(cookieName('registration'), browser, {
    maxAgeSeconds: registrationWaitSeconds(),
    secure: settings().secureCookies,
  })
}

/**
 * The secret of a browser that has registered lately; null without one, and for anything of another
 * form.
 */
export function registrationCookieOf(cookieHeader: string | null): string | null {
  const value = parseCookieHeader(cookieHeader).get(cookieName('registration'))
  return value !== undefined && SECRET_FORM.test(value) ? value : null
}
