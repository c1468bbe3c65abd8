import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { authenticate } from '@/lib/sessions/authenticate'
import { judgedAt } from '@/lib/web/judged-at'
import { readSessionCookies } from '@/lib/web/session-cookies'

/**
 * Who sends these cookies. `presentedByBrowser` is false behind the middleware: there the access token may be one that was
 * made a moment ago and that the browser has not seen yet.
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
 * Whether there may be a session to sign out of. An access token that has merely expired, or is missing beside a refresh cookie, says
 * nothing about the session, and only renewing it would tell.
 */
export async function mayBeSignedIn(headers: Headers): Promise<boolean> {
  const cookies = headers.get('cookie')
  const who = await webPrincipal(cookies, { at: judgedAt(headers), presentedByBrowser: false })
  if (who.ok || who.code === 'token_expired') return true
  return who.code === 'token_missing' && readSessionCookies(cookies).refresh !== null
}
