/** What else an address could consist of before and after: another address must not match. */
const BEFORE = "(?<![a-z0-9.!#$%&'*+/=?^_{|}~-])"
const AFTER = '(?![a-z0-9_-]|\\.[a-z0-9])'

/**
 * A regular expression of PostgreSQL that finds one of these IDs or addresses, in lower case, as a
 * whole: `ada@example.org`, but neither in `grada@example.org` nor in `ada@example.org.uk`. Without
 * any, it finds nothing.
 */
export function namingPattern(names: readonly string[]): string {
  if (names.length === 0) return '(?!)'
  const literals = names.map((name) => name.replace(/[!-/:-@[-`{-~]/g, '\\$&'))
  return `${BEFORE}(?:${literals.join('|')})${AFTER}`
}
