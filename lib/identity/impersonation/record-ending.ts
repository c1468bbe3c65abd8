import {
  MOST_ENDED_RECORDED,
  recordAudit,
  recordAudits,
  totalEnded,
} from '@/lib/audit/record-audit'
import type { LiveImpersonation } from '@/lib/identity/impersonation/impersonation.store'
import type { Tx } from '@/lib/platform/db/database'
import { type AuditContext, onBehalf } from '@/lib/platform/request-context'

/** Why an impersonation ended before it expired. */
type ImpersonationEnding = 'stopped' | 'not_allowed' | 'own_session_ended' | 'session_revoked'

/** Records, under both names, that an impersonation ended. */
export function recordEnding(
  tx: Tx,
  { sessionId, userId, actorId }: LiveImpersonation,
  reason: ImpersonationEnding,
  ctx: AuditContext,
): Promise<void> {
  return recordAudit(tx, onBehalf(ctx, { actorId, userId }), {
    action: 'impersonation.ended',
    outcome: 'ok',
    actorId,
    targetId: userId,
    details: { reason, session_id: sessionId },
  })
}

/**
 * Records impersonations that ended because something else did, such as the user's session. The
 * records have the ID of that request, but not its address and user agent, which may not be the
 * administrator's.
 */
export async function recordEndings(
  tx: Tx,
  ended: readonly LiveImpersonation[],
  reason: ImpersonationEnding,
  { requestId, surface, now }: AuditContext,
): Promise<void> {
  await recordAudits(
    tx,
    { ip: null, userAgent: null, requestId, surface, now },
    ended.slice(0, MOST_ENDED_RECORDED).map(({ sessionId, userId, actorId }) => ({
      action: 'impersonation.ended',
      outcome: 'ok',
      actorId,
      targetId: userId,
      onBehalfOf: userId,
      details: { reason, session_id: sessionId, ...totalEnded(ended) },
    })),
  )
}
