/** A file that is generated chunk by chunk. */
export interface FileStream {
  /** The suggested name for saving it. */
  fileName: string
  contentType: string
  chunks: AsyncGenerator<string>
}

/** The formats of list exports. */
export type ExportFormat = 'csv' | 'ndjson'

/** A file named after its content and an instant. */
export function fileStream(
  name: string,
  format: ExportFormat,
  chunks: AsyncGenerator<string>,
): FileStream {
  const contentType =
    format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson'
  return { fileName: `${name}.${format}`, contentType, chunks }
}

/** An instant as part of a file name. */
export function fileStamp(at: Date): string {
  return at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
}

/**
 * Generates the first chunk before the response begins, so that errors up to then are still
 * answered as a problem.
 */
export async function primeStream(chunks: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await chunks.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* chunks
  })()
}

/**
 * A character that begins a formula (OWASP, CSV injection), at the start of a cell or after
 * anything that a locale may use as its list separator. Some spreadsheets normalize full-width
 * characters to these first. Spaces and quotes in between do not stop a spreadsheet.
 */
const FORMULA = /((?:^|[;|\t\r\n،؛])[\p{Zs}"]*)(?=[=+\-@＝＋－＠])/gu
const INVISIBLE_START = /^(?=[\t\r\n])/

/**
 * Formats values as one line of CSV (RFC 4180), objects as JSON, every cell quoted. An apostrophe
 * before everything that could begin a formula prevents formula injection. Quotes alone would not:
 * where the list separator is a semicolon, only the first cell of a line begins with its quote, so
 * that a semicolon inside any other cell begins a new one.
 */
export function csvLine(values: readonly (string | number | boolean | object | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: string | number | boolean | object | null): string {
  const text =
    value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const harmless = text.replace(FORMULA, "$1'").replace(INVISIBLE_START, "'")
  return `"${harmless.replaceAll('"', '""')}"`
}
