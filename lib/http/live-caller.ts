import { settings } from '@/lib/config/settings'
import { type ApiRequest, bearerToken } from '@/lib/http/api-request'
import { isOwnOrigin } from '@/lib/http/request-checks'
import { presentsAccessCookie, readSessionCookies } from '@/lib/http/session-cookies'
import { authenticate, type Authenticated } from '@/lib/identity/sessions/authenticate'
import { isTicket } from '@/lib/identity/sessions/live-connection.store'
import { readCachedAccessToken } from '@/lib/identity/sessions/session-tokens'
import { redeemSocketTicket } from '@/lib/identity/sessions/socket-tickets'
import { type Outcome, refuse } from '@/lib/platform/problems'

/** Where a live connection enters: /api/v1/ws or /webui/ws. */
export type LiveEndpoint = 'api' | 'webui'

/** Who holds a live connection. */
export interface LiveCaller {
  userId: string
  sessionId: string
  /**
   * Of the access token behind the credential: a password change ends what was opened with an
   * earlier one.
   */
  generation: number
  /** Of what the caller may do, as it was at the handshake. */
  accessVersion: string
  /** When the credential ends, unless it is renewed; null: with the session (cookies). */
  endsAt: Date | null
}

/**
 * Who opens a live connection. The first credential that is present decides and there is no falling
 * through to the next: Bearer header, cookie, then the query's `access_token` (a token or a
 * ticket). /webui/ws knows the cookie only. Browsers send the cookie from any page that opens a
 * socket, and no CORS stands before it: with it the Origin must be there and be our own.
 */
export async function findLiveCaller(
  request: Pick<ApiRequest, 'header' | 'query'>,
  door: LiveEndpoint,
  now: Date,
): Promise<Outcome<{ caller: LiveCaller }>> {
  if (door === 'webui') return callerOfCookie(request, now)
  const bearer = bearerToken(request)
  if (bearer.ok) return callerOfToken(bearer.token, now)
  if (bearer.code !== 'token_missing') return bearer
  if (presentsAccessCookie(request.header('cookie'))) return callerOfCookie(request, now)
  const given = request.query().getAll('access_token')
  if (given.length > 1) return refuse('bad_request', { detail: 'Send only one access_token.' })
  const [text] = given
  if (!text) return refuse('token_missing')
  return isTicket(text) ? callerOfTicket(text, now) : callerOfToken(text, now)
}

/**
 * Whether a request is about to use the session's cookie from a page that is not ours, or does not
 * say which page it is.
 */
export function isCrossOriginPage(
  request: Pick<ApiRequest, 'header'>,
  door: LiveEndpoint,
): boolean {
  const bearer = door === 'api' && request.header('authorization') !== null
  return !bearer && presentsAccessCookie(request.header('cookie')) && !isFromOwnPage(request)
}

function isFromOwnPage(request: Pick<ApiRequest, 'header'>): boolean {
  const [origin, host] = [request.header('origin'), request.header('host')]
  if (!origin || origin === 'null') return false
  return isOwnOrigin(new Headers({ origin, ...(host ? { host } : {}) }), settings())
}

/**
 * When an access token of the API ends that proves this session of this user, and its generation; a
 * refusal when it does not.
 */
export async function renewedUntil(
  token: string,
  of: Pick<LiveCaller, 'userId' | 'sessionId'>,
  now: Date,
): Promise<Outcome<{ endsAt: Date; generation: number }>> {
  const found = await callerOfToken(token, now)
  if (!found.ok) return found
  const { caller } = found
  const same = caller.userId === of.userId && caller.sessionId === of.sessionId
  if (!same || !caller.endsAt) return refuse('invalid_token')
  return { ok: true, endsAt: caller.endsAt, generation: caller.generation }
}

async function callerOfCookie(
  request: Pick<ApiRequest, 'header'>,
  now: Date,
): Promise<Outcome<{ caller: LiveCaller }>> {
  const cookie = request.header('cookie')
  if (!presentsAccessCookie(cookie)) return refuse('token_missing')
  if (!isFromOwnPage(request)) return refuse('origin_not_allowed')
  const { access } = readSessionCookies(cookie)
  if (!access) return refuse('invalid_token')
  const credential = { accessToken: access, surface: 'web', presentedByClient: true } as const
  return callerOf(await authenticate(credential, now), null)
}

async function callerOfToken(token: string, now: Date): Promise<Outcome<{ caller: LiveCaller }>> {
  const credential = { accessToken: token, surface: 'api', presentedByClient: true } as const
  const claims = readCachedAccessToken(token, now)
  const endsAt = typeof claims === 'object' ? new Date(claims.exp * 1000) : now
  return callerOf(await authenticate(credential, now), endsAt)
}

async function callerOfTicket(ticket: string, now: Date): Promise<Outcome<{ caller: LiveCaller }>> {
  const found = await redeemSocketTicket(ticket, now)
  return found.ok ? callerOf(found, found.credentialExpiresAt) : found
}

function callerOf(who: Authenticated, endsAt: Date | null): Outcome<{ caller: LiveCaller }> {
  if (!who.ok) return who
  const { userId, sessionId, generation } = who.principal
  return {
    ok: true,
    caller: { userId, sessionId, generation, accessVersion: who.access.version, endsAt },
  }
}
