import { db } from '@/lib/platform/db/database'
import { isRoleHeld } from '@/lib/rbac-admin/role.store'

/** Whether somebody stands in the way of deleting a role: an account that has it and is not deleted itself. */
export function isRoleInUse(roleId: string): Promise<boolean> {
  return isRoleHeld(db(), roleId)
}
