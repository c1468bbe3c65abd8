import { recordAudit } from '@/lib/audit/record-audit'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { revokeSession } from '@/lib/sessions/revoke-sessions'

/** Ends one of the signed-in person's own sessions. Somebody else's is as unknown as one that never was. */
export async function revokeOwnSession(
  principal: Principal,
  sessionId: string,
  ctx: RequestContext,
): Promise<Outcome> {
  if (!isId(sessionId)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const { userId } = principal
    const ended = await revokeSession(tx, { sessionId, userId, reason: 'revoked_by_owner', now: ctx.now })
    if (!ended) return refuse('not_found')
    await recordAudit(tx, ctx, {
      action: 'session.revoked',
      outcome: 'ok',
      actorId: userId,
      targetType: 'session',
      targetId: sessionId.toLowerCase(),
    })
    return { ok: true }
  })
}
