import type { ProblemCode } from '@/lib/platform/problems'
import { MAX_UPLOAD_BYTES } from '@/lib/uploads/upload.schemas'
import { MAX_IMPORT_BYTES } from '@/lib/users/import/import-columns'

/** The largest body, in bytes, of a request without a file. */
export const MAX_BODY_BYTES = 100_000

/**
 * Allowance in bytes for the rest of a form with a file: its other fields, names and boundaries.
 */
const FORM_AROUND_FILE = 20_000

/** The form field that contains the file. */
export const UPLOAD_FIELD = 'file'

/**
 * Paths that take files. The gateway, the API router and the forms share this table so that they
 * all apply the same limit.
 */
const UPLOADS: Readonly<Record<string, number>> = {
  '/api/v1/users/imports': MAX_IMPORT_BYTES,
  '/dashboard/users/import': MAX_IMPORT_BYTES + FORM_AROUND_FILE,
  '/api/v1/uploads': MAX_UPLOAD_BYTES + FORM_AROUND_FILE,
  '/api/v1/me/avatar': MAX_UPLOAD_BYTES + FORM_AROUND_FILE,
  '/dashboard/account': MAX_UPLOAD_BYTES + FORM_AROUND_FILE,
  '/dashboard/uploads': MAX_UPLOAD_BYTES + FORM_AROUND_FILE,
  '/dashboard/settings/brand': MAX_UPLOAD_BYTES + FORM_AROUND_FILE,
  // Only for users with `uploads:create`; anyone else gets the limit of an ordinary page.
  '/contact': MAX_UPLOAD_BYTES + FORM_AROUND_FILE,
}

/** API paths whose oversized body is a stored file. */
const KEEPS_FILES = /^\/api\/v1\/(?:uploads|me\/avatar)$/

/**
 * The callback that providers may post a form to (code, state, name). Anyone can post to it, so its
 * limit is small.
 */
const CALLBACK = { path: /^(?:\/api\/v1)?\/auth\/oauth\/[^/]+\/callback$/, bytes: 8_192 }

/** A longer form is not drained: its connection is closed. */
const MAX_DRAINED_BYTES = 64_000_000

/**
 * How many bytes of an oversized form are read and discarded so that the page can show the error at
 * the field. A browser whose upload is cut off shows its own error page instead. 0: none.
 */
export function drainLimitOf(path: string): number {
  return !path.startsWith('/api/') && bodyLimitOf(path) > MAX_BODY_BYTES ? MAX_DRAINED_BYTES : 0
}

/** The largest body, in bytes, that a path accepts. */
export function bodyLimitOf(path: string): number {
  if (CALLBACK.path.test(path)) return CALLBACK.bytes
  return Object.hasOwn(UPLOADS, path) ? UPLOADS[path]! : MAX_BODY_BYTES
}

/** The problem code for a body over the limit of its path. */
export function tooLargeCodeOf(path: string): ProblemCode {
  return KEEPS_FILES.test(path) ? 'payload_too_large' : 'body_too_large'
}
