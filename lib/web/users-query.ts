import type { UserKind, UserStatus } from '@/lib/platform/user-statuses'
import { DEFAULT_USER_SORT, userListFields, type UserSort } from '@/lib/users/users.schemas'
import { pageAddress } from '@/lib/web/page-address'
import { readFilters } from '@/lib/web/read-filters'

/** The query of the user list's address. Invalid parameters are left out. */
export interface UsersQuery {
  filters: { query?: string; status?: UserStatus; role?: string; kind?: UserKind }
  sort: UserSort
}

/** A column by which the list can be sorted. */
export type SortColumn = 'email' | 'name' | 'created_at'

/** Reads the address of the user list; `get` returns one parameter. */
export function readUsersQuery(get: (name: string) => string | null): UsersQuery {
  const { sort = DEFAULT_USER_SORT, ...filters } = readFilters(userListFields, get).filters
  return { filters, sort }
}

/** The address of the list with these filters, this order and other parameters. */
export function usersAddress(
  { filters, sort }: UsersQuery,
  extra: { cursor?: string | null } = {},
): string {
  return pageAddress('/dashboard/users', {
    ...filters,
    sort: sort === DEFAULT_USER_SORT ? null : sort,
    ...extra,
  })
}

/** The address of the user export with these filters in this order. */
export function usersExportAddress(
  { filters, sort }: UsersQuery,
  format: 'csv' | 'ndjson',
): string {
  return pageAddress('/dashboard/users/export', { ...filters, sort, format })
}

/**
 * The order after a click on a column header: first the column's natural order, then the reverse.
 */
export function nextSort(column: SortColumn, current: UserSort): UserSort {
  const [first, second] =
    column === 'created_at'
      ? (['-created_at', 'created_at'] as const)
      : ([column, `-${column}`] as const)
  return current === first ? second : first
}

/** How a column is sorted, as an `aria-sort` value; undefined if it is not. */
export function ariaSort(
  column: SortColumn,
  current: UserSort,
): 'ascending' | 'descending' | undefined {
  if (current === column) return 'ascending'
  return current === `-${column}` ? 'descending' : undefined
}

type Filters = UsersQuery['filters']

/** The predefined views above the user list. */
export const USER_VIEWS = {
  all: {},
  active: { status: 'active' },
  pending: { status: 'pending' },
  deactivated: { status: 'deactivated' },
  administrators: { role: 'admin' },
  services: { kind: 'service' },
} as const satisfies Record<string, Filters>

export type UserView = keyof typeof USER_VIEWS

/** Whether these filters are exactly those of a view. */
export function isUserView(filters: Filters, view: Filters): boolean {
  return (['query', 'status', 'role', 'kind'] as const).every(
    (name) => filters[name] === view[name],
  )
}
