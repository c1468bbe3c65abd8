import { roleNameKey } from '@/lib/access/role.schemas'
import { type ManagedUser, presentManagedUser } from '@/lib/accounts/present-managed-user'
import {
  boundedCount,
  type BoundedCount,
  listPage,
  type PageRequest,
} from '@/lib/platform/pagination'
import type { Outcome } from '@/lib/platform/problems'
import type { UserKind, UserStatus } from '@/lib/platform/user-statuses'
import {
  countUserRows,
  type FoundUser,
  type ListedUserRow,
  listUserRows,
  searchUserRows,
  type UserFilter,
} from '@/lib/users/user-search.store'
import type { UserSort } from '@/lib/users/users.schemas'

/** Filters of the user list; an absent filter matches any user. */
export interface UserFilters {
  /**
   * Part of the address or name, ignoring case; wildcards are matched literally. One or two
   * characters match at the beginning only.
   */
  query?: string
  status?: UserStatus
  /** The name of a role, ignoring case. */
  role?: string
  kind?: UserKind
}

/** A request for a page of the user list. */
export interface UserListRequest extends UserFilters, PageRequest {
  sort: UserSort
}

/**
 * One page of users; needs `users:list`. Pagination uses keys, not offsets: a user who is not
 * added, removed or changed in the sort column meanwhile appears exactly once.
 */
export async function listUsers(
  request: UserListRequest,
): Promise<Outcome<{ users: ManagedUser[]; nextCursor: string | null }>> {
  const { sort } = request
  const filter = userFilterOf(request)
  const list = { name: usersBy(sort), placeOf: (row: ListedUserRow) => [keyOf(sort, row), row.id] }
  const listed = await listPage(list, request, ({ after, limit }) => {
    const place = after && { key: after[0]!, id: after[1]! }
    return listUserRows(filter, { sort, after: place, limit })
  })
  if (!listed.ok) return listed
  return { ok: true, users: listed.rows.map(presentManagedUser), nextCursor: listed.nextCursor }
}

/** Cursors contain a value of the sort column, so each order has its own. */
const usersBy = (sort: UserSort) => `users by ${sort}`

/** How many users match the filters, exact up to 10,000; needs `users:list`. */
export async function countUsers(filters: UserFilters): Promise<BoundedCount> {
  return boundedCount(await countUserRows(userFilterOf(filters)))
}

/** Converts the filters for the stores. */
export function userFilterOf({ query, status, role, kind }: UserFilters): UserFilter {
  return {
    query: query?.trim() || null,
    status: status ?? null,
    roleKey: role === undefined ? null : roleNameKey(role),
    kind: kind ?? null,
  }
}

function keyOf(sort: UserSort, row: ListedUserRow): string {
  if (sort.endsWith('created_at')) return row.createdAt.toISOString()
  return sort.endsWith('email') ? row.email : row.nameKey
}

/**
 * Suggests users while part of an address or name is typed; needs `users:list`. Those whose address
 * or name begins with the text come first.
 */
export async function searchUsers(query: string, limit: number): Promise<FoundUser[]> {
  const text = query.trim()
  return text === '' ? [] : searchUserRows(text, limit)
}
