import { csvLine } from '@/lib/platform/export-file'
import { lineField, toOneLine, truncateText } from '@/lib/platform/input-fields'
import { type Refusal, refuse } from '@/lib/platform/problems'
import {
  IMPORT_COLUMNS,
  type ImportFormat,
  ROLE_SEPARATOR,
} from '@/lib/users/import/import-columns'

/** The longest file name that common file systems allow. */
const MAX_LENGTH = 255
/** The longest name that a browser may send, including folders. */
const MAX_SENT = 1000

/** The file name as an API client sends it. */
export const fileNameField = lineField(MAX_LENGTH)

/**
 * The file name as a browser sends it, without folders, cut to `MAX_LENGTH`, and without line
 * breaks and bidirectional control characters. Null when nothing is left: a file is never refused
 * for its name.
 */
export function displayFileName(sent: string): string | null {
  const base = sent.slice(-MAX_SENT).split(/[\\/]/).at(-1)!
  const name = fileNameField.safeParse(truncateText(toOneLine(base), MAX_LENGTH))
  return name.success ? name.data : null
}

const ENDINGS: [RegExp, ImportFormat][] = [
  [/\.csv$/i, 'csv'],
  [/\.json$/i, 'json'],
  [/\.(?:ndjson|jsonl)$/i, 'ndjson'],
]

/**
 * The format of an uploaded file: by its extension, else by its first bytes. Media types differ
 * between browsers.
 */
export function formatOfFile(name: string, bytes: Uint8Array): ImportFormat {
  const known = ENDINGS.find(([ending]) => ending.test(name))
  if (known) return known[1]
  const [first = ''] = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart()
  return first === '[' ? 'json' : first === '{' ? 'ndjson' : 'csv'
}

/** Why a file cannot be read: the row, counted from 1, and the column if one is at fault. */
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
  not_an_array: 'Send a JSON array, or one JSON object per line as application/x-ndjson.',
  row_too_long: 'This row is longer than 100,000 characters.',
  not_an_object: 'This row is not a JSON object.',
  unknown_column: 'This column is not supported.',
  duplicate_column: 'This column appears twice.',
  missing_column:
    'This column is missing. The first line of a CSV file must contain the column names.',
} as const

export type FileFaultCode = keyof typeof SENTENCES

/** Thrown by the readers; nothing of the file has been stored. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  readonly fault: FileFault

  constructor(fault: FileFault) {
    super(fault.code)
    this.fault = fault
  }
}

/** A refusal with the fault, so that the message can be translated. */
export type FileRefusal = Refusal & { fault: FileFault }

/**
 * The refusal of a file: the pointer names the row (from 0, as in the JSON array) and the column.
 * Invalid JSON is `malformed_json`, anything else `validation_failed`.
 */
export function refuseFile(fault: FileFault): FileRefusal {
  const { code, row, column } = fault
  const pointer = [
    row === undefined ? null : row - 1,
    column === undefined ? null : escaped(column),
  ]
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

/** A name from a file, shortened and without control characters. */
export function clipped(name: string): string {
  return name.replace(/\p{Cc}|\p{Surrogate}/gu, '').slice(0, 60)
}

/**
 * The hash is bcrypt of “an example, not a password”; the addresses use a reserved domain (RFC
 * 2606).
 */
const USERS = [
  {
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    locale: 'en',
    email_verified: true,
    status: 'active',
    roles: ['user'],
    password_hash: '$2b$10$PhBqtUsqfj2MkxVLZMqqY.JrxF3Eu4oc6C3HcIeevNrOx86s1pmoO',
  },
  {
    email: 'grace@example.com',
    name: 'Grace Hopper',
    locale: 'tr',
    email_verified: false,
    status: 'pending',
    roles: ['user'],
    password_hash: null,
  },
]

/** An example file that can be imported as it is. */
export async function* exampleFile(format: 'csv' | 'ndjson'): AsyncGenerator<string> {
  if (format === 'ndjson') {
    yield USERS.map((user) => `${JSON.stringify(user)}\n`).join('')
    return
  }
  yield csvLine(IMPORT_COLUMNS)
  for (const user of USERS)
    yield csvLine(
      IMPORT_COLUMNS.map((column) =>
        column === 'roles' ? user.roles.join(ROLE_SEPARATOR) : user[column],
      ),
    )
}
