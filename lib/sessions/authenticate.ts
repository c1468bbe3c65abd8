import { db } from '@/lib/platform/db/database'
import { refuse, type Outcome, type Refusal } from '@/lib/platform/problems'
import type { Principal, Surface } from '@/lib/platform/request-context'
import { findAccess, peekAccess, type Access } from '@/lib/rbac/find-access'
import type { AccessClaims } from '@/lib/sessions/access-token'
import { readRememberedAccessToken } from '@/lib/sessions/remembered-tokens'
import { forgetSessionState, getSessionState, peekSessionState } from '@/lib/sessions/session-states'
import { markPresented, type SessionState } from '@/lib/sessions/session-state.store'

interface Credential {
  accessToken: string
  /** Where it was presented: tokens of the other surface are refused. */
  surface: Surface
  /**
   * Whether the client itself sent it (web). Right after a renewal the page is rendered with the new token before the browser
   * has seen it: that must not count as the browser using it.
   */
  presentedByClient: boolean
}

export type Authenticated = Outcome<{ principal: Principal; access: Access }>

/**
 * Who is asking, by an access token: signature, purpose, audience, expiry, a living session of that subject, an active account. From
 * memory where possible, and then without a promise: most requests cost no round trip.
 */
export function authenticate(credential: Credential, now: Date): Authenticated | Promise<Authenticated> {
  const claims = readRememberedAccessToken(credential.accessToken, now)
  if (claims === 'expired') return refuse('token_expired')
  if (claims === 'invalid' || claims.surface !== credential.surface) return refuse('invalid_token')
  const state = peekSessionState(claims.sessionId)
  const access = peekAccess(claims.userId)
  const settled = state && access && state.expiresAt > now && !needsMark(credential, claims, state)
  return settled ? judge(claims, state, access, now) : authenticateSlowly(credential, claims, now)
}

/**
 * Who a session belongs to, for a client that proved it by something other than an access token: a socket ticket. `generation` is
 * that of the access token which the ticket was issued for.
 */
export async function authenticateSession(
  { sessionId, generation }: { sessionId: string; generation: number },
  now: Date,
): Promise<Authenticated> {
  const state = await getSessionState(sessionId)
  const access = state && (await findAccess(state.userId))
  return state ? judge({ ...state, sessionId, generation }, state, access, now) : refuse('session_revoked')
}

async function authenticateSlowly(
  credential: Credential,
  claims: AccessClaims,
  now: Date,
): Promise<Authenticated> {
  // A remembered end may have been moved by a refresh elsewhere: an apparent expiry is read again.
  const remembered = peekSessionState(claims.sessionId)
  if (remembered && remembered.expiresAt <= now) forgetSessionState(claims.sessionId)
  const [state, access] = await Promise.all([getSessionState(claims.sessionId), findAccess(claims.userId)])
  const verdict = judge(claims, state, access, now)
  if (verdict.ok && state && needsMark(credential, claims, state)) {
    await markPresented(db(), claims.sessionId, claims.generation)
    forgetSessionState(claims.sessionId)
  }
  return verdict
}

function needsMark(credential: Credential, claims: AccessClaims, state: SessionState): boolean {
  return (
    credential.surface === 'web' &&
    credential.presentedByClient &&
    claims.generation > state.presentedGeneration
  )
}

function judge(
  claims: Pick<AccessClaims, 'userId' | 'sessionId' | 'surface' | 'generation'>,
  state: SessionState | null,
  access: Access | null,
  now: Date,
): { ok: true; principal: Principal; access: Access } | Refusal {
  if (!state || state.revoked || state.expiresAt <= now) return refuse('session_revoked')
  if (state.userId !== claims.userId || state.surface !== claims.surface) return refuse('invalid_token')
  // Issued before the latest password change. Not `session_revoked`: the session lives on, and whoever changed the password holds
  // its new tokens, so a client with a request under way must not conclude that it was signed out.
  if (claims.generation < state.credentialGeneration) return refuse('invalid_token')
  if (!access || access.status !== 'active') return refuse('session_revoked')
  const principal: Principal = {
    userId: claims.userId,
    sessionId: claims.sessionId,
    generation: claims.generation,
    authTime: state.authTime,
    roles: access.roles,
    permissions: access.permissions,
  }
  return { ok: true, principal, access }
}
