import type { Fault } from '@/server/ctl/faults'

/** What a command found or did. */
export interface Result {
  /** For `--json`. */
  json: unknown
  /** For people; one line each. */
  lines: readonly string[]
}

/** Prints a result to stdout. */
export function printResult({ json, lines }: Result, asJson: boolean): void {
  const text = asJson ? JSON.stringify(json, null, 2) : lines.map(forTerminal).join('\n')
  process.stdout.write(`${text}\n`)
}

/** Prints what went wrong to stderr, so that stdout is empty or a result. */
export function printFault({ code, message, details }: Fault, asJson: boolean): void {
  const text = asJson
    ? JSON.stringify({ error: { code, message, details } })
    : [message, ...(details ?? []).map((line) => `  ${line}`)].map(forTerminal).join('\n')
  process.stderr.write(`${text}\n`)
}

/** Values of users must not move the cursor or change colors of the operator's terminal. */
function forTerminal(text: string): string {
  return text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD')
}

/** Lines with aligned columns; the first row is the heading. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, n) => Math.max(...rows.map((row) => row[n]!.length)))
  return rows.map((row) =>
    row
      .map((cell, n) => cell.padEnd(widths[n]!))
      .join('  ')
      .trimEnd(),
  )
}
