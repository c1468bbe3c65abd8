import type { ApiRequest } from '@/lib/http/api-request'
import { MAX_BODY_BYTES } from '@/lib/http/body-limits'
import { mediaTypeOf } from '@/lib/http/media-type'
import { refuse, type Refusal } from '@/lib/platform/problems'

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
  return contentType === 'application/json' || mediaTypeOf(contentType) === 'application/json'
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parse(bytes: Uint8Array): Body {
  try {
    return { ok: true, value: JSON.parse(strictUtf8.decode(bytes)) }
  } catch {
    return refuse('malformed_json')
  }
}
