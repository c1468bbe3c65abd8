/** Far more than the code has; conditions that come and go by filters multiply them. */
const MAX_NAMES = 2000

/**
 * Several values of IN, or several new rows, as Prisma writes them: another text for each number of
 * them, up to hundreds. Our own SQL has arrays instead.
 */
const LIST = / IN \((?:\$\d+|CAST\(\$\d+[^)]*\)),|^INSERT INTO "[^]*\), \(/

/**
 * The same SQL gets the same name, so that PostgreSQL parses and plans it once per connection. It
 * keeps what has a name for as long as the connection lives, about 0.2 MB for a hundred rows, so a
 * list gets none ('').
 */
export function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known) return known
    if (names.size >= MAX_NAMES || LIST.test(sql)) return ''
    const name = `s${names.size}`
    names.set(sql, name)
    return name
  }
}
