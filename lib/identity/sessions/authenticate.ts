import { LRUCache } from 'lru-cache'
import { type Access, findAccess, peekAccess } from '@/lib/access/find-access'
import {
  lostTrust,
  type MissingFactor,
  missingFactor,
  refuseMissingFactor,
} from '@/lib/access/missing-factor'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { processSingleton } from '@/lib/config/process-singleton'
import { mayImpersonationGoOn } from '@/lib/identity/impersonation/impersonation.store'
import { type AccessClaims, readCachedAccessToken } from '@/lib/identity/sessions/session-tokens'
import {
  findSessionState,
  markPresented,
  ON_ITS_WAY_SECONDS,
  type SessionState,
} from '@/lib/identity/sessions/session.store'
import { subscribe } from '@/lib/platform/bus/bus'
import { InvalidatingCache } from '@/lib/platform/bus/invalidating-cache'
import { db } from '@/lib/platform/db/database'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal, Surface } from '@/lib/platform/request-context'

interface Credential {
  accessToken: string
  /** Where the token was presented. Tokens of the other surface are refused. */
  surface: Surface
  /**
   * Whether the client itself sent the token (web). Right after a renewal the page is rendered with
   * the new token before the browser has received it, and that must not count as use by the
   * browser.
   */
  presentedByClient: boolean
  /** What the session may lack. By default, one that lacks its second factor is refused. */
  lacking?: readonly MissingFactor[]
}

export type Authenticated = Outcome<{ principal: SessionPrincipal; access: Access }>

/**
 * Authenticates an access token: signature, purpose, audience, expiry, a live session of that
 * subject, an active account. Served from memory where possible, and then without a promise, so
 * that most requests cost no round trip.
 */
export function authenticate(
  credential: Credential,
  now: Date,
): Authenticated | Promise<Authenticated> {
  const claims = readCachedAccessToken(credential.accessToken, now)
  if (claims === 'expired') return refuse('token_expired')
  if (claims === 'invalid' || claims.surface !== credential.surface) return refuse('invalid_token')
  const state = peekSessionState(claims.sessionId)
  const access = peekAccess(claims.userId)
  const settled =
    state &&
    access &&
    state.expiresAt > now &&
    !state.impersonatedById &&
    !needsPresentedMark(credential, claims, state)
  return settled
    ? verifySession({ ...claims, lacking: credential.lacking }, state, access, now)
    : authenticateSlowly(credential, claims, now)
}

/**
 * Authenticates a client by session instead of an access token: a socket ticket. `generation` is
 * that of the access token that the ticket was issued for.
 */
export async function authenticateSession(
  { sessionId, generation }: { sessionId: string; generation: number },
  now: Date,
): Promise<Authenticated> {
  const state = await findCachedSessionState(sessionId, now)
  const access = state && (await findAccess(state.userId))
  if (!state) return refuse('session_revoked')
  const claims = { ...state, sessionId, generation, actorId: state.impersonatedById }
  return verifyImpersonation(verifySession(claims, state, access, now), now)
}

async function authenticateSlowly(
  credential: Credential,
  claims: AccessClaims,
  now: Date,
): Promise<Authenticated> {
  const [state, access] = await Promise.all([
    findCachedSessionState(claims.sessionId, now),
    findAccess(claims.userId),
  ])
  const { lacking } = credential
  const verdict = await verifyImpersonation(
    verifySession({ ...claims, lacking }, state, access, now),
    now,
  )
  if (verdict.ok && state && needsPresentedMark(credential, claims, state)) {
    await markPresented(db(), claims.sessionId, claims.generation)
    invalidateSessionState(claims.sessionId)
  }
  return verdict
}

function needsPresentedMark(
  credential: Credential,
  claims: AccessClaims,
  state: SessionState,
): boolean {
  return (
    credential.surface === 'web' &&
    credential.presentedByClient &&
    claims.generation > state.presentedGeneration
  )
}

function verifySession(
  claims: Pick<AccessClaims, 'userId' | 'sessionId' | 'surface' | 'generation' | 'actorId'> &
    Pick<Credential, 'lacking'>,
  state: SessionState | null,
  access: Access | null,
  now: Date,
): { ok: true; principal: SessionPrincipal; access: Access } | Refusal {
  if (!state || state.revoked || state.expiresAt <= now) return refuse('session_revoked')
  if (state.userId !== claims.userId || state.surface !== claims.surface)
    return refuse('invalid_token')
  // An impersonation must not pass for the owner's own session, nor the other way around.
  if (state.impersonatedById !== claims.actorId) return refuse('invalid_token')
  // Issued before the latest password change. Not `session_revoked`: the session lives on, and the
  // user who changed the password has its new tokens, so a client with a request in flight must not
  // conclude that it was signed out.
  if (claims.generation < state.credentialGeneration) return refuse('invalid_token')
  if (!access || access.status !== 'active') return refuse('session_revoked')
  if (hasLostTrust(access, state)) return refuse('session_revoked')
  const missing = lackedBy(access, state)
  if (missing && !claims.lacking?.includes(missing)) return refuseMissingFactor(missing)
  const principal: SessionPrincipal = {
    kind: 'session',
    userId: claims.userId,
    sessionId: claims.sessionId,
    generation: claims.generation,
    authTime: state.authTime,
    impersonator: state.impersonatedById
      ? { userId: state.impersonatedById, endsAt: state.expiresAt }
      : null,
    missingFactor: missing,
    trustedBrowser: access.factor.mfaEnabled && !state.proven,
    roles: missing ? [] : access.roles,
    permissions: missing ? NONE : access.permissions,
    limitedTo: null,
  }
  return { ok: true, principal, access }
}

