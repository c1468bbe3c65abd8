import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'

/** Everything above this line of a page is written by hand, and the table below it is not. */
const END_OF_TEXT = 'docs:update`. -->\n'

/** A page in docs/ with a new table at its end, as Prettier formats it. */
export async function pageWithTable(
  file: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<string> {
  const path = join(import.meta.dirname, '../..', file)
  const [written, table] = readFileSync(path, 'utf8').split(END_OF_TEXT)
  // Otherwise an update would overwrite the text.
  if (table === undefined) throw new Error(`${file} lacks the comment that its table follows`)
  const lines = [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  const text = `${written}${END_OF_TEXT}\n${lines.join('\n')}\n`
  return format(text, { ...(await resolveConfig(path)), parser: 'markdown' })
}
