import { LRUCache } from 'lru-cache'
import { recordAudit } from '@/lib/audit/record-audit'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { processSingleton } from '@/lib/config/process-singleton'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { type Refusal, refuse } from '@/lib/platform/problems'
import { can, type Principal, type RequestContext } from '@/lib/platform/request-context'

const ONCE_IN_SECONDS = 60

/**
 * When somebody was last put on record for a permission, in milliseconds; bounded, and for one
 * process.
 */
const reported = () =>
  processSingleton('missing-permissions', () => new LRUCache<string, number>({ max: 10_000 }))

/**
 * The one check of a permission: the middleware calls it for pages, `defineRoute` for the API,
 * `defineAction` for forms. Null when the principal holds the permission, at once and without I/O.
 * Otherwise the refusal, which goes on record: once a minute for a person and a permission, so that
 * repeating it does not fill the audit trail.
 */
export function requirePermission(
  principal: Pick<Principal, 'userId' | 'permissions'>,
  permission: PermissionName,
  ctx: RequestContext,
): Promise<Refusal> | null {
  return can(principal, permission) ? null : refuseOnRecord(principal.userId, permission, ctx)
}

/**
 * The same for what several permissions allow, each on its own. The first is the one that a refusal
 * names.
 */
export function requireOneOf(
  principal: Pick<Principal, 'userId' | 'permissions'>,
  permissions: readonly [PermissionName, ...PermissionName[]],
  ctx: RequestContext,
): Promise<Refusal> | null {
  const held = permissions.some((permission) => can(principal, permission))
  return held ? null : requirePermission(principal, permissions[0], ctx)
}

async function refuseOnRecord(
  userId: string,
  permission: PermissionName,
  ctx: RequestContext,
): Promise<Refusal> {
  const { requestId, ip } = ctx
  logger().warn({ requestId, ip, userId, permission }, 'permission missing')
  const key = `${userId} ${permission}`
  if (isDue(key, ctx.now)) {
    const record = recordAudit(db(), ctx, {
      action: 'permission.refused',
      outcome: 'refused',
      actorId: userId,
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

/**
 * Whether that is to be recorded now. Whoever is told so takes the turn at once: requests that come
 * together leave one record.
 */
function isDue(key: string, now: Date): boolean {
  const before = reported().get(key)
  const at = now.getTime()
  if (before !== undefined && Math.abs(at - before) < ONCE_IN_SECONDS * 1000) return false
  reported().set(key, at)
  return true
}
