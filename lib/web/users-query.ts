import type { UserStatus } from '@/lib/platform/user-statuses'
import { DEFAULT_USER_SORT, userListFields, type UserSort } from '@/lib/users/users.schemas'
import { pageAddress } from '@/lib/web/page-address'

const PATH = '/dashboard/users'

/** What the address of the list of users asks for. What cannot be asked for is left out. */
export interface UsersQuery {
  filters: { query?: string; status?: UserStatus; role?: string }
  sort: UserSort
}

/** A column that the list can be sorted by. */
export type SortColumn = 'email' | 'name' | 'created_at'

/** Reads the address of the list of users; `get` gives one parameter. */
export function readUsersQuery(get: (name: string) => string | null): UsersQuery {
  const read = <T>(
    name: string,
    field: { safeParse(value: unknown): { success: boolean; data?: T } },
  ) => {
    const typed = get(name)?.trim()
    const parsed = typed ? field.safeParse(typed) : null
    return parsed?.success ? { [name]: parsed.data } : {}
  }
  const { query, status, role, sort } = userListFields
  const filters = { ...read('query', query), ...read('status', status), ...read('role', role) }
  return { filters, sort: DEFAULT_USER_SORT, ...read('sort', sort) }
}

/** The address of the list with these filters in this order, and what else it says. */
export function usersAddress(
  { filters, sort }: UsersQuery,
  extra: { cursor?: string | null } = {},
): string {
  return pageAddress(PATH, { ...filters, sort: sort === DEFAULT_USER_SORT ? null : sort, ...extra })
}

/** The address of the file with the users of these filters in this order. */
export function usersExportAddress(
  { filters, sort }: UsersQuery,
  format: 'csv' | 'ndjson',
): string {
  return pageAddress(`${PATH}/export`, { ...filters, sort, format })
}

/**
 * The order that a click on a column's heading makes: its natural one first, then the other way
 * round.
 */
export function sortBy(column: SortColumn, present: UserSort): UserSort {
  const [first, second] =
    column === 'created_at'
      ? (['-created_at', 'created_at'] as const)
      : ([column, `-${column}`] as const)
  return present === first ? second : first
}

/** How the list is sorted by a column, in the words of `aria-sort`; undefined when it is not. */
export function sortedBy(
  column: SortColumn,
  present: UserSort,
): 'ascending' | 'descending' | undefined {
  if (present === column) return 'ascending'
  return present === `-${column}` ? 'descending' : undefined
}

type Filters = UsersQuery['filters']

/** The views of the list of users that everyone finds above it. */
export const USER_VIEWS = {
  all: {},
  active: { status: 'active' },
  pending: { status: 'pending' },
  deactivated: { status: 'deactivated' },
  administrators: { role: 'admin' },
} as const satisfies Record<string, Filters>

export type UserView = keyof typeof USER_VIEWS

/** Whether these filters are exactly those of the view. */
export function isUserView(filters: Filters, view: Filters): boolean {
  return (
    filters.query === view.query && filters.status === view.status && filters.role === view.role
  )
}

const FIELD = /^user_[0-9a-f]{32}$/

/**
 * The name of the box that selects a user: each its own, because a field that comes twice is
 * refused.
 */
export function selectionFieldName(userId: string): string {
  return `user_${userId.replaceAll('-', '')}`
}

/** The ids of the users whose boxes were ticked; a box that is not ticked is not posted. */
export function selectedUsers(fields: Readonly<Record<string, unknown>>): unknown[] {
  return Object.entries(fields)
    .filter(([name]) => FIELD.test(name))
    .map(([, value]) => value)
}

/** The names of the boxes of all roles. */
export const ROLE_FIELD = /^role_[0-9a-f]{32}$/

/**
 * The name of the box of a role in a form: each role its own, because a field that comes twice is
 * refused.
 */
export function roleFieldName(roleId: string): string {
  return `role_${roleId.replaceAll('-', '')}`
}

/** The names of the roles that were ticked; a box that is not ticked is not posted. */
export function checkedRoles(fields: Readonly<Record<string, unknown>>): unknown[] {
  return Object.entries(fields)
    .filter(([name]) => ROLE_FIELD.test(name))
    .map(([, value]) => value)
}
