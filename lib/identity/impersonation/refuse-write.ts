import { LRUCache } from 'lru-cache'
import { recordAudit } from '@/lib/audit/record-audit'
import { processSingleton } from '@/lib/config/process-singleton'
import { db } from '@/lib/platform/db/database'
import { type Refusal, refuse } from '@/lib/platform/problems'
import { onBehalf, type RequestContext } from '@/lib/platform/request-context'

const ONCE_IN_SECONDS = 60

/** When each operation was last audited as refused, in milliseconds; bounded, and per process. */
const reported = () =>
  processSingleton('impersonation-refusals', () => new LRUCache<string, number>({ max: 10_000 }))

/**
 * The refusal of an operation that is not declared as allowed while viewing as another user. It is
 * audited at most once a minute for each administrator, user and operation, so that repeated
 * requests don't flood the audit trail. Nothing else is written.
 */
export async function refuseWhileImpersonating(
  { actorId, userId }: { actorId: string; userId: string },
  operation: string,
  ctx: RequestContext,
): Promise<Refusal> {
  const key = `${actorId} ${userId} ${operation}`
  const before = reported().get(key)
  const at = ctx.now.getTime()
  if (before === undefined || Math.abs(at - before) >= ONCE_IN_SECONDS * 1000) {
    reported().set(key, at)
    await recordAudit(db(), onBehalf(ctx, { actorId, userId }), {
      action: 'impersonation.write_refused',
      outcome: 'refused',
      actorId,
      targetId: userId,
      details: { operation },
    })
  }
  return refuse('impersonation_read_only')
}
