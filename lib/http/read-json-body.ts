import type { ApiRequest } from '@/lib/http/api-request'
import { refuse, type Refusal } from '@/lib/platform/problems'

/** The largest body of any endpoint but uploads, in bytes. */
export const MAX_BODY_BYTES = 100_000

type Body = { ok: true; value: unknown } | Refusal

/**
 * Reads a JSON body once, before anything judges it: at most 100 kB however it is sent, `application/json`, unencoded, strict
 * UTF-8. An empty body needs no content type and reads as `{}`.
 */
export async function readJsonBody(request: ApiRequest): Promise<Body> {
  const length = Number(request.header('content-length') ?? 0)
  if (length > MAX_BODY_BYTES) return refuse('body_too_large')
  const encoding = request.header('content-encoding')
  if (encoding && encoding.toLowerCase() !== 'identity') return refuse('unsupported_media_type')
  const type = request.header('content-type')
  if (type !== null && !isJson(type)) return refuse('unsupported_media_type')
  const bytes = await request.readBody(MAX_BODY_BYTES)
  if (!bytes) return refuse('body_too_large')
  if (bytes.byteLength === 0) return { ok: true, value: {} }
  return type === null ? refuse('unsupported_media_type') : parse(bytes)
}

function isJson(contentType: string): boolean {
  if (contentType === 'application/json') return true
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='))
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  return type.trim() === 'application/json' && utf8
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parse(bytes: Uint8Array): Body {
  try {
    return { ok: true, value: JSON.parse(strictUtf8.decode(bytes)) }
  } catch {
    return refuse('malformed_json')
  }
}
