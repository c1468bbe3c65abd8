import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import { presentRole, type PresentedRole } from '@/lib/rbac-admin/present-role'
import { findRole } from '@/lib/rbac-admin/role.store'

/** A role by its id. Refuses `not_found`. */
export async function getRole(roleId: string): Promise<Outcome<{ role: PresentedRole }>> {
  const row = isId(roleId) ? await findRole(db(), roleId) : null
  return row ? { ok: true, role: presentRole(row) } : refuse('not_found')
}
