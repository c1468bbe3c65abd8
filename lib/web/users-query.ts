import { DEFAULT_USER_SORT, type UserSort } from '@/lib/users-admin/user-sort'
import { userListFields } from '@/lib/users-admin/users.schemas'
import type { UserStatus } from '@/lib/platform/user-statuses'
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
  const read = <T>(name: string, field: { safeParse(value: unknown): { success: boolean; data?: T } }) => {
    const typed = get(name)?.trim()
    const parsed = typed ? field.safeParse(typed) : null
    return parsed?.success ? { [name]: parsed.data } : {}
  }
  const { query, status, role, sort } = userListFields
  const filters = { ...read('query', query), ...read('status', status), ...read('role', role) }
  return { filters, sort: DEFAULT_USER_SORT, ...read('sort', sort) }
}

/** The address of the list with these filters in this order, and what else it says. */
export function usersAddress({ filters, sort }: UsersQuery, extra: { cursor?: string | null } = {}): string {
  return pageAddress(PATH, { ...filters, sort: sort === DEFAULT_USER_SORT ? null : sort, ...extra })
}

/** The address of the file with the users of these filters in this order. */
export function usersExportAddress({ filters, sort }: UsersQuery, format: 'csv' | 'ndjson'): string {
  return pageAddress(`${PATH}/export`, { ...filters, sort, format })
}

/** The order that a click on a column's heading makes: its natural one first, then the other way round. */
export function sortBy(column: SortColumn, present: UserSort): UserSort {
  const [first, second] =
    column === 'created_at' ? (['-created_at', 'created_at'] as const) : ([column, `-${column}`] as const)
  return present === first ? second : first
}

/** How the list is sorted by a column, in the words of `aria-sort`; undefined when it is not. */
export function sortedBy(column: SortColumn, present: UserSort): 'ascending' | 'descending' | undefined {
  if (present === column) return 'ascending'
  return present === `-${column}` ? 'descending' : undefined
}
