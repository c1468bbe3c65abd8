import { recordAudit } from '@/lib/audit/record-audit'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { revokeSessionsOf } from '@/lib/sessions/revoke-sessions'

/** Ends all sessions of the signed-in person but the one that asks. Where there is no other, nothing is recorded. */
export function revokeOtherSessions(
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome<{ revoked: number }>> {
  return inTransaction(async (tx) => {
    const { userId, sessionId } = principal
    const revoked = await revokeSessionsOf(tx, {
      userId,
      exceptSessionId: sessionId,
      reason: 'revoked_by_owner',
      now: ctx.now,
    })
    if (revoked > 0)
      await recordAudit(tx, ctx, {
        action: 'session.others_revoked',
        outcome: 'ok',
        actorId: userId,
        targetType: 'user',
        targetId: userId,
        details: { sessions_ended: revoked },
      })
    return { ok: true, revoked }
  })
}
