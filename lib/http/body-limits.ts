import type { ProblemCode } from '@/lib/platform/problems'
import { MAX_UPLOAD_BYTES } from '@/lib/uploads/upload.schemas'
import { MAX_IMPORT_BYTES } from '@/lib/users/import/import-columns'

/** The largest body, in bytes, of whatever takes no file. */
export const MAX_BODY_BYTES = 100_000

/** What surrounds a file in a form: its other fields, names and boundaries. */
const FORM_AROUND_FILE = 20_000

/** The field that holds the file of a form. */
export const UPLOAD_FIELD = 'file'

/**
 * The addresses that take files. Front, lane and forms read this table, so that none of them cuts
 * off what another one lets in.
 */
const UPLOADS: Readonly<Record<string, number>> = {
  '/api/v1/users/imports': MAX_IMPORT_BYTES,
  '/dashboard/users/import': MAX_IMPORT_BYTES + FORM_AROUND_FILE,
  '/api/v1/uploads': MAX_UPLOAD_BYTES + FORM_AROUND_FILE,
  '/api/v1/me/avatar': MAX_UPLOAD_BYTES + FORM_AROUND_FILE,
  '/dashboard/account': MAX_UPLOAD_BYTES + FORM_AROUND_FILE,
  '/dashboard/uploads': MAX_UPLOAD_BYTES + FORM_AROUND_FILE,
  '/dashboard/settings/brand': MAX_UPLOAD_BYTES + FORM_AROUND_FILE,
  // From holders of `uploads:create`; anybody else may send as much as to any other page.
  '/contact': MAX_UPLOAD_BYTES + FORM_AROUND_FILE,
}

/** Where what is too large is a file that somebody uploads to keep. */
const KEEPS_FILES = /^\/api\/v1\/(?:uploads|me\/avatar)$/

/**
 * Where providers that answer by a form post it: a code, a state, a name. Anybody can send
 * something here.
 */
const CALLBACK = { path: /^(?:\/api\/v1)?\/auth\/oauth\/[^/]+\/callback$/, bytes: 8_192 }

/** A longer form is not heard out: its sender meets a closed connection. */
const MAX_DRAINED_BYTES = 64_000_000

/**
 * How much of a form that is too long is read and thrown away, in bytes, so that its sender can be
 * told at the field: a browser whose upload is cut off shows its own error page. 0: nothing is.
 */
export function drainLimitOf(path: string): number {
  return !path.startsWith('/api/') && bodyLimitOf(path) > MAX_BODY_BYTES ? MAX_DRAINED_BYTES : 0
}

/** The largest body, in bytes, that an address takes. */
export function bodyLimitOf(path: string): number {
  if (CALLBACK.path.test(path)) return CALLBACK.bytes
  return Object.hasOwn(UPLOADS, path) ? UPLOADS[path]! : MAX_BODY_BYTES
}

/** What is told to whoever sends more than an address takes. */
export function tooLargeCodeOf(path: string): ProblemCode {
  return KEEPS_FILES.test(path) ? 'payload_too_large' : 'body_too_large'
}
