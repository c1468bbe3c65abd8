/**
 * What a row may say of a user; `email` is the only column that must be there. Loads in a browser.
 */
export const IMPORT_COLUMNS = [
  'email',
  'name',
  'locale',
  'email_verified',
  'status',
  'roles',
  'password_hash',
] as const

export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

/** The forms that a file may have. */
export const IMPORT_FORMATS = ['csv', 'json', 'ndjson'] as const

export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** The largest file, in bytes, and the most rows. */
export const MAX_IMPORT_BYTES = 10_000_000
export const MAX_IMPORT_ROWS = 200_000

/** What stands between two roles in a cell of CSV. */
export const ROLE_SEPARATOR = '|'

/** A row as its file has it; what is absent or an empty cell is not there. */
export type RawRow = Partial<Record<ImportColumn, unknown>>

export function isImportColumn(name: string): name is ImportColumn {
  return (IMPORT_COLUMNS as readonly string[]).includes(name)
}
