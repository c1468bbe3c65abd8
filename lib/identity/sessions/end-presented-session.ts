import type { AuditDetails } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { endImpersonationIn } from '@/lib/identity/impersonation/end-impersonation'
import { findFamily } from '@/lib/identity/sessions/family.store'
import { revokeSession } from '@/lib/identity/sessions/revoke-sessions'
import {
  isIssuedBy,
  readAccessToken,
  readRefreshToken,
} from '@/lib/identity/sessions/session-tokens'
import type { Db, Tx } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

/** What a browser or an app presents to say which session it is in. */
export interface PresentedTokens {
  refreshToken?: string | null
  accessToken?: string | null
}

/** The session that tokens name, live or not. */
export interface PresentedSession {
  sessionId: string
  userId: string
  generation: number
  /** The administrator, in a session in which one views the service as the user. */
  actorId: string | null
}

/**
 * The session that a refresh token (of any generation, expired or not) or an access token names;
 * null if neither names one of this surface. `connect` is called only if the refresh token is ours,
 * so that a forged one costs no query.
 */
export async function findPresentedSession(
  connect: () => Db,
  { refreshToken, accessToken }: PresentedTokens,
  ctx: RequestContext,
): Promise<PresentedSession | null> {
  return (await byRefreshToken(connect, refreshToken, ctx)) ?? byAccessToken(accessToken, ctx)
}

async function byRefreshToken(
  connect: () => Db,
  token: string | null | undefined,
  ctx: RequestContext,
): Promise<PresentedSession | null> {
  const claims = token ? readRefreshToken(token) : null
  const family = claims && (await findFamily(connect(), claims.sessionId, ctx.now))
  if (!claims || !family || family.surface !== ctx.surface || !isIssuedBy(claims, family))
    return null
  const { id: sessionId, userId, impersonatedById: actorId } = family
  return { sessionId, userId, generation: claims.generation, actorId }
}

function byAccessToken(
  token: string | null | undefined,
  ctx: RequestContext,
): PresentedSession | null {
  const claims = token ? readAccessToken(token, ctx.now) : 'invalid'
  if (typeof claims === 'string' || claims.surface !== ctx.surface) return null
  const { sessionId, userId, generation, actorId } = claims
  return { sessionId, userId, generation, actorId }
}

/** Ends this session and no other of its owner. False if it was not live. */
export async function endPresentedSession(
  tx: Tx,
  session: PresentedSession,
  ctx: RequestContext,
): Promise<boolean> {
  const { sessionId, userId, actorId } = session
  if (actorId) return endImpersonationIn(tx, { sessionId, userId, actorId }, 'stopped', ctx)
  if (!(await revokeSession(tx, { sessionId, userId, reason: 'logout' }, ctx))) return false
  await recordSignOut(tx, session, { all: false, sessions_ended: 1 }, ctx)
  return true
}

export function recordSignOut(
  tx: Tx,
  { sessionId, userId }: PresentedSession,
  details: AuditDetails<'session.ended'>,
  ctx: RequestContext,
): Promise<void> {
  return recordAudit(tx, ctx, {
    action: 'session.ended',
    outcome: 'ok',
    actorId: userId,
    targetId: sessionId,
    details,
  })
}
