import { checkMayGrant } from '@/lib/access/administer'
import { type PresentedRole, presentRole } from '@/lib/access/present-role'
import { countRoleRows, findRole, isRoleAssigned, listRoleRows } from '@/lib/access/role.store'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import {
  boundedCount,
  type BoundedCount,
  COUNT_PROBE,
  listPageById,
  type PageRequest,
} from '@/lib/platform/pagination'
import { type Outcome, type ProblemCode, refuse } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'

/** One page of all roles, newest first. */
export async function listRoles(
  page: PageRequest,
): Promise<Outcome<{ roles: PresentedRole[]; nextCursor: string | null }>> {
  const listed = await listPageById('roles', page, (by) => listRoleRows(db(), by))
  if (!listed.ok) return listed
  return { ok: true, roles: listed.rows.map(presentRole), nextCursor: listed.nextCursor }
}

/** The number of roles, exact up to 10,000. */
export async function countRoles(): Promise<BoundedCount> {
  return boundedCount(await countRoleRows(db(), COUNT_PROBE))
}

/** A role by its id. Refuses `not_found`. */
export async function getRole(roleId: string): Promise<Outcome<{ role: PresentedRole }>> {
  const row = isId(roleId) ? await findRole(db(), roleId) : null
  return row ? { ok: true, role: presentRole(row) } : refuse('not_found')
}

/** Whether an account blocks deleting a role: one that has it and isn't deleted itself. */
export function isRoleInUse(roleId: string): Promise<boolean> {
  return isRoleAssigned(db(), roleId)
}

/**
 * The refusal that any change of a role by `actor` would get now; null if it would be allowed. Only
 * for display: findChangeableRole decides under the lock.
 */
export async function findRoleRefusal(
  actor: Principal,
  roleId: string,
): Promise<ProblemCode | null> {
  const role = isId(roleId) ? await findRole(db(), roleId) : null
  if (!role) return 'not_found'
  if (role.isSystem) return 'system_role_immutable'
  return (await checkMayGrant(db(), actor, [...role.permissions, ...role.retired]))?.code ?? null
}
