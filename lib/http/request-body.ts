import type { Readable } from 'node:stream'
import type { ApiRequest } from '@/lib/http/api-request'
import { fieldError } from '@/lib/platform/field-errors'
import { ownValue } from '@/lib/platform/own-value'
import { type Outcome, type ProblemCode, type Refusal, refuse } from '@/lib/platform/problems'
import { MAX_UPLOAD_BYTES } from '@/lib/uploads/upload.schemas'
import { MAX_IMPORT_BYTES } from '@/lib/users/import/import-columns'

/** The largest body, in bytes, of a request without a file, unless its path has another limit. */
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

/** Paths with a limit of their own for a request without a file. */
const LIMITS: readonly { path: RegExp; bytes: number }[] = [
  // The callback that providers may post a form to (code, state, name): anyone can post to it.
  { path: /^(?:\/api\/v1)?\/auth\/oauth\/[^/]+\/callback$/, bytes: 8_192 },
  // A role's form names up to 1,000 permissions of 100 characters, with about 200 bytes around each.
  { path: /^\/dashboard\/rbac\/roles\/[^/]+$/, bytes: 350_000 },
]

/** API paths whose oversized body is a stored file. */
const KEEPS_FILES = /^\/api\/v1\/(?:uploads|me\/avatar)$/

/** A longer form is not drained: its connection is closed. */
const MAX_DRAINED_BYTES = 64_000_000

/**
 * How many bytes of an oversized form with a file are read and discarded so that the page can show the
 * error at the field. A browser whose upload is cut off shows its own error page instead. 0: none.
 */
export function drainLimitOf(path: string): number {
  return !path.startsWith('/api/') && ownValue(UPLOADS, path) ? MAX_DRAINED_BYTES : 0
}

/** The largest body, in bytes, that a path accepts. */
export function bodyLimitOf(path: string): number {
  const own = LIMITS.find((limit) => limit.path.test(path))
  return own?.bytes ?? ownValue(UPLOADS, path) ?? MAX_BODY_BYTES
}

/** The problem code for a body over the limit of its path. */
export function tooLargeCodeOf(path: string): ProblemCode {
  return KEEPS_FILES.test(path) ? 'payload_too_large' : 'body_too_large'
}

/**
 * Whether the sender left before the whole body was read. Such a body emits no further event, so
 * check this before you wait for one.
 */
export function isCut(body: Readable): boolean {
  return body.destroyed && !body.readableEnded
}

type Body = { ok: true; value: unknown } | Refusal

/**
 * Reads a JSON body once, before any other validation: up to the size limit of its path even
 * without Content-Length, `application/json`, unencoded, strict UTF-8. An empty body needs no
 * content type and reads as `{}`.
 */
export async function readJsonBody(request: ApiRequest): Promise<Body> {
  const isUntyped = request.header('content-type') === null
  const isAccepted = (type: string) => isUntyped || type === 'application/json'
  const wrong = checkBodyHead(request, { isAccepted })
  if (wrong) return wrong
  const bytes = await request.readBody(bodyLimitOf(request.path))
  if (!bytes) return refuse(tooLargeCodeOf(request.path))
  if (bytes.byteLength === 0) return { ok: true, value: {} }
  return isUntyped ? refuse('unsupported_media_type') : parse(bytes)
}

/**
 * Refuses a body by its headers alone, before any of it is read: one that is longer than its path
 * allows, encoded, in a charset other than UTF-8, or of a media type that is not accepted (empty
 * without Content-Type).
 */
export function checkBodyHead(
  request: Pick<ApiRequest, 'path' | 'header'>,
  by: { isAccepted: (type: string) => boolean; expected?: string },
): Refusal | null {
  const { path } = request
  if (Number(request.header('content-length') ?? 0) > bodyLimitOf(path))
    return refuse(tooLargeCodeOf(path))
  const encoding = request.header('content-encoding')
  const isEncoded = encoding && encoding.toLowerCase() !== 'identity'
  const type = mediaTypeOf(request.header('content-type') ?? '')
  return isEncoded || type === null || !by.isAccepted(type)
    ? refuse('unsupported_media_type', { detail: by.expected })
    : null
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** No request has such a field, and the schemas of records would drop it silently. */
const PROTOTYPE_FIELD = /"__proto__"\s*:/

function parse(bytes: Uint8Array): Body {
  try {
    const text = strictUtf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    if (!PROTOTYPE_FIELD.test(text)) return { ok: true, value }
    return refuse('validation_failed', { errors: [fieldError(['__proto__'], 'unknown_field')] })
  } catch {
    return refuse('malformed_json')
  }
}

/** The media type of a plain HTML form without files. */
export const URLENCODED = 'application/x-www-form-urlencoded'

/** Whether the body claims to be a urlencoded form. */
export function hasForm(request: ApiRequest): boolean {
  return mediaTypeOf(request.header('content-type') ?? '') === URLENCODED
}

/**
 * Reads the fields of a urlencoded form, up to the size limit of its path. A repeated field is
 * refused.
 */
export async function readForm(
  request: ApiRequest,
): Promise<Outcome<{ value: Record<string, string> }>> {
  const read = await readUpload(request, [URLENCODED])
  if (!read.ok) return read
  const fields = singleValues(new URLSearchParams(new TextDecoder().decode(read.upload.bytes)))
  return fields.ok ? { ok: true, value: fields.values } : fields
}

/**
 * The query parameters by name. A repeated one is refused: another reader might use the other value
 * (parameter pollution).
 */
export function singleValues(
  query: URLSearchParams,
): { ok: true; values: Record<string, string> } | Refusal {
  const seen = new Set<string>()
  const repeated = new Set([...query.keys()].filter((name) => seen.has(name) || !seen.add(name)))
  if (repeated.size === 0) return { ok: true, values: Object.fromEntries(query) }
  const errors = [...repeated].map((name) => fieldError([name], 'repeated'))
  return refuse('validation_failed', { errors })
}

/** A file sent as the whole body of a request. */
export interface Upload<T extends string = string> {
  /** One of the route's media types, without parameters. */
  type: T
  bytes: Uint8Array
}

/**
 * Reads a body of one of these media types, unencoded and in UTF-8, up to the size limit of its
 * path.
 */
export async function readUpload(
  request: ApiRequest,
  types: readonly string[],
): Promise<Outcome<{ upload: Upload }>> {
  const expected = `Send one of these types, in UTF-8 and without Content-Encoding: ${types.join(', ')}.`
  const wrong = checkBodyHead(request, { isAccepted: (type) => types.includes(type), expected })
  if (wrong) return wrong
  const type = mediaTypeOf(request.header('content-type')!)!
  const bytes = await request.readBody(bodyLimitOf(request.path))
  return bytes ? { ok: true, upload: { type, bytes } } : refuse(tooLargeCodeOf(request.path))
}

/**
 * The media type of a Content-Type header (RFC 9110 §8.3) in lowercase; null when it names a
 * charset other than UTF-8.
 */
export function mediaTypeOf(contentType: string): string | null {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='))
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset) ? type.trim() : null
}
