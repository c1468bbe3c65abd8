import type { ServerResponse } from 'node:http'
import { replaceInCookieHeader } from '@/lib/http/cookie-header'
import { defineCookie, LONGEST_COOKIE_SECONDS } from '@/lib/http/define-cookie'
import type { Impersonation } from '@/lib/identity/impersonation/start-impersonation'
import { isSuperseded } from '@/lib/identity/sessions/authenticate'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { readCachedAccessToken, readRefreshToken } from '@/lib/identity/sessions/session-tokens'
import { now } from '@/lib/platform/clock'

/** Their values are tokens, which are verified wherever they are used. */
const sessionCookies = {
  access: defineCookie({ name: 'access', maxAgeSeconds: 'given' }),
  refresh: defineCookie({ name: 'refresh', maxAgeSeconds: 'given' }),
  device: defineCookie({ name: 'device', maxAgeSeconds: LONGEST_COOKIE_SECONDS }),
  impersonator: defineCookie({ name: 'impersonator', maxAgeSeconds: 'given' }),
}

/** The session cookies of a browser; each null when absent or sent twice. */
export interface SessionCookies {
  access: string | null
  refresh: string | null
  device: string | null
  /**
   * The refresh token of the user's own session, kept aside while the access token is that of an
   * impersonation.
   */
  impersonator: string | null
}

export function readSessionCookies(cookieHeader: string | null | undefined): SessionCookies {
  const { access, refresh, device, impersonator } = sessionCookies
  return {
    access: access.read(cookieHeader),
    refresh: refresh.read(cookieHeader),
    device: device.read(cookieHeader),
    impersonator: impersonator.read(cookieHeader),
  }
}

/**
 * Whether a request presents an access cookie at all, even an empty, malformed or duplicate one.
 */
export function presentsAccessCookie(cookieHeader: string | null | undefined): boolean {
  const { name } = sessionCookies.access
  return (cookieHeader ?? '').split(';').some((part) => part.split('=', 1)[0]?.trim() === name)
}

/**
 * The Set-Cookie values of a session. The access cookie lives as long as the refresh cookie, longer
 * than its token, so that a browser with an expired token can be told from one that was never
 * signed in. Whatever session was kept aside is forgotten: signing out of this one must not lead to
 * it.
 */
export function sessionSetCookies(session: IssuedSession): string[] {
  const { access, refresh, device, impersonator } = sessionCookies
  const maxAgeSeconds = session.refreshExpiresInSeconds
  return [
    access.set(session.accessToken, maxAgeSeconds),
    refresh.set(session.refreshToken, maxAgeSeconds),
    device.set(session.deviceToken),
    impersonator.cleared(),
  ]
}

/**
 * The Set-Cookie values that start an impersonation. The refresh token that the browser presented
 * is kept aside under another name, so that nothing renews the user's own session meanwhile. No
 * token is issued in its place: a copied access cookie must not lead to one. A token that has been
 * exchanged in the meantime is dropped, because presenting it would end the session as stolen.
 */
export function impersonationSetCookies(
  { accessToken, expiresInSeconds, own }: Impersonation,
  presented: string | null,
): string[] {
  const { access, refresh, impersonator } = sessionCookies
  const claims = presented === null ? null : readRefreshToken(presented)
  const current = claims?.sessionId === own.sessionId && claims.generation === own.generation
  return [
    access.set(accessToken, expiresInSeconds),
    refresh.cleared(),
    presented !== null && current
      ? impersonator.set(presented, own.expiresInSeconds)
      : impersonator.cleared(),
  ]
}

/** The Set-Cookie value that forgets the user's own session, because it can't be renewed. */
export function clearedImpersonatorSetCookie(): string {
  return sessionCookies.impersonator.cleared()
}

/**
 * The Set-Cookie values that end a session in the browser. The device cookie stays: it is not a
 * credential.
 */
export function clearedSessionSetCookies(): string[] {
  const { access, refresh, impersonator } = sessionCookies
  return [access, refresh, impersonator].map((cookie) => cookie.cleared())
}

/**
 * Removes cookies of a session that ended, or whose tokens a password change invalidated, while the
 * response was being created. Otherwise a tab that renewed the session just before would overwrite
 * the cookies of the tab that signed in again or changed the password, and sign the user out.
 */
function withoutSupersededCookies(setCookies: readonly string[]): string[] {
  const access = `${sessionCookies.access.name}=`
  const refresh = `${sessionCookies.refresh.name}=`
  const valueOf = (cookie: string, name: string) => cookie.slice(name.length).split(';', 1)[0]!
  return setCookies.filter((cookie) => {
    const claims = cookie.startsWith(access)
      ? readCachedAccessToken(valueOf(cookie, access), now())
      : cookie.startsWith(refresh)
        ? readRefreshToken(valueOf(cookie, refresh))
        : null
    return claims === null || typeof claims === 'string' || !isSuperseded(claims)
  })
}

/** The request's Cookie header as if the browser had already stored `session`. */
export function cookieHeaderWith(cookieHeader: string | null, session: IssuedSession): string {
  const { access, refresh, device, impersonator } = sessionCookies
  return replaceInCookieHeader(cookieHeader, {
    [access.name]: session.accessToken,
    [refresh.name]: session.refreshToken,
    [device.name]: session.deviceToken,
    [impersonator.name]: null,
  })
}

/**
 * Drops session cookies from a response, when its head is sent, if the session ended or the
 * password was changed while the page was being rendered. Any earlier check would be too early: a
 * page may take as long as a password hash.
 */
export function withholdSupersededCookies(res: ServerResponse): void {
  // Next's own `setHeader` restores every cookie that the page proxy set.
  const { writeHead, setHeader } = res
  res.writeHead = ((...args: Parameters<typeof writeHead>) => {
    const cookies = res.headersSent ? undefined : res.getHeader('set-cookie')
    if (cookies !== undefined) {
      const kept = withoutSupersededCookies([cookies].flat().map(String))
      if (kept.length === 0) res.removeHeader('set-cookie')
      else setHeader.call(res, 'set-cookie', kept)
    }
    return writeHead.apply(res, args)
  }) as typeof writeHead
}
