import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { UnreadableFile } from '@/lib/user-import/file-fault'
import { isImportColumn, type RawRow } from '@/lib/user-import/import-columns'

const MAX_ROW_CHARACTERS = 100_000

/**
 * The rows of a CSV file (RFC 4180) with a first line that names the columns, in any case and order. Separated by commas, or by
 * semicolons as spreadsheets of many countries write it; a quote inside quotes is doubled; lines end in LF or CRLF; empty lines do not
 * count. An empty cell says nothing. Throws UnreadableFile.
 */
export async function* readCsvRows(text: string): AsyncGenerator<RawRow> {
  const parser = Readable.from(slices(Buffer.from(text))).pipe(
    parse({
      columns: readHeader,
      delimiter: delimiterOf(text),
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
    throw new UnreadableFile({ code: tooLong ? 'row_too_long' : 'malformed_csv', row: failedRow(error) })
  }
}

/** The parser is ahead of who reads it: it says itself at which record it stopped. */
function failedRow(error: unknown): number | undefined {
  const { records } = error as { records?: unknown }
  return typeof records === 'number' ? records + 1 : undefined
}

function readHeader(names: string[]): string[] {
  const columns = names.map((name) => name.trim().toLowerCase())
  columns.forEach((column, place) => {
    if (!isImportColumn(column)) throw new UnreadableFile({ code: 'unknown_column', column: names[place]! })
    if (columns.indexOf(column) !== place) throw new UnreadableFile({ code: 'duplicate_column', column })
  })
  if (!columns.includes('email')) throw new UnreadableFile({ code: 'missing_column', column: 'email' })
  return columns
}

/** No name of a column has either, so that the first line tells. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const header = end < 0 ? text : text.slice(0, end)
  return header.includes(';') && !header.includes(',') ? ';' : ','
}

/** Piece by piece, so that others have their turn while a large file is read. */
function* slices(bytes: Buffer): Generator<Buffer> {
  const SIZE = 65_536
  for (let at = 0; at < bytes.length; at += SIZE) yield bytes.subarray(at, at + SIZE)
}
