import { boundedCount, COUNT_PROBE, type BoundedCount } from '@/lib/platform/bounded-count'
import { db } from '@/lib/platform/db/database'
import { listPageById, type PageRequest } from '@/lib/platform/list-page'
import type { Outcome } from '@/lib/platform/problems'
import { presentRole, type PresentedRole } from '@/lib/rbac-admin/present-role'
import { countRoleRows, listRoleRows } from '@/lib/rbac-admin/role.store'

/** One page of all roles, newest first. */
export async function listRoles(
  page: PageRequest,
): Promise<Outcome<{ roles: PresentedRole[]; nextCursor: string | null }>> {
  const listed = await listPageById('roles', page, (by) => listRoleRows(db(), by))
  if (!listed.ok) return listed
  return { ok: true, roles: listed.rows.map(presentRole), nextCursor: listed.nextCursor }
}

/** How many roles there are, exactly up to 10,000. */
export async function countRoles(): Promise<BoundedCount> {
  return boundedCount(await countRoleRows(db(), COUNT_PROBE))
}
