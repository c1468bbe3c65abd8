import { recordAudit } from '@/lib/audit/record-audit'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { readAccessToken } from '@/lib/sessions/access-token'
import { isIssuedBy, readRefreshToken } from '@/lib/sessions/refresh-token'
import { revokeSession, revokeSessionsOf } from '@/lib/sessions/revoke-sessions'
import { findFamily } from '@/lib/sessions/session.store'

interface Named {
  sessionId: string
  userId: string
}

/**
 * Ends the session that a refresh token (of any generation, expired or not) or an access token names; with `all`, every session
 * of its owner. Idempotent: an unknown token ends nothing and is no error. Tokens of the other surface end nothing.
 */
export async function logout(
  input: { refreshToken?: string | null; accessToken?: string | null; all?: boolean },
  ctx: RequestContext,
): Promise<Outcome> {
  const named = (await byRefreshToken(input.refreshToken, ctx)) ?? byAccessToken(input.accessToken, ctx)
  if (named) await inTransaction((tx) => endSessions(tx, named, input.all === true, ctx))
  return { ok: true }
}

async function byRefreshToken(token: string | null | undefined, ctx: RequestContext): Promise<Named | null> {
  const claims = token ? readRefreshToken(token) : null
  const family = claims && (await findFamily(db(), claims.sessionId))
  if (!claims || !family || family.surface !== ctx.surface || !isIssuedBy(claims, family)) return null
  return { sessionId: family.id, userId: family.userId }
}

function byAccessToken(token: string | null | undefined, ctx: RequestContext): Named | null {
  const claims = token ? readAccessToken(token, ctx.now) : 'invalid'
  if (typeof claims === 'string' || claims.surface !== ctx.surface) return null
  return { sessionId: claims.sessionId, userId: claims.userId }
}

async function endSessions(tx: Tx, named: Named, all: boolean, ctx: RequestContext): Promise<void> {
  const wasAlive = await revokeSession(tx, { ...named, reason: 'logout', now: ctx.now })
  // A session that is dead already has no say over the others.
  const others =
    all && wasAlive ? await revokeSessionsOf(tx, { userId: named.userId, reason: 'logout', now: ctx.now }) : 0
  if (!wasAlive) return
  await recordAudit(tx, ctx, {
    action: 'session.ended',
    outcome: 'ok',
    actorId: named.userId,
    targetType: 'session',
    targetId: named.sessionId,
    details: { all, sessions_ended: 1 + others },
  })
}
