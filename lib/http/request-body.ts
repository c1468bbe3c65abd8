import type { Readable } from 'node:stream'
import type { ApiRequest } from '@/lib/http/api-request'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, type ProblemCode, type Refusal, refuse } from '@/lib/platform/problems'
import { MAX_BODY_BYTES } from '@/lib/platform/size-limits'

/** The form field that contains the file. */
export const UPLOAD_FIELD = 'file'

/**
 * Whether the sender left before the whole body was read. Such a body emits no further event, so
 * check this before you wait for one.
 */
export function isCut(body: Readable): boolean {
  return body.destroyed && !body.readableEnded
}

type Body = { ok: true; value: unknown } | Refusal

/**
 * Reads a JSON body once, before any other validation: up to the size limit even without
 * Content-Length, `application/json`, unencoded, strict UTF-8. An empty body needs no content type
 * and reads as `{}`.
 */
export async function readJsonBody(
  request: ApiRequest,
  maxBytes: number = MAX_BODY_BYTES,
): Promise<Body> {
  const isUntyped = request.header('content-type') === null
  const isAccepted = (type: string) => isUntyped || type === 'application/json'
  const wrong = checkBodyHead(request, { isAccepted, maxBytes })
  if (wrong) return wrong
  const bytes = await request.readBody(maxBytes)
  if (!bytes) return refuse('body_too_large')
  if (bytes.byteLength === 0) return { ok: true, value: {} }
  return isUntyped ? refuse('unsupported_media_type') : parse(bytes)
}

/**
 * Refuses a body by its headers alone, before any of it is read: one that is longer than allowed,
 * encoded, in a charset other than UTF-8, or of a media type that is not accepted (empty without
 * Content-Type).
 */
export function checkBodyHead(
  request: Pick<ApiRequest, 'header'>,
  by: {
    isAccepted: (type: string) => boolean
    expected?: string
    maxBytes: number
    tooLarge?: ProblemCode
  },
): Refusal | null {
  if (Number(request.header('content-length') ?? 0) > by.maxBytes)
    return refuse(by.tooLarge ?? 'body_too_large')
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

/** Reads the fields of a urlencoded form. A repeated field is refused. */
export async function readForm(
  request: ApiRequest,
  maxBytes: number = MAX_BODY_BYTES,
): Promise<Outcome<{ value: Record<string, string> }>> {
  const read = await readUpload(request, { types: [URLENCODED], maxBytes })
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

/** Reads a body of one of these media types, unencoded and in UTF-8. */
export async function readUpload(
  request: ApiRequest,
  { types, maxBytes }: { types: readonly string[]; maxBytes: number },
): Promise<Outcome<{ upload: Upload }>> {
  const expected = `Send one of these types, in UTF-8 and without Content-Encoding: ${types.join(', ')}.`
  const isAccepted = (type: string) => types.includes(type)
  const wrong = checkBodyHead(request, { isAccepted, expected, maxBytes })
  if (wrong) return wrong
  const type = mediaTypeOf(request.header('content-type')!)!
  const bytes = await request.readBody(maxBytes)
  return bytes ? { ok: true, upload: { type, bytes } } : refuse('body_too_large')
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
