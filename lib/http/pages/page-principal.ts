import { type MissingFactor, MISSING_FACTORS } from '@/lib/access/missing-factor'
import { REQUEST_INSTANT } from '@/lib/http/internal-headers'
import { readSessionCookies } from '@/lib/http/session-cookies'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { readCachedAccessToken } from '@/lib/identity/sessions/session-tokens'
import { now } from '@/lib/platform/clock'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'

/**
 * The user that these cookies identify. `presentedByBrowser` is false behind the page proxy, where
 * the access token may have been issued a moment ago, before the browser has seen it.
 */
export async function webPrincipal(
  cookieHeader: string | null,
  asked: { at: Date; presentedByBrowser: boolean; lacking?: readonly MissingFactor[] },
): Promise<Outcome<{ principal: SessionPrincipal }>> {
  const { access } = readSessionCookies(cookieHeader)
  if (!access) return refuse('token_missing')
  const credential = {
    accessToken: access,
    surface: 'web',
    presentedByClient: asked.presentedByBrowser,
    lacking: asked.lacking,
  } as const
  return authenticate(credential, asked.at)
}

/**
 * Who views as whom, by the access token of these cookies; null without an impersonation. The
 * session may have ended.
 */
export function impersonationIn(
  cookieHeader: string | null,
  at: Date,
): NonNullable<RequestContext['impersonation']> | null {
  const { access } = readSessionCookies(cookieHeader)
  const claims = access ? readCachedAccessToken(access, at) : 'invalid'
  if (typeof claims === 'string' || !claims.actorId || claims.surface !== 'web') return null
  return { actorId: claims.actorId, userId: claims.userId }
}

/**
 * Whether there may be a session to sign out of. An expired access token, or a missing one beside a
 * refresh cookie, does not mean that the session has ended; only renewing it would show that.
 */
export async function mayBeSignedIn(headers: Headers): Promise<boolean> {
  const cookies = headers.get('cookie')
  const who = await webPrincipal(cookies, {
    at: requestInstant(headers),
    presentedByBrowser: false,
    lacking: MISSING_FACTORS,
  })
  if (who.ok || who.code === 'token_expired') return true
  return who.code === 'token_missing' && readSessionCookies(cookies).refresh !== null
}

/**
 * The longest delay between the page proxy and the page for which the page proxy's time is used.
 */
const MAX_DELAY_MS = 30_000

/**
 * The time at which a page or action checks the session: the page proxy's. Otherwise, an access
 * token that expires between the two would send a user with a live session to the sign-in page.
 * Without the page proxy, it is now.
 */
export function requestInstant(headers: Headers): Date {
  const present = now()
  const delay = present.getTime() - Number(headers.get(REQUEST_INSTANT) ?? Number.NaN)
  return delay >= 0 && delay <= MAX_DELAY_MS ? new Date(present.getTime() - delay) : present
}
