import { lockUser } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { endImpersonation } from '@/lib/identity/impersonation/end-impersonation'
import { revokeSession } from '@/lib/identity/sessions/revoke-sessions'
import {
  isIssuedBy,
  readAccessToken,
  readRefreshToken,
} from '@/lib/identity/sessions/session-tokens'
import { signOutEverywhere } from '@/lib/identity/sessions/sign-out-everywhere'
import { findFamily } from '@/lib/identity/sessions/family.store'
import { findSessionState } from '@/lib/identity/sessions/session.store'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

interface Named {
  sessionId: string
  userId: string
  generation: number
  /** The administrator, in a session in which one views the service as the user. */
  actorId: string | null
}

/**
 * Revokes the session that a refresh token (of any generation, expired or not) or an access token
 * names; with `all`, every session of its owner, and what was begun (`signOutEverywhere`).
 * Idempotent: an unknown token revokes nothing and is no error. Tokens of the other surface revoke
 * nothing, and a token from before a password change revokes only its own session, as does that of
 * an impersonation. `ended` says whether there was a live session to end.
 */
export async function logout(
  input: { refreshToken?: string | null; accessToken?: string | null; all?: boolean },
  ctx: RequestContext,
): Promise<Outcome<{ ended: boolean }>> {
  const named =
    (await byRefreshToken(input.refreshToken, ctx)) ?? byAccessToken(input.accessToken, ctx)
  if (!named) return { ok: true, ended: false }
  const { sessionId, userId, actorId } = named
  const ended = actorId
    ? await endImpersonation({ sessionId, userId, actorId }, 'stopped', ctx)
    : await inTransaction((tx) => endSessions(tx, named, input.all === true, ctx))
  return { ok: true, ended }
}

async function byRefreshToken(
  token: string | null | undefined,
  ctx: RequestContext,
): Promise<Named | null> {
  const claims = token ? readRefreshToken(token) : null
  const family = claims && (await findFamily(db(), claims.sessionId, ctx.now))
  if (!claims || !family || family.surface !== ctx.surface || !isIssuedBy(claims, family))
    return null
  const { id: sessionId, userId, impersonatedById: actorId } = family
  return { sessionId, userId, generation: claims.generation, actorId }
}

function byAccessToken(token: string | null | undefined, ctx: RequestContext): Named | null {
  const claims = token ? readAccessToken(token, ctx.now) : 'invalid'
  if (typeof claims === 'string' || claims.surface !== ctx.surface) return null
  const { sessionId, userId, generation, actorId } = claims
  return { sessionId, userId, generation, actorId }
}

async function endSessions(
  tx: Tx,
  named: Named,
  all: boolean,
  ctx: RequestContext,
): Promise<boolean> {
  const { userId, sessionId } = named
  if (all) await lockUser(tx, userId)
  const wasAlive = await revokeSession(tx, { sessionId, userId, reason: 'logout' }, ctx)
  // A session that has already ended must not revoke the others.
  if (!wasAlive) return false
  const others =
    all && (await isCurrent(tx, named))
      ? await signOutEverywhere(tx, { userId, endedIn: sessionId, reason: 'logout' }, ctx)
      : null
  await recordAudit(tx, ctx, {
    action: 'session.ended',
    outcome: 'ok',
    actorId: userId,
    targetId: sessionId,
    details: { all, ...others?.recorded, sessions_ended: 1 + (others?.sessions ?? 0) },
  })
  return true
}

/**
 * Whether the token was issued after the latest password change. A stolen copy from before it must
 * not revoke the other sessions.
 */
async function isCurrent(tx: Tx, { sessionId, generation }: Named): Promise<boolean> {
  const state = await findSessionState(tx, sessionId)
  return state !== null && generation >= state.credentialGeneration
}
