import { db } from '@/lib/platform/db/database'
import type { Outcome } from '@/lib/platform/problems'
import { refuseCursor } from '@/lib/platform/refuse-cursor'
import { roleNameKey } from '@/lib/rbac/role-name'
import { listUserRows, type ListedUserRow } from '@/lib/users-admin/user-list.store'
import type { UserSort } from '@/lib/users-admin/user-sort'
import { readCursor, writeCursor } from '@/lib/users-admin/users-cursor'
import { presentManagedUser, type ManagedUser } from '@/lib/users/present-managed-user'
import type { UserStatus } from '@/lib/users/user-status'

/** What is asked of the list of users; absent means any. */
export interface UserListRequest {
  /** The beginning of an address or a name, in any case; nothing in it is a pattern. */
  query?: string
  status?: UserStatus
  /** The name of a role, in any case. */
  role?: string
  sort: UserSort
  /** What the page before returned, for the same sort. */
  cursor?: string
  limit: number
}

/**
 * One page of the users; needs `users:list`. Pages follow keys, not numbers: somebody who is neither added nor removed nor changed
 * in what the list is sorted by meanwhile appears exactly once.
 */
export async function listUsers(
  request: UserListRequest,
): Promise<Outcome<{ users: ManagedUser[]; nextCursor: string | null }>> {
  const { sort, limit, cursor, role, status = null } = request
  const after = cursor === undefined ? null : readCursor(sort, cursor)
  if (cursor !== undefined && !after) return refuseCursor()
  const roleKey = role === undefined ? null : roleNameKey(role)
  const filter = { query: request.query?.trim() || null, status, roleKey }
  const rows = await listUserRows(db(), filter, { sort, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1)! : null
  const nextCursor = last && writeCursor(sort, { key: keyOf(sort, last), id: last.id })
  return { ok: true, users: shown.map(presentManagedUser), nextCursor }
}

function keyOf(sort: UserSort, row: ListedUserRow): string {
  if (sort.endsWith('created_at')) return row.createdAt.toISOString()
  return sort.endsWith('email') ? row.email : row.nameKey
}
