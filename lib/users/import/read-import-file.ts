import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { normalizeEmail } from '@/lib/config/email-address'
import {
  type ImportColumn,
  type ImportFormat,
  type ImportRowData,
  isImportColumn,
  MAX_IMPORT_ROWS,
  type RawRow,
} from '@/lib/users/import/import-columns'
import { UnreadableFile } from '@/lib/users/import/import-file'
import { refusedValue } from '@/lib/users/import/validate-row'
import { UNSTORABLE } from '@/lib/users/users.schemas'

const READERS = { csv: readCsvRows, json: readJsonRows, ndjson: readNdjsonRows }
const MAX_ROW = 4000
const MAX_EMAIL = 320
const ROWS_PER_TURN = 2000
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a whole file before anything is stored. Marks the rows that are certain to be refused
 * whatever other accounts exist: duplicate addresses, and values the database cannot store. Throws
 * UnreadableFile.
 */
export async function readImportFile(
  format: ImportFormat,
  bytes: Uint8Array,
): Promise<ImportRowData[]> {
  const rows: ImportRowData[] = []
  const firstOf = new Map<string, number>()
  for await (const raw of READERS[format](decoded(bytes))) {
    const row = rows.length + 1
    if (row > MAX_IMPORT_ROWS) throw new UnreadableFile({ code: 'too_many_rows' })
    rows.push(readRow(raw, row, firstOf))
    // Yields to other requests while a large file is read.
    if (row % ROWS_PER_TURN === 0) await nextTurn()
  }
  if (rows.length === 0) throw new UnreadableFile({ code: 'empty_file' })
  return rows
}

/** Removes the byte order mark that spreadsheets write. */
function decoded(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    throw new UnreadableFile({ code: 'not_utf8' })
  }
}

function readRow(raw: RawRow, row: number, firstOf: Map<string, number>): ImportRowData {
  const email = displayEmail(raw.email)
  const refused = (column: ImportColumn | null, code: string, detail: string) => {
    return { row, email, data: null, column, value: refusedValue(column, raw), code, detail }
  }
  const text = serialized(raw)
  if (text === null || text.length > MAX_ROW)
    return refused(null, 'too_long', `The row is longer than ${MAX_ROW} characters.`)
  // In JSON text both are escaped, so search the row only when it has such an escape.
  const unstorable = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i.test(text) ? findUnstorable(raw) : null
  if (unstorable)
    return refused(
      unstorable,
      'invalid_characters',
      'This contains characters that cannot be stored.',
    )
  if (email !== null) {
    const first = firstOf.get(email)
    if (first !== undefined)
      return refused('email', 'duplicate_row', `Row ${first} already has this email address.`)
    firstOf.set(email, row)
  }
  return { row, email, data: raw, column: null, value: null, code: null, detail: null }
}

/** The first column with a value the database cannot store. */
function findUnstorable(raw: RawRow): ImportColumn | null {
  const columns = Object.keys(raw) as ImportColumn[]
  return columns.find((column) => !isStorable(raw[column])) ?? null
}

/** Null for values nested too deeply to serialize. */
function serialized(raw: RawRow): string | null {
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

function displayEmail(value: unknown): string | null {
  if (typeof value !== 'string' || UNSTORABLE.test(value)) return null
  return normalizeEmail(value.trim().slice(0, MAX_EMAIL)) || null
}

const MAX_ROW_CHARACTERS = 100_000

/**
 * The rows of a CSV file (RFC 4180) whose first line names the columns, in any case and order.
 * Fields are separated by commas, or by semicolons as spreadsheets in many countries write them; a
 * quote inside quotes is doubled; lines end in LF, CRLF, or CR CR LF (a CRLF that was written in
 * text mode on Windows), or all of them in CR; empty lines are ignored. Empty cells are left out.
 * Throws UnreadableFile.
 */
async function* readCsvRows(text: string): AsyncGenerator<RawRow> {
  const parser = Readable.from(slices(Buffer.from(text))).pipe(
    parse({
      columns: readHeader,
      delimiter: delimiterOf(text),
      record_delimiter: lineEndsOf(text),
      max_record_size: MAX_ROW_CHARACTERS,
      skip_empty_lines: true,
      relax_column_count: false,
    }),
  )
  try {
    for await (const cells of parser as AsyncIterable<Record<string, string>>) {
      yield Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''))
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    const tooLong = error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE'
    throw new UnreadableFile({
      code: tooLong ? 'row_too_long' : 'malformed_csv',
      row: failedRow(error),
    })
  }
}

/** The parser reads ahead, so the failed record comes from its error. */
function failedRow(error: unknown): number | undefined {
  const { records } = error as { records?: unknown }
  return typeof records === 'number' ? records + 1 : undefined
}

function readHeader(names: string[]): string[] {
  const columns = names.map((name) => name.trim().toLowerCase())
  columns.forEach((column, place) => {
    if (!isImportColumn(column))
      throw new UnreadableFile({ code: 'unknown_column', column: names[place]! })
    if (columns.indexOf(column) !== place)
      throw new UnreadableFile({ code: 'duplicate_column', column })
  })
  if (!columns.includes('email'))
    throw new UnreadableFile({ code: 'missing_column', column: 'email' })
  return columns
}

/** No column name contains a comma or a semicolon, so the first line decides. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const header = end < 0 ? text : text.slice(0, end)
  return header.includes(';') && !header.includes(',') ? ';' : ','
}

/**
 * The first line decides between CR and the others, which may be mixed: a later LF may be in a
 * cell.
 */
function lineEndsOf(text: string): string | string[] {
  return /\r+\n|\r|\n/.exec(text)?.[0] === '\r' ? '\r' : ['\r\r\n', '\r\n', '\n']
}

/** Piece by piece, so that other requests are served while a large file is read. */
function* slices(bytes: Buffer): Generator<Buffer> {
  const SIZE = 65_536
  for (let at = 0; at < bytes.length; at += SIZE) yield bytes.subarray(at, at + SIZE)
}

/** The rows of a JSON array of objects. Throws UnreadableFile. */
function* readJsonRows(text: string): Generator<RawRow> {
  const list = parsed(text)
  if (!Array.isArray(list)) throw new UnreadableFile({ code: 'not_an_array' })
  for (let at = 0; at < list.length; at++) yield rowOf(list[at], at + 1)
}

/**
 * The rows of a file with one JSON object per line; empty lines are ignored. Throws UnreadableFile.
 */
function* readNdjsonRows(text: string): Generator<RawRow> {
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
  const pairs = cellsOf(value).filter(([column, cell]) => {
    if (!isImportColumn(column)) throw new UnreadableFile({ code: 'unknown_column', row, column })
    return cell !== null
  })
  return Object.fromEntries(pairs)
}

/** The values of a row by column. The object `fields` has those of profile fields, by key. */
function cellsOf(row: object): [string, unknown][] {
  return Object.entries(row).flatMap(([column, cell]): [string, unknown][] =>
    column === 'fields' && typeof cell === 'object' && cell !== null && !Array.isArray(cell)
      ? Object.entries(cell as object).map(([key, value]: [string, unknown]) => [
          `fields.${key}`,
          value,
        ])
      : [[column, cell]],
  )
}
