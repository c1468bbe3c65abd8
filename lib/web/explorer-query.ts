export const EXPLORER = '/dashboard/rbac/explorer'

/** What is asked of the Access Explorer, as its address says it. */
export interface ExplorerQuery {
  view: 'why' | 'who'
  /** Whom somebody typed; null when a person was picked, or nothing was asked. */
  person: string | null
  /** The id of who was picked. */
  userId: string | null
  permission: string | null
  cursor: string | null
}

/** Reads the address of the Access Explorer; `get` gives one parameter. */
export function readExplorerQuery(get: (name: string) => string | null): ExplorerQuery {
  return {
    view: get('view') === 'who' ? 'who' : 'why',
    person: get('person')?.trim() || null,
    userId: get('user'),
    permission: get('permission'),
    cursor: get('cursor'),
  }
}

/** The Access Explorer, asking who has a permission. */
export function whoCanAddress(permission: string, cursor?: string): string {
  const query = new URLSearchParams({ view: 'who', permission, ...(cursor && { cursor }) })
  return `${EXPLORER}?${query.toString()}`
}

/**
 * The Access Explorer, asking why somebody has a permission or not; without a permission it asks
 * for one.
 */
export function whyAddress(userId: string, permission?: string | null): string {
  const query = new URLSearchParams({ user: userId, ...(permission && { permission }) })
  return `${EXPLORER}?${query.toString()}`
}
