import { refuse, type Refusal } from '@/lib/platform/problems'

/** Why a file as a whole cannot be read: where, and the name of the column where it is one. Rows are counted from 1. */
export interface FileFault {
  code: FileFaultCode
  row?: number
  column?: string
}

const SENTENCES = {
  not_utf8: 'The file is not UTF-8.',
  empty_file: 'The file has no rows.',
  too_many_rows: 'The file has more than 200,000 rows. Split it.',
  malformed_csv: 'The file is not valid CSV from this point on.',
  malformed_json: 'The file is not valid JSON.',
  row_too_long: 'This row is longer than 100,000 characters.',
  not_an_object: 'This row is not a JSON object.',
  unknown_column: 'This column is not supported.',
  duplicate_column: 'This column appears twice.',
  missing_column: 'This column is missing. The first line of a CSV file must contain the column names.',
} as const

export type FileFaultCode = keyof typeof SENTENCES

/** Thrown by the readers; nothing of the file has been kept. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  readonly fault: FileFault

  constructor(fault: FileFault) {
    super(fault.code)
    this.fault = fault
  }
}

/** A refusal that also carries the fault, for whoever says it in another language. */
export type FileRefusal = Refusal & { fault: FileFault }

/**
 * The refusal of a file: the pointer names the row (from 0, as in the JSON array) and the column. What no JSON is, is
 * `malformed_json`, everything else `validation_failed`.
 */
export function refuseFile(fault: FileFault): FileRefusal {
  const { code, row, column } = fault
  const pointer = [row === undefined ? null : row - 1, column === undefined ? null : escaped(column)]
    .filter((part) => part !== null)
    .map((part) => `/${part}`)
    .join('')
  const place = row === undefined ? '' : `Row ${row}: `
  const named = column === undefined ? '' : `Column “${clipped(column)}”: `
  const detail = place + named + SENTENCES[code]
  if (code === 'malformed_json') return { ...refuse('malformed_json', { detail }), fault }
  return { ...refuse('validation_failed', { detail, errors: [{ pointer, code, detail }] }), fault }
}

const escaped = (name: string) => clipped(name).replace(/~/g, '~0').replace(/\//g, '~1')

/** A name out of a file, short and without control characters. */
export function clipped(name: string): string {
  return name.replace(/\p{Cc}|\p{Surrogate}/gu, '').slice(0, 60)
}
