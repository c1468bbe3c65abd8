/** The address of a page with this query; what is empty is left out. */
export function pageAddress(path: string, query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path
}
