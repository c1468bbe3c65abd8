import type { UsersQuery } from '@/lib/web/users-query'

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
  return filters.query === view.query && filters.status === view.status && filters.role === view.role
}
