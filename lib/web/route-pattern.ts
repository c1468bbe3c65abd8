/**
 * Matches a path, as it stands in the address, with a pattern whose `[name]` segments each stand for one segment that
 * `isValue` takes. Gives the named segments, or null when the path does not match.
 */
export function matchPath(
  pattern: string,
  path: string,
  isValue: (segment: string) => boolean,
): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const named: [string, string][] = []
  for (const [n, segment] of wanted.entries()) {
    const value = given[n]!
    const name = /^\[(\w+)\]$/.exec(segment)?.[1]
    if (name === undefined ? value !== segment : !isValue(value)) return null
    if (name !== undefined) named.push([name, value])
  }
  return Object.fromEntries(named)
}
