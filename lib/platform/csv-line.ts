/**
 * A sign that begins a formula (OWASP, CSV injection), at the start of a cell or after anything that a locale may use as its list
 * separator. Some spreadsheets fold full-width signs to these first. Spaces and quotes in between do not stop a spreadsheet.
 */
const FORMULA = /((?:^|[;|\t\r\n،؛])[\p{Zs}"]*)(?=[=+\-@＝＋－＠])/gu
const INVISIBLE_START = /^(?=[\t\r\n])/

/**
 * Values as one line of CSV (RFC 4180), objects as JSON, every cell quoted. No cell can be taken for a formula: an apostrophe is put
 * before whatever could begin one. Quotes alone would not do: where the list separator is a semicolon, only the first cell of a
 * line begins with its quote, so that a semicolon inside any other cell begins a new one.
 */
export function csvLine(values: readonly (string | number | boolean | object | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: string | number | boolean | object | null): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const harmless = text.replace(FORMULA, "$1'").replace(INVISIBLE_START, "'")
  return `"${harmless.replaceAll('"', '""')}"`
}
