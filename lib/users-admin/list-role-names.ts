import { db } from '@/lib/platform/db/database'
import { readRoleNames } from '@/lib/users-admin/user-roles.store'

/** A menu of more is no help. */
const AT_MOST = 500

/** The names of all roles, sorted, for the role filter; needs `users:list`. `complete` is false where there are more than are given. */
export async function listRoleNames(): Promise<{ names: string[]; complete: boolean }> {
  const names = await readRoleNames(db(), AT_MOST + 1)
  return { names: names.slice(0, AT_MOST), complete: names.length <= AT_MOST }
}
