import { setImmediate as nextTurn } from 'node:timers/promises'
import { UnreadableFile } from '@/lib/user-import/file-fault'
import {
  MAX_IMPORT_ROWS,
  type ImportColumn,
  type ImportFormat,
  type RawRow,
} from '@/lib/user-import/import-columns'
import { refusedValue } from '@/lib/user-import/judge-row'
import { readCsvRows } from '@/lib/user-import/read-csv-rows'
import { readJsonRows, readNdjsonRows } from '@/lib/user-import/read-json-rows'

/** A row as it waits to be judged, or refused already because it cannot be kept. Never both. */
export interface ReadRow {
  row: number
  /** As compared: trimmed, in lower case. Null when the row has none that can be shown. */
  email: string | null
  data: RawRow | null
  /** The column that it is refused for (null where it is the whole row), and its value where that may be shown. */
  column: ImportColumn | null
  value: string | null
  code: string | null
  detail: string | null
}

const READERS = { csv: readCsvRows, json: readJsonRows, ndjson: readNdjsonRows }
const MAX_ROW = 4000
const MAX_EMAIL = 320
/** No column of the database can hold these. */
const UNSTORABLE = /\0|\p{Surrogate}/u
const ROWS_A_TURN = 2000
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a file to its end before anything of it is kept. What does not depend on other accounts and is certain to be refused is
 * marked here: a second row with an address, and what the database could not hold. Throws UnreadableFile.
 */
export async function readImportFile(format: ImportFormat, bytes: Uint8Array): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  const firstOf = new Map<string, number>()
  for await (const raw of READERS[format](decoded(bytes))) {
    const row = rows.length + 1
    if (row > MAX_IMPORT_ROWS) throw new UnreadableFile({ code: 'too_many_rows' })
    rows.push(readRow(raw, row, firstOf))
    // Others have their turn while a large file is read.
    if (row % ROWS_A_TURN === 0) await nextTurn()
  }
  if (rows.length === 0) throw new UnreadableFile({ code: 'empty_file' })
  return rows
}

/** Without the byte order mark that spreadsheets begin with. */
function decoded(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    throw new UnreadableFile({ code: 'not_utf8' })
  }
}

function readRow(raw: RawRow, row: number, firstOf: Map<string, number>): ReadRow {
  const email = shownEmail(raw.email)
  const refused = (column: ImportColumn | null, code: string, detail: string) => {
    return { row, email, data: null, column, value: refusedValue(column, raw), code, detail }
  }
  const text = written(raw)
  if (text === null || text.length > MAX_ROW)
    return refused(null, 'too_long', `The row is longer than ${MAX_ROW} characters.`)
  // JSON escapes both: the row is searched for them only where it has such an escape.
  const unstorable = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i.test(text) ? findUnstorable(raw) : null
  if (unstorable)
    return refused(unstorable, 'invalid_characters', 'This contains characters that cannot be stored.')
  if (email !== null) {
    const first = firstOf.get(email)
    if (first !== undefined)
      return refused('email', 'duplicate_row', `Row ${first} already has this email address.`)
    firstOf.set(email, row)
  }
  return { row, email, data: raw, column: null, value: null, code: null, detail: null }
}

/** The first column with what the database could not hold. */
function findUnstorable(raw: RawRow): ImportColumn | null {
  const columns = Object.keys(raw) as ImportColumn[]
  return columns.find((column) => !isStorable(raw[column])) ?? null
}

/** Null for what is nested too deeply to be written. */
function written(raw: RawRow): string | null {
  try {
    return JSON.stringify(raw)
  } catch {
    return null
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner))
}

function shownEmail(value: unknown): string | null {
  if (typeof value !== 'string' || UNSTORABLE.test(value)) return null
  return value.trim().toLowerCase().slice(0, MAX_EMAIL) || null
}
