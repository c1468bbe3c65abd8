import { PROFILE_KEY } from '@/lib/profile-fields/profile-field.schemas'

/** The columns of a file; only `email` is required. Safe to import in a browser. */
export const IMPORT_COLUMNS = [
  'email',
  'name',
  'locale',
  'email_verified',
  'status',
  'roles',
  'password_hash',
] as const

/** `fields.<key>` is the value of a profile field. */
export type ImportColumn = (typeof IMPORT_COLUMNS)[number] | `fields.${string}`

const FIELD_PREFIX = 'fields.'

/** The key of the profile field that a column contains; null for other columns. */
export function profileKeyOf(column: string): string | null {
  const key = column.slice(FIELD_PREFIX.length)
  return column.startsWith(FIELD_PREFIX) && PROFILE_KEY.test(key) ? key : null
}

export const IMPORT_FORMATS = ['csv', 'json', 'ndjson'] as const

export type ImportFormat = (typeof IMPORT_FORMATS)[number]

export const MAX_IMPORT_ROWS = 200_000

/** Separates roles in a CSV cell. */
export const ROLE_SEPARATOR = '|'

/** A row as read from the file; absent fields and empty cells are left out. */
export type RawRow = Partial<Record<ImportColumn, unknown>>

/** A row that waits to be validated, or was refused: `code` is then the reason, without `data`. */
export interface ImportRowData {
  row: number
  /** Normalized: trimmed and in lower case. Null when the row has no address that can be shown. */
  email: string | null
  data: RawRow | null
  /** The column at fault (null when the whole row is), and its value if that may be shown. */
  column: ImportColumn | null
  value: string | null
  code: string | null
  detail: string | null
}

export function isImportColumn(name: string): name is ImportColumn {
  return (IMPORT_COLUMNS as readonly string[]).includes(name) || profileKeyOf(name) !== null
}
