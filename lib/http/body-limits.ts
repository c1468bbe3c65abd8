import { MAX_IMPORT_BYTES } from '@/lib/user-import/import-columns'

/** The largest body, in bytes, of whatever takes no file. */
export const MAX_BODY_BYTES = 100_000

/** What surrounds a file in a form: its other fields, names and boundaries. */
const FORM_AROUND_FILE = 20_000

/** The addresses that take files. Front, lane and forms read this table, so that none of them cuts off what another one lets in. */
const UPLOADS: Readonly<Record<string, number>> = {
  '/api/v1/users/imports': MAX_IMPORT_BYTES,
  '/dashboard/users/import': MAX_IMPORT_BYTES + FORM_AROUND_FILE,
}

/** The largest body, in bytes, that an address takes. */
export function bodyLimitOf(path: string): number {
  return Object.hasOwn(UPLOADS, path) ? UPLOADS[path]! : MAX_BODY_BYTES
}
