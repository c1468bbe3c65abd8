import { roleNameKey } from '@/lib/access/role.schemas'
import { type ManagedUser, presentManagedUser } from '@/lib/accounts/present-managed-user'
import { db } from '@/lib/platform/db/database'
import {
  boundedCount,
  type BoundedCount,
  listPage,
  type PageRequest,
} from '@/lib/platform/pagination'
import type { Outcome } from '@/lib/platform/problems'
import type { UserStatus } from '@/lib/platform/user-statuses'
import {
  countUserRows,
  type FoundUser,
  type ListedUserRow,
  listUserRows,
  searchUserRows,
} from '@/lib/users/user-list.store'
import type { UserFilter } from '@/lib/users/user-ranges.store'
import type { UserSort } from '@/lib/users/users.schemas'

/** Filters of the user list; an absent filter matches any user. */
export interface UserFilters {
  /** A prefix of the address or name, ignoring case; wildcards are matched literally. */
  query?: string
  status?: UserStatus
  /** The name of a role, ignoring case. */
  role?: string
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
    return listUserRows(db(), filter, { sort, after: place, limit })
  })
  if (!listed.ok) return listed
  return { ok: true, users: listed.rows.map(presentManagedUser), nextCursor: listed.nextCursor }
}

/** Cursors contain a value of the sort column, so each order has its own. */
const usersBy = (sort: UserSort) => `users by ${sort}`

/** How many users match the filters, exact up to 10,000; needs `users:list`. */
export async function countUsers(filters: UserFilters): Promise<BoundedCount> {
  return boundedCount(await countUserRows(db(), userFilterOf(filters)))
}

/** Converts the filters for the stores. */
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

/** Shorter texts have no trigram and would scan the whole table. */
const MIN_SEARCH_LENGTH = 3

/**
 * Suggests users while part of an address or name is typed; needs `users:list`. Those whose address
 * or name begins with the text come first, then those that contain it elsewhere.
 */
export async function searchUsers(
  query: string,
  limit: number,
): Promise<Outcome<{ people: FoundUser[] }>> {
  const beginning = await listUsers({ query, sort: 'email', limit })
  if (!beginning.ok) return beginning
  const people = new Map<string, FoundUser>()
  for (const { id, email, name } of beginning.users) people.set(id, { id, email, name })
  if (people.size < limit && [...query.trim()].length >= MIN_SEARCH_LENGTH) {
    // Includes the prefix matches, too.
    const containing = await searchUserRows(query.trim(), limit + people.size)
    for (const person of containing) people.set(person.id, person)
  }
  return { ok: true, people: [...people.values()].slice(0, limit) }
}
