import type { ObjectPath } from '@/lib/http/pages/page-table'

/** The query of a page, as Next passes it. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>

/** One query parameter, if it occurs once and is not empty. */
export function parameter(query: Awaited<SearchParams>, name: string): string | null {
  const value = query[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The address of an object's page: `pagePath('/dashboard/users/[id]', user.id)`. */
export function pagePath(page: ObjectPath, id: string): string {
  return page.replace('[id]', id)
}

/** The address of a page with this query; empty parameters are left out. */
export function pageAddress(
  path: string,
  query: Record<string, string | null | undefined>,
): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path
}
