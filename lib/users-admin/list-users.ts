import { db } from '@/lib/platform/db/database'
import { listPage, type PageRequest } from '@/lib/platform/list-page'
import type { Outcome } from '@/lib/platform/problems'
import { roleNameKey } from '@/lib/rbac/role-name'
import { listUserRows, type ListedUserRow } from '@/lib/users-admin/user-list.store'
import type { UserSort } from '@/lib/users-admin/user-sort'
import { presentManagedUser, type ManagedUser } from '@/lib/users/present-managed-user'
import type { UserStatus } from '@/lib/users/user-status'

/** What is asked of the list of users; absent means any. */
export interface UserListRequest extends PageRequest {
  /** The beginning of an address or a name, in any case; nothing in it is a pattern. */
  query?: string
  status?: UserStatus
  /** The name of a role, in any case. */
  role?: string
  sort: UserSort
}

/**
 * One page of the users; needs `users:list`. Pages follow keys, not numbers: somebody who is neither added nor removed nor changed
 * in what the list is sorted by meanwhile appears exactly once.
 */
export async function listUsers(
  request: UserListRequest,
): Promise<Outcome<{ users: ManagedUser[]; nextCursor: string | null }>> {
  const { sort, role, status = null } = request
  const roleKey = role === undefined ? null : roleNameKey(role)
  const filter = { query: request.query?.trim() || null, status, roleKey }
  const list = { name: usersBy(sort), placeOf: (row: ListedUserRow) => [keyOf(sort, row), row.id] }
  const listed = await listPage(list, request, ({ after, limit }) => {
    const place = after && { key: after[0]!, id: after[1]! }
    return listUserRows(db(), filter, { sort, after: place, limit })
  })
  if (!listed.ok) return listed
  return { ok: true, users: listed.rows.map(presentManagedUser), nextCursor: listed.nextCursor }
}

/** Its cursors hold a value of the column that the list is sorted by: each order is a list of its own. */
const usersBy = (sort: UserSort) => `users by ${sort}`

function keyOf(sort: UserSort, row: ListedUserRow): string {
  if (sort.endsWith('created_at')) return row.createdAt.toISOString()
  return sort.endsWith('email') ? row.email : row.nameKey
}