/**
 * Checks in the database, for every request, that the administrator of an impersonation may go on:
 * it depends on two users, two sessions and the roles of both, and such sessions are few.
 */
async function verifyImpersonation(
  verdict: ReturnType<typeof verifySession>,
  now: Date,
): Promise<ReturnType<typeof verifySession>> {
  if (!verdict.ok || !verdict.principal.impersonator) return verdict
  const allowed = await mayImpersonationGoOn(db(), verdict.principal.sessionId, now)
  return allowed ? verdict : refuse('session_revoked')
}

/** Null during an impersonation: the administrator proved their own factor. */
function lackedBy({ factor }: Access, state: SessionState): MissingFactor | null {
  return state.impersonatedById ? null : missingFactor(factor, state)
}

/** Only sign-ins on pages can skip the second step, and only for the user's own session. */
function hasLostTrust({ factor }: Access, state: SessionState): boolean {
  return state.surface === 'web' && !state.impersonatedById && lostTrust(factor, state)
}

/** A session that lacks its second factor has no permissions, even on the routes that admit it. */
const NONE: ReadonlySet<string> = new Set()

/** How many sessions one process caches (about 300 bytes each). */
const MAX_SESSIONS = 100_000
const TTL_SECONDS = 300
const MAX_SUPERSEDED = 10_000

/**
 * Caches session states in memory, so that a request needs no round trip. Changes reported by the
 * bus are evicted at once. While the bus is not proven alive, every lookup goes to the database.
 */
function sessionStateCache(): {
  states: InvalidatingCache<SessionState>
  superseded: LRUCache<string, number>
} {
  return processSingleton('session-states', () => {
    const superseded = new LRUCache<string, number>({
      max: MAX_SUPERSEDED,
      ttl: ON_ITS_WAY_SECONDS * 1000,
    })
    const cache = new InvalidatingCache<SessionState>({
      max: MAX_SESSIONS,
      ttlSeconds: TTL_SECONDS,
      tagsOf: (state) => [state.userId],
    })
    subscribe((message, early) => {
      if (message.type === 'session.revoked') {
        cache.invalidate(message.sessionId)
        if (!early) superseded.set(message.sessionId, Infinity)
      }
      // The user may have set up or proved a factor, which changes what the session lacks.
      else if (message.type === 'user.changed') cache.invalidateTag(message.userId)
      else if (message.type === 'user.sessions_revoked') {
        cache.invalidateTag(message.userId)
        const { exceptSessionId, credentialGeneration, recentSessionIds = [] } = message
        if (early) return
        for (const id of recentSessionIds) superseded.set(id, Infinity)
        if (exceptSessionId && credentialGeneration)
          superseded.set(exceptSessionId, credentialGeneration)
      } else if (message.type === 'resync') cache.clear()
    })
    return { states: cache, superseded }
  })
}

/** The cached state of a session, synchronously; undefined when it must be read. */
function peekSessionState(id: string): SessionState | undefined {
  return sessionStateCache().states.peek(id)
}

/**
 * A refresh on another instance may have extended a cached expiry, so a session that appears
 * expired is read again.
 */
function findCachedSessionState(id: string, now: Date): Promise<SessionState | null> {
  const cached = peekSessionState(id)
  if (cached && cached.expiresAt <= now) invalidateSessionState(id)
  return sessionStateCache().states.get(id, () => findSessionState(db(), id))
}

/** Evicts a session from this process's cache, because its row was changed here. */
function invalidateSessionState(id: string): void {
  sessionStateCache().states.forget(id)
}

/**
 * Whether the session is known to have ended within the last two minutes, or a password change to
 * have invalidated that generation. Prevents handing out tokens created just before it, which would
 * replace those of a sign-in in another tab; whether a token is accepted depends on the session's
 * state.
 */
export function isSuperseded(session: { sessionId: string; generation: number }): boolean {
  return session.generation < (sessionStateCache().superseded.get(session.sessionId) ?? 0)
}

/**
 * Whether a previously authenticated user is still signed in with that session and still has the
 * permission, if one is given. For responses that take longer than a revocation may. Served from
 * memory where possible.
 */
export async function isSessionStillAuthorized(
  principal: SessionPrincipal,
  permission: PermissionName | null,
  now: Date,
): Promise<boolean> {
  const [state, access] = await Promise.all([
    findCachedSessionState(principal.sessionId, now),
    findAccess(principal.userId),
  ])
  if (!state || state.revoked || state.expiresAt <= now) return false
  if (principal.generation < state.credentialGeneration) return false
  if (state.impersonatedById && !(await mayImpersonationGoOn(db(), principal.sessionId, now)))
    return false
  if (access && (hasLostTrust(access, state) || lackedBy(access, state))) return false
  return access?.status === 'active' && (permission === null || access.permissions.has(permission))
}
