import { randomBytes } from 'node:crypto'
import { recordAudit } from '@/lib/audit/record-audit'
import { proveOwner } from '@/lib/auth/prove-owner'
import { beginEnrolment } from '@/lib/mfa/enrolment.store'
import { sealSecret } from '@/lib/mfa/seal-secret'
import { showSecret, type ShownSecret } from '@/lib/mfa/show-secret'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { findCredentials } from '@/lib/users/user.store'

/** 160 bits (RFC 4226 §4, R6). */
const SECRET_BYTES = 20
const ENROLMENT_SECONDS = 600

/**
 * Begins to set up a second factor: a fresh secret, shown now and pending for ten minutes, for this session alone. Nothing is active yet; an older pending
 * one is replaced. Wants the password, or where the account has none a sign-in of the last ten minutes (RFC 9470).
 */
export async function setupMfa(
  input: { password?: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome<ShownSecret & { expiresInSeconds: number }>> {
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  if (user.mfaEnabledAt) return refuse('mfa_already_enabled')
  const { password } = input
  const proven = await proveOwner(user, { password, refusedAction: 'mfa.setup_refused' }, principal, ctx)
  if (!proven.ok) return proven
  const secret = randomBytes(SECRET_BYTES)
  const secretSealed = sealSecret(secret, { userId: user.id, purpose: 'mfa_enrolment' })
  const begun = await begin({ userId: user.id, sessionId: principal.sessionId, secretSealed }, ctx)
  if (!begun) return refuse('mfa_already_enabled')
  return { ok: true, ...(await showSecret(secret, user.email)), expiresInSeconds: ENROLMENT_SECONDS }
}

function begin(
  by: { userId: string; sessionId: string; secretSealed: Uint8Array },
  ctx: RequestContext,
): Promise<boolean> {
  return inTransaction(async (tx) => {
    const expiresAt = addSeconds(ctx.now, ENROLMENT_SECONDS)
    if (!(await beginEnrolment(tx, { ...by, expiresAt }))) return false
    await recordAudit(tx, ctx, {
      action: 'mfa.setup_begun',
      outcome: 'ok',
      actorId: by.userId,
      targetType: 'user',
      targetId: by.userId,
    })
    return true
  })
}
