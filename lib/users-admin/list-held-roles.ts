import { db } from '@/lib/platform/db/database'
import { findHeldRoleNames } from '@/lib/users-admin/user-roles.store'

/** More do not fit a menu. */
const AT_MOST = 200

/**
 * The names of the roles that somebody has, sorted, for a choice among them; needs `users:list`, which shows them user by user as
 * well. `complete` is false where there are more than are given.
 */
export async function listHeldRoles(): Promise<{ names: string[]; complete: boolean }> {
  const names = await findHeldRoleNames(db(), AT_MOST + 1)
  return { names: names.slice(0, AT_MOST), complete: names.length <= AT_MOST }
}
