import { boundedCount, type BoundedCount } from '@/lib/platform/bounded-count'
import { db } from '@/lib/platform/db/database'
import { listPage, type PageRequest } from '@/lib/platform/list-page'
import type { Outcome } from '@/lib/platform/problems'
import { roleNameKey } from '@/lib/rbac/role-name'
import { countUserRows } from '@/lib/users-admin/user-count.store'
import { listUserRows, type ListedUserRow } from '@/lib/users-admin/user-list.store'
import type { UserFilter } from '@/lib/users-admin/user-ranges.store'
import type { UserSort } from '@/lib/users-admin/user-sort'
import { presentManagedUser, type ManagedUser } from '@/lib/users/present-managed-user'
import type { UserStatus } from '@/lib/platform/user-statuses'

/** What narrows the list of users; absent means any. */
export interface UserFilters {
  /** The beginning of an address or a name, in any case; nothing in it is a pattern. */
  query?: string
  status?: UserStatus
  /** The name of a role, in any case. */
  role?: string
}

/** A page of the list of users. */
export interface UserListRequest extends UserFilters, PageRequest {
  sort: UserSort
}

/**
 * One page of the users; needs `users:list`. Pages follow keys, not numbers: somebody who is neither added nor removed nor changed
 * in what the list is sorted by meanwhile appears exactly once.
 */
export async function listUsers(
  request: UserListRequest,
): Promise<Outcome<{ users: ManagedUser[]; nextCursor: string | null }>> {
  const { sort } = request
  const filter = userFilterOf(request)
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

/** How many users the filters admit, exactly up to 10,000; needs `users:list`. */
export async function countUsers(filters: UserFilters): Promise<BoundedCount> {
  return boundedCount(await countUserRows(db(), userFilterOf(filters)))
}

/** The filters as the stores take them. */
export function userFilterOf({ query, status, role }: UserFilters): UserFilter {
  return {
    query: query?.trim() || null,
    status: status ?? null,
    roleKey: role === undefined ? null : roleNameKey(role),
  }
}

function keyOf(sort: UserSort, row: ListedUserRow): string {
  if (sort.endsWith('created_at')) return row.createdAt.toISOString()
  return sort.endsWith('email') ? row.email : row.nameKey
}
