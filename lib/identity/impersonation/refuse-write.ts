import { onceAMinute } from '@/lib/audit/once-a-minute'
import { recordAudit } from '@/lib/audit/record-audit'
import { db } from '@/lib/platform/db/database'
import { type Refusal, refuse } from '@/lib/platform/problems'
import { onBehalf, type RequestContext } from '@/lib/platform/request-context'

/**
 * The refusal of an operation that is not declared as allowed while viewing as another user. It is
 * audited at most once a minute for each administrator, user and operation. Nothing else is
 * written.
 */
export async function refuseWhileImpersonating(
  { actorId, userId }: { actorId: string; userId: string },
  operation: string,
  ctx: RequestContext,
): Promise<Refusal> {
  const action = 'impersonation.write_refused'
  await onceAMinute(`${action} ${actorId} ${userId} ${operation}`, ctx.now, () =>
    recordAudit(db(), onBehalf(ctx, { actorId, userId }), {
      action,
      outcome: 'refused',
      actorId,
      targetId: userId,
      details: { operation },
    }),
  )
  return refuse('impersonation_read_only')
}
