/** What a spreadsheet takes for a formula (OWASP, CSV injection); some fold full-width signs first. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Values as one line of CSV (RFC 4180), objects as JSON. No cell can be taken for a formula: what could gets a `'` before it. */
export function csvLine(values: readonly (string | number | boolean | object | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: string | number | boolean | object | null): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (FORMULA.test(text)) return quoted(`'${text}`)
  return /[",\r\n]/.test(text) ? quoted(text) : text
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
