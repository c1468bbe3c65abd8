import { onceAMinute } from '@/lib/audit/once-a-minute'
import { recordAudit } from '@/lib/audit/record-audit'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { type Refusal, refuse } from '@/lib/platform/problems'
import { can, type Principal, type RequestContext } from '@/lib/platform/request-context'

/**
 * The check of a declared permission: the page proxy calls it for pages, `defineRoute` for the API,
 * `defineAction` for forms. Use cases that also serve the owner of the data ask `can` themselves, and
 * record no refusal. Returns null synchronously and without I/O if the principal has the
 * permission. Otherwise returns the refusal and audits it at most once a minute for each user and
 * permission.
 */
export function checkPermission(
  principal: Pick<Principal, 'userId' | 'permissions'>,
  permission: PermissionName,
  ctx: RequestContext,
): Promise<Refusal> | null {
  return can(principal, permission) ? null : refuseOnRecord(principal.userId, permission, ctx)
}

/**
 * Like checkPermission, where any of several permissions is enough. A refusal names the first one.
 */
export function checkAnyPermission(
  principal: Pick<Principal, 'userId' | 'permissions'>,
  permissions: readonly [PermissionName, ...PermissionName[]],
  ctx: RequestContext,
): Promise<Refusal> | null {
  const held = permissions.some((permission) => can(principal, permission))
  return held ? null : checkPermission(principal, permissions[0], ctx)
}

async function refuseOnRecord(
  userId: string,
  permission: PermissionName,
  ctx: RequestContext,
): Promise<Refusal> {
  const { requestId, ip } = ctx
  logger().warn({ request_id: requestId, ip, user_id: userId, permission }, 'permission missing')
  const action = 'permission.refused'
  await onceAMinute(`${action} ${userId} ${permission}`, ctx.now, () =>
    recordAudit(db(), ctx, { action, outcome: 'refused', actorId: userId, targetId: permission }),
  )
  return refuse('insufficient_permission', { requiredPermission: permission })
}
