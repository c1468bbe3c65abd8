import { LRUCache } from 'lru-cache'
import { recordAudit } from '@/lib/audit/record-audit'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { refuse, type Refusal } from '@/lib/platform/problems'
import { remember } from '@/lib/platform/remember'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

const ONCE_IN_SECONDS = 60

/** When somebody was last put on record for a permission, in milliseconds; bounded, and for one process. */
const reported = () => remember('missing-permissions', () => new LRUCache<string, number>({ max: 10_000 }))

/**
 * The refusal of what somebody lacks the permission for, on record: once a minute for a person and a permission, so that repeating it
 * does not fill the audit trail.
 */
export async function refuseMissingPermission(
  principal: Pick<Principal, 'userId'>,
  permission: string,
  ctx: RequestContext,
): Promise<Refusal> {
  const { requestId, ip } = ctx
  logger().warn({ requestId, ip, userId: principal.userId, permission }, 'permission missing')
  const key = `${principal.userId} ${permission}`
  if (isDue(key, ctx.now)) {
    const record = recordAudit(db(), ctx, {
      action: 'permission.refused',
      outcome: 'refused',
      actorId: principal.userId,
      targetType: 'permission',
      targetId: permission,
    })
    await record.catch((error: unknown) => {
      reported().delete(key)
      throw error
    })
  }
  return refuse('insufficient_permission', { requiredPermission: permission })
}

/** Whether that is to be recorded now. Whoever is told so takes the turn at once: requests that come together leave one record. */
function isDue(key: string, now: Date): boolean {
  const before = reported().get(key)
  const at = now.getTime()
  if (before !== undefined && Math.abs(at - before) < ONCE_IN_SECONDS * 1000) return false
  reported().set(key, at)
  return true
}
