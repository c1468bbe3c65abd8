import type { FixedPath, ObjectPath } from '@/lib/http/pages/page-table'

/** The query of a page, as Next passes it. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>

/** One query parameter, if it occurs once and is not empty. */
export function parameter(query: Awaited<SearchParams>, name: string): string | null {
  const value = query[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/**
 * The address of a declared page, or of an object's: `pagePath('/dashboard/users/[id]', user.id)`.
 */
export function pagePath(page: FixedPath): string
export function pagePath(page: ObjectPath, id: string): string
export function pagePath(page: FixedPath | ObjectPath, id = ''): string {
  return page.replace('[id]', id)
}

type Query = Record<string, string | null | undefined>

/** The address of a declared page with this query; empty parameters are left out. */
export function pageAddress(page: FixedPath, query: Query): string {
  return withQuery(page, query)
}

/** The same for a path that `pagePath` returned. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path
}
