/** The query of a page, as Next hands it over. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>

/** One parameter of the query, if it was given once and not empty. */
export function parameter(query: Awaited<SearchParams>, name: string): string | null {
  const value = query[name]
  return typeof value === 'string' && value !== '' ? value : null
}
