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
 * When each user's missing permission was last audited, in milliseconds; bounded, and per process.
 */
const reported = () =>
  processSingleton('missing-permissions', () => new LRUCache<string, number>({ max: 10_000 }))

/**
 * The only permission check: the page proxy calls it for pages, `defineRoute` for the API,
 * `defineAction` for forms. Returns null synchronously and without I/O if the principal has the
 * permission. Otherwise returns the refusal and audits it at most once a minute for each user and
 * permission, so that repeated requests don't flood the audit trail.
 */
export function requirePermission(
  principal: Pick<Principal, 'userId' | 'permissions'>,
  permission: PermissionName,
  ctx: RequestContext,
): Promise<Refusal> | null {
  return can(principal, permission) ? null : refuseOnRecord(principal.userId, permission, ctx)
}

/**
 * Like requirePermission, where any of several permissions is enough. A refusal names the first
 * one.
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
 * Whether to audit the refusal now. A true result claims the slot immediately, so that concurrent
 * requests leave one record.
 */
function isDue(key: string, now: Date): boolean {
  const before = reported().get(key)
  const at = now.getTime()
  if (before !== undefined && Math.abs(at - before) < ONCE_IN_SECONDS * 1000) return false
  reported().set(key, at)
  return true
}
