import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import { readDeviceToken } from '@/lib/identity/sessions/device-token'
import { type IssuedSession, issueTokens } from '@/lib/identity/sessions/establish-session'
import { type FamilyRow, findFamily } from '@/lib/identity/sessions/family.store'
import { revokeSession } from '@/lib/identity/sessions/revoke-sessions'
import { rotateFamily } from '@/lib/identity/sessions/rotate-family.store'
import {
  isIssuedBy,
  readRefreshToken,
  type RefreshClaims,
} from '@/lib/identity/sessions/session-tokens'
import { lockOwnerForKeyShare } from '@/lib/messaging/inbox/inbox.store'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { count } from '@/lib/platform/metrics/record-metric'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * Exchanges a refresh token for the next pair (RFC 9700 §4.14.2: rotation with reuse detection).
 * Takes one statement in the normal case, which it may share with others. A token of an earlier
 * generation revokes the family, unless the legitimate client is retrying or the token was issued
 * before the latest password change.
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
    count('gatehouse_refreshes_total', { surface: ctx.surface })
    return { ok: true, session: issueTokens(rotated, ctx.now) }
  }
  return notRotated(claims, keyHash, ctx)
}

async function notRotated(
  claims: RefreshClaims,
  keyHash: Uint8Array | null,
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const family = await findFamily(db(), claims.sessionId, ctx.now)
  // A token that this family never issued (wrong surface, forged with a leaked signing secret)
  // revokes nothing.
  if (!family || family.surface !== ctx.surface || !isIssuedBy(claims, family))
    return refuse('invalid_refresh_token')
  if (claims.generation >= family.generation) return refuse('invalid_refresh_token')
  // Issued before a password change. Neither a retry nor another tab gets a successor across it.
  // The family stays live, because the owner's own tabs, or a client that lost its response,
  // present such a token just as a thief would.
  if (claims.generation < family.credentialGeneration) return refuse('invalid_refresh_token')
  const deviceHash = readDeviceToken(ctx.deviceToken)?.hash ?? null
  const honest =
    family.user.status === 'active' &&
    isLostResponse(claims, family, { keyHash, deviceHash, now: ctx.now })
  if (honest) return { ok: true, session: issueTokens(family, ctx.now) }
  await endReusedFamily(family, claims, ctx)
  return refuse('refresh_token_reused')
}

/**
 * Committed before the refusal is sent, so that the revocation stays although the request fails.
 */
async function endReusedFamily(
  family: FamilyRow,
  claims: RefreshClaims,
  ctx: RequestContext,
): Promise<void> {
  await inTransaction(async (tx) => {
    // Locks in the same order as code that ends an account's sessions: the user's row, then the
    // session's.
    await lockOwnerForKeyShare(tx, family.userId)
    const wasAlive = await revokeSession(
      tx,
      { sessionId: family.id, reason: 'refresh_token_reused' },
      ctx,
    )
    if (!wasAlive) return
    await recordAudit(tx, ctx, {
      action: 'refresh_token.reused',
      outcome: 'refused',
      actorId: family.userId,
      targetId: family.id,
      details: { presented_generation: claims.generation, generation: family.generation },
    })
    await notifyOwner(
      tx,
      { mail: 'refresh_token_reused', userId: family.userId, ...seenBy(ctx) },
      ctx.now,
    )
  })
}

/** How long after a rotation the same successor may be returned again, in seconds. */
const LOST_RESPONSE_SECONDS = 60
const KEY_FORM = /^[\x21-\x7e]{16,128}$/

/**
 * The hash of an Idempotency-Key. Null when there is none or it is not 16–128 visible characters
 * (then it is ignored).
 */
function rotationKeyHash(key: string | null | undefined): Buffer<ArrayBuffer> | null {
  return key && KEY_FORM.test(key) ? sha256(key) : null
}

/**
 * Whether a client that presents the previous generation is the legitimate one that lost its
 * response (or was overtaken by its other tab), and so may get the successor again. A thief has the
 * token but neither the key of that attempt (API) nor the device cookie (web), and only a minute at
 * most; after the successor is used, the window is closed.
 */
function isLostResponse(
  claims: RefreshClaims,
  family: FamilyRow,
  by: { keyHash: Uint8Array | null; deviceHash: Uint8Array | null; now: Date },
): boolean {
  const { secondsSinceRotation: age } = family
  if (family.revokedAt || family.expiresAt <= by.now || age === null) return false
  if (claims.generation !== family.generation - 1 || age > LOST_RESPONSE_SECONDS) return false
  return family.surface === 'api'
    ? sameKey(family, by.keyHash)
    : sameDevice(family, by.deviceHash, age)
}

function sameKey(family: FamilyRow, keyHash: Uint8Array | null): boolean {
  const { rotationKeyHash: known, rotationKeyUsable } = family
  return rotationKeyUsable && known !== null && keyHash !== null && equalBytes(known, keyHash)
}

function sameDevice(family: FamilyRow, deviceHash: Uint8Array | null, age: number): boolean {
  if (!deviceHash || !equalBytes(deviceHash, family.deviceHash)) return false
  const untouched = family.presentedGeneration < family.generation
  return age <= settings().tokens.webRefreshOverlapSeconds || untouched
}
