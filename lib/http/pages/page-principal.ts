import { REQUEST_INSTANT } from '@/lib/http/internal-headers'
import { readSessionCookies } from '@/lib/http/session-cookies'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { now } from '@/lib/platform/clock'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'

/**
 * Who sends these cookies. `presentedByBrowser` is false behind the middleware: there the access
 * token may be one that was made a moment ago and that the browser has not seen yet.
 */
export async function webPrincipal(
  cookieHeader: string | null,
  asked: { at: Date; presentedByBrowser: boolean },
): Promise<Outcome<{ principal: Principal }>> {
  const { access } = readSessionCookies(cookieHeader)
  if (!access) return refuse('token_missing')
  const credential = {
    accessToken: access,
    surface: 'web',
    presentedByClient: asked.presentedByBrowser,
  } as const
  return authenticate(credential, asked.at)
}

/**
 * Whether there may be a session to sign out of. An access token that has merely expired, or is
 * missing beside a refresh cookie, says nothing about the session, and only renewing it would tell.
 */
export async function mayBeSignedIn(headers: Headers): Promise<boolean> {
  const cookies = headers.get('cookie')
  const who = await webPrincipal(cookies, {
    at: requestInstant(headers),
    presentedByBrowser: false,
  })
  if (who.ok || who.code === 'token_expired') return true
  return who.code === 'token_missing' && readSessionCookies(cookies).refresh !== null
}

/**
 * The longest that a request may take from the middleware to its page and still be judged as of
 * then.
 */
const MAX_DELAY_MS = 30_000

/**
 * The instant as of which a page or action asks who is signed in: the middleware's. An access token
 * that runs out between the two would otherwise send somebody to the sign-in page whose session is
 * alive. Without the middleware it is now.
 */
export function requestInstant(headers: Headers): Date {
  const present = now()
  const delay = present.getTime() - Number(headers.get(REQUEST_INSTANT) ?? Number.NaN)
  return delay >= 0 && delay <= MAX_DELAY_MS ? new Date(present.getTime() - delay) : present
}
