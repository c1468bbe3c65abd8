/** The address of another database on the server of `url`. */
export function databaseAddress(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).toString()
}

/** SQL for the ID of the n-th row of a kind. */
export function seededId(kind: string, n: string): string {
  return `('0000000${kind}-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
}
