/** A file as it is made, chunk by chunk. */
export interface FileStream {
  /** What the file is called when it is kept. */
  fileName: string
  contentType: string
  chunks: AsyncGenerator<string>
}

/** The formats that lists are exported in. */
export type ExportFormat = 'csv' | 'ndjson'

/** A file named after what it holds and an instant. */
export function fileStream(
  name: string,
  format: ExportFormat,
  chunks: AsyncGenerator<string>,
): FileStream {
  const contentType =
    format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson'
  return { fileName: `${name}.${format}`, contentType, chunks }
}

/** An instant as part of a file's name. */
export function fileStamp(at: Date): string {
  return at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
}

/**
 * Makes the first chunk before the answer begins: what goes wrong by then is still told as a
 * problem.
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
 * A sign that begins a formula (OWASP, CSV injection), at the start of a cell or after anything
 * that a locale may use as its list separator. Some spreadsheets fold full-width signs to these
 * first. Spaces and quotes in between do not stop a spreadsheet.
 */
const FORMULA = /((?:^|[;|\t\r\n،؛])[\p{Zs}"]*)(?=[=+\-@＝＋－＠])/gu
const INVISIBLE_START = /^(?=[\t\r\n])/

/**
 * Values as one line of CSV (RFC 4180), objects as JSON, every cell quoted. No cell can be taken
 * for a formula: an apostrophe is put before whatever could begin one. Quotes alone would not do:
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
