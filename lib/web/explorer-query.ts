import { pageAddress } from '@/lib/web/page-address'

/** The state of the access explorer, as stored in its address. */
export interface ExplorerQuery {
  view: 'why' | 'who'
  /** The search text for a user; null when a user was picked, or the form is empty. */
  person: string | null
  /** The id of the picked user. */
  userId: string | null
  permission: string | null
  cursor: string | null
}

/** Reads the address of the access explorer; `get` returns one parameter. */
export function readExplorerQuery(get: (name: string) => string | null): ExplorerQuery {
  return {
    view: get('view') === 'who' ? 'who' : 'why',
    person: get('person')?.trim() || null,
    userId: get('user'),
    permission: get('permission'),
    cursor: get('cursor'),
  }
}

/** The access explorer, listing the users with a permission. */
export function whoPath(permission: string, cursor?: string): string {
  return pageAddress('/dashboard/rbac/explorer', { view: 'who', permission, cursor })
}

/**
 * The access explorer, explaining why a user has a permission or not; without `permission` it asks
 * for one.
 */
export function whyPath(userId: string, permission?: string | null): string {
  return pageAddress('/dashboard/rbac/explorer', { user: userId, permission })
}
