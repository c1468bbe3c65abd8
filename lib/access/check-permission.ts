import { type AnyOf, type OwnableAccess, permissionsFor } from '@/lib/access/permission-access'
import { onceAMinute } from '@/lib/audit/once-a-minute'
import { recordAudit } from '@/lib/audit/record-audit'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { type Refusal, refuse } from '@/lib/platform/problems'
import { can, type Principal, type RequestContext } from '@/lib/platform/request-context'

/** Whether declared access admits a principal to the path with these parameters. */
export function isAdmitted(
  principal: Pick<Principal, 'userId' | 'permissions'>,
  access: OwnableAccess,
  params: Record<string, string>,
): boolean {
  const { unlessOwn } = access
  const isOwn = unlessOwn !== undefined && params[unlessOwn]?.toLowerCase() === principal.userId
  return isOwn || permissionsFor(access).some((permission) => can(principal, permission))
}

/** The check of declared access. Refuses like checkPermission. */
export function checkAccess(
  principal: Pick<Principal, 'userId' | 'permissions'>,
  access: OwnableAccess,
  params: Record<string, string>,
  ctx: RequestContext,
): Promise<Refusal> | null {
  return isAdmitted(principal, access, params)
    ? null
    : checkPermission(principal, permissionsFor(access)[0], ctx)
}

/**
 * The check of a permission: the page proxy calls it for pages, `defineRoute` for the API,
 * `defineAction` for forms. Returns null synchronously and without I/O if the principal has the
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
  permissions: AnyOf,
  ctx: RequestContext,
): Promise<Refusal> | null {
  const held = permissions.some((permission) => can(principal, permission))
  return held ? null : checkPermission(principal, permissions[0], ctx)
}

/**
 * For data of another user that exists: audits the missing permission as checkPermission does, but
 * refuses `not_found`, like data that doesn't exist.
 */
export async function hideOnRecord(
  { userId }: Pick<Principal, 'userId'>,
  permission: PermissionName,
  ctx: RequestContext,
): Promise<Refusal> {
  await refuseOnRecord(userId, permission, ctx)
  return refuse('not_found')
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
