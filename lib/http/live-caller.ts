import { findAccess } from '@/lib/access/find-access'
import { settings } from '@/lib/config/settings'
import { type ApiRequest, bearerExpiry } from '@/lib/http/api-request'
import { findBearer } from '@/lib/http/find-bearer'
import { isOwnOrigin } from '@/lib/http/request-checks'
import { presentsAccessCookie, readSessionCookies } from '@/lib/http/session-cookies'
import type { AuthenticatedKey } from '@/lib/identity/api-keys/authenticate-key'
import { isApiKey } from '@/lib/identity/api-keys/key-format'
import { authenticate, type Authenticated } from '@/lib/identity/sessions/authenticate'
import { isTicket } from '@/lib/identity/sessions/live-connection.store'
import { readCachedAccessToken } from '@/lib/identity/sessions/session-tokens'
import { redeemSocketTicket } from '@/lib/identity/sessions/socket-tickets'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/** The endpoint of a live connection: /api/v1/ws or /webui/ws. */
export type LiveEndpoint = 'api' | 'webui'

/** The owner of a live connection. */
export interface LiveCaller {
  userId: string
  /** What the connection ends with: its session or its API key. */
  credential: 'session' | 'api_key'
  /** The id of that session or key. */
  credentialId: string
  /**
   * Generation of the access token behind the credential: a password change closes connections
   * opened with an earlier one.
   */
  generation: number
  /** Version of the caller's access (roles and permissions) at the handshake. */
  accessVersion: string
  /** When the credential expires, unless it is renewed; null: with the session (cookies). */
  endsAt: Date | null
}

/**
 * Authenticates the handshake of a live connection. The first credential present decides, with no
 * fallback to the next: Bearer header (a token or an API key), cookie, then the query's
 * `access_token` (a token or a ticket; never an API key, because URLs end up in logs). /webui/ws
 * accepts only the cookie. Browsers send the cookie from any page that opens a socket and CORS does
 * not apply to sockets, so the cookie also requires our own Origin.
 */
export async function findLiveCaller(
  request: Pick<ApiRequest, 'header' | 'query'>,
  endpoint: LiveEndpoint,
  by: Pick<RequestContext, 'now' | 'ip'>,
): Promise<Outcome<{ caller: LiveCaller }>> {
  const { now } = by
  if (endpoint === 'webui') return callerOfCookie(request, now)
  const who = await findBearer(request, by)
  if (who.ok)
    return 'expiresAt' in who ? callerOfKey(who) : callerOf(who, bearerExpiry(request, now))
  if (who.code !== 'token_missing') return who
  if (presentsAccessCookie(request.header('cookie'))) return callerOfCookie(request, now)
  const given = request.query().getAll('access_token')
  if (given.length > 1) return refuse('bad_request', { detail: 'Send only one access_token.' })
  const [text] = given
  if (!text) return refuse('token_missing')
  if (isApiKey(text)) return refuse('invalid_token', { detail: KEY_IN_QUERY })
  return isTicket(text) ? callerOfTicket(text, now) : callerOfToken(text, now)
}

const KEY_IN_QUERY = 'Send an API key in the Authorization header.'

/** Whether a request would use the session cookie from a foreign page, or without an Origin. */
export function isCrossOriginPage(
  request: Pick<ApiRequest, 'header'>,
  endpoint: LiveEndpoint,
): boolean {
  const bearer = endpoint === 'api' && request.header('authorization') !== null
  return !bearer && presentsAccessCookie(request.header('cookie')) && !isFromOwnPage(request)
}

function isFromOwnPage(request: Pick<ApiRequest, 'header'>): boolean {
  const [origin, host] = [request.header('origin'), request.header('host')]
  if (!origin || origin === 'null') return false
  return isOwnOrigin(new Headers({ origin, ...(host ? { host } : {}) }), settings())
}

/**
 * When this API access token expires, and its generation. Refused unless the token belongs to the
 * same user and session.
 */
export async function renewedUntil(
  token: string,
  of: Pick<LiveCaller, 'userId' | 'credentialId'>,
  now: Date,
): Promise<Outcome<{ endsAt: Date; generation: number }>> {
  const found = await callerOfToken(token, now)
  if (!found.ok) return found
  const { caller } = found
  const same = caller.userId === of.userId && caller.credentialId === of.credentialId
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
  const who = await authenticate(credential, now)
  // Nothing renews an impersonation.
  return callerOf(who, who.ok ? (who.principal.impersonator?.endsAt ?? null) : null)
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
  const { userId, sessionId: credentialId, generation } = who.principal
  const { version: accessVersion } = who.access
  const credential = 'session'
  return {
    ok: true,
    caller: { userId, credential, credentialId, generation, accessVersion, endsAt },
  }
}

async function callerOfKey(
  who: Extract<AuthenticatedKey, { ok: true }>,
): Promise<Outcome<{ caller: LiveCaller }>> {
  const { userId, keyId: credentialId } = who.principal
  // Of the user, whose connections are told together when it changes.
  const access = await findAccess(userId)
  const accessVersion = access?.version ?? who.access.version
  const caller = { userId, credential: 'api_key', credentialId, generation: 0 } as const
  return { ok: true, caller: { ...caller, accessVersion, endsAt: who.expiresAt } }
}
