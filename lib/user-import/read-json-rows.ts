import { UnreadableFile } from '@/lib/user-import/file-fault'
import { isImportColumn, type RawRow } from '@/lib/user-import/import-columns'

/** The rows of a JSON array of objects. Throws UnreadableFile. */
export function* readJsonRows(text: string): Generator<RawRow> {
  const list = parsed(text)
  if (!Array.isArray(list)) throw new UnreadableFile({ code: 'malformed_json' })
  for (let at = 0; at < list.length; at++) yield rowOf(list[at], at + 1)
}

/** The rows of a file with one JSON object a line; empty lines do not count. Throws UnreadableFile. */
export function* readNdjsonRows(text: string): Generator<RawRow> {
  let row = 0
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end).trim()
    at = end < 0 ? text.length : end + 1
    if (line !== '') yield rowOf(parsed(line, ++row), row)
  }
}

function parsed(text: string, row?: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFile({ code: 'malformed_json', row })
  }
}

function rowOf(value: unknown, row: number): RawRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableFile({ code: 'not_an_object', row })
  const pairs = Object.entries(value).filter(([column, cell]) => {
    if (!isImportColumn(column)) throw new UnreadableFile({ code: 'unknown_column', row, column })
    return cell !== null
  })
  return Object.fromEntries(pairs)
}
