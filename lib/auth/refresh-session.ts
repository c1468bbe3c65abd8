import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import { holdOwner } from '@/lib/inbox/inbox.store'
import { tellOwner } from '@/lib/inbox/tell-owner'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { tally } from '@/lib/platform/tally'
import { readDeviceToken } from '@/lib/sessions/device-token'
import { issueTokens, type IssuedSession } from '@/lib/sessions/issued-session'
import { isLostResponse, rotationKeyHash } from '@/lib/sessions/lost-response'
import { isIssuedBy, readRefreshToken, type RefreshClaims } from '@/lib/sessions/refresh-token'
import { revokeSession } from '@/lib/sessions/revoke-sessions'
import { findFamily, rotateFamily, type FamilyRow } from '@/lib/sessions/session.store'

/**
 * Exchanges a refresh token for the next pair (RFC 9700 §4.14.2: rotation with reuse detection). One statement when all is
 * well. A token of an earlier generation ends the family, unless it is the honest client repeating itself or was issued before the
 * latest password change.
 */
export async function refreshSession(
  input: { refreshToken: string; idempotencyKey?: string | null },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const claims = readRefreshToken(input.refreshToken)
  if (!claims) return refuse('invalid_refresh_token')
  const keyHash = rotationKeyHash(input.idempotencyKey)
  const rotated = await rotateFamily(claims, {
    surface: ctx.surface,
    keyHash,
    ttlSeconds: settings().tokens.refreshTokenTtlSeconds,
    now: ctx.now,
  })
  if (rotated) {
    tally('refresh', ctx.surface)
    return { ok: true, session: issueTokens(rotated, ctx.now) }
  }
  return notRotated(claims, keyHash, ctx)
}

async function notRotated(
  claims: RefreshClaims,
  keyHash: Uint8Array | null,
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const family = await findFamily(db(), claims.sessionId)
  // A token that this family never issued (wrong surface, forged with a leaked signing secret) ends nothing.
  if (!family || family.surface !== ctx.surface || !isIssuedBy(claims, family))
    return refuse('invalid_refresh_token')
  if (claims.generation >= family.generation) return refuse('invalid_refresh_token')
  // From before a password change. No retry and no other tab gets a successor across it; and the family lives on, because the
  // owner's own tabs, or a client whose answer was lost, present such a token as well as a thief.
  if (claims.generation < family.credentialGeneration) return refuse('invalid_refresh_token')
  const deviceHash = readDeviceToken(ctx.deviceToken)?.hash ?? null
  const honest =
    family.user.status === 'active' && isLostResponse(claims, family, { keyHash, deviceHash, now: ctx.now })
  if (honest) return { ok: true, session: issueTokens(family, ctx.now) }
  await endReusedFamily(family, claims, ctx)
  return refuse('refresh_token_reused')
}

/** Committed before the refusal leaves: the revocation stays although the request fails. */
async function endReusedFamily(family: FamilyRow, claims: RefreshClaims, ctx: RequestContext): Promise<void> {
  await inTransaction(async (tx) => {
    // In the order of those who end an account's sessions: the user's row, then the session's.
    await holdOwner(tx, family.userId)
    const wasAlive = await revokeSession(tx, {
      sessionId: family.id,
      reason: 'refresh_token_reused',
      now: ctx.now,
    })
    if (!wasAlive) return
    await recordAudit(tx, ctx, {
      action: 'refresh_token.reused',
      outcome: 'refused',
      actorId: family.userId,
      targetType: 'session',
      targetId: family.id,
      details: { presented_generation: claims.generation, generation: family.generation },
    })
    await tellOwner(
      tx,
      {
        mail: 'refresh_token_reused',
        userId: family.userId,
        at: ctx.now.toISOString(),
        ip: ctx.ip ?? undefined,
        device: ctx.userAgent ?? undefined,
      },
      ctx.now,
    )
  })
}
