import { registrationWaitSeconds } from '@/lib/accounts/registration.store'
import { SIGN_IN_CODE_SECONDS } from '@/lib/accounts/sign-in-code.store'
import { CONFIRMATION_SECONDS } from '@/lib/accounts/unproven-sign-in.store'
import { settings } from '@/lib/config/settings'
import { parseCookieHeader, serializeCookie } from '@/lib/http/cookie-header'
import { cookieName } from '@/lib/http/session-cookies'
import { PASSKEY_CHALLENGE_SECONDS } from '@/lib/identity/passkeys/passkey-challenge.store'
import type { SignIn } from '@/lib/identity/sign-in/complete-sign-in'
import { isSecretToken } from '@/lib/platform/crypto'
import type { ActionSuccess } from '@/lib/web/form-outcome'
import { HOME, nextPathOrHome, safeNextPath } from '@/lib/web/safe-redirect'

/**
 * The response to the first step of a sign-in: with the session's cookies to `next` if it is safe,
 * otherwise to the dashboard; or, with the challenge in a cookie, to two-step verification, which
 * keeps `next`.
 */
export function signInSuccess(signIn: SignIn, next: unknown): ActionSuccess {
  return 'session' in signIn
    ? { redirect: nextPathOrHome(next), session: signIn.session }
    : { redirect: secondStepPath(next), cookies: [mfaSetCookie(signIn.challenge)] }
}

/**
 * The two-step verification page, with the page to return to; with `recovery` it asks for a
 * recovery code.
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
 * The Set-Cookie value that keeps a challenge between the two steps of a sign-in. It is valid only
 * for the second step.
 */
function mfaSetCookie(challenge: { mfaToken: string; expiresInSeconds: number }): string {
  return serializeCookie(cookieName('mfa'), challenge.mfaToken, {
    maxAgeSeconds: challenge.expiresInSeconds,
    secure: settings().secureCookies,
  })
}

/** The Set-Cookie value that deletes the challenge. */
export function clearedMfaSetCookie(): string {
  return serializeCookie(cookieName('mfa'), '', {
    maxAgeSeconds: 0,
    secure: settings().secureCookies,
  })
}

/** The MFA token of a browser that passed the first step; null without one. */
export function mfaTokenOf(cookieHeader: string | null): string | null {
  return parseCookieHeader(cookieHeader).get(cookieName('mfa')) || null
}

/**
 * The Set-Cookie value that identifies a browser during authorization flows: one random secret,
 * shared by parallel flows, useless without the state of one of them or an emailed link. It
 * outlives a flow because the link of an earlier one may still arrive.
 */
export function oauthSetCookie(browser: string): string {
  const { secureCookies: secure } = settings()
  return serializeCookie(cookieName('oauth'), browser, {
    maxAgeSeconds: CONFIRMATION_SECONDS,
    secure,
  })
}

/** The secret of the requesting browser; null without one. */
export function oauthBrowserOf(cookieHeader: string | null): string | null {
  const value = parseCookieHeader(cookieHeader).get(cookieName('oauth'))
  return value !== undefined && isSecretToken(value) ? value : null
}

/**
 * The Set-Cookie value that binds the challenges of a passkey sign-in to a browser: one random
 * secret, shared by parallel tabs.
 */
export function passkeySetCookie(secret: string): string {
  return serializeCookie(cookieName('passkey'), secret, {
    maxAgeSeconds: PASSKEY_CHALLENGE_SECONDS,
    secure: settings().secureCookies,
  })
}

/** The secret of the requesting browser; null without one. */
export function passkeySecretOf(cookieHeader: string | null): string | null {
  const value = parseCookieHeader(cookieHeader).get(cookieName('passkey'))
  return value !== undefined && isSecretToken(value) ? value : null
}

/**
 * The Set-Cookie value that binds an emailed code to the browser that asked for it: a new secret for
 * each request.
 */
export function emailCodeSetCookie(secret: string): string {
  return serializeCookie(cookieName('email-code'), secret, {
    maxAgeSeconds: SIGN_IN_CODE_SECONDS,
    secure: settings().secureCookies,
  })
}

/** The Set-Cookie value that deletes the secret after a sign-in. */
export function clearedEmailCodeSetCookie(): string {
  return serializeCookie(cookieName('email-code'), '', {
    maxAgeSeconds: 0,
    secure: settings().secureCookies,
  })
}

/** The secret of the requesting browser; null without one. */
export function emailCodeSecretOf(cookieHeader: string | null): string | null {
  const value = parseCookieHeader(cookieHeader).get(cookieName('email-code'))
  return value !== undefined && isSecretToken(value) ? value : null
}

/**
 * The Set-Cookie value that lets the page of a verification link recognize the browser that
 * registered: one random secret for all registrations in that browser, useless without the link.
 */
export function registrationSetCookie(browser: string): string {
  return serializeCookie(cookieName('registration'), browser, {
    maxAgeSeconds: registrationWaitSeconds(),
    secure: settings().secureCookies,
  })
}

/** The secret of a browser that registered recently; null without one, or if it is malformed. */
export function registrationCookieOf(cookieHeader: string | null): string | null {
  const value = parseCookieHeader(cookieHeader).get(cookieName('registration'))
  return value !== undefined && isSecretToken(value) ? value : null
}
