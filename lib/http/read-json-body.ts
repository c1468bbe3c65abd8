import { refuse, type Refusal } from '@/lib/platform/problems'

/** The largest body of any endpoint but uploads, in bytes. */
export const MAX_BODY_BYTES = 100_000

type Body = { ok: true; value: unknown } | Refusal

/**
 * Reads a JSON body once, before anything judges it: at most 100 kB however it is sent, `application/json`, unencoded, strict
 * UTF-8. An empty body needs no content type and reads as `{}`.
 */
export async function readJsonBody(request: Request): Promise<Body> {
  const length = Number(request.headers.get('content-length') ?? 0)
  if (length > MAX_BODY_BYTES) return refuse('body_too_large')
  const encoding = request.headers.get('content-encoding')
  if (encoding && encoding.toLowerCase() !== 'identity') return refuse('unsupported_media_type')
  const type = request.headers.get('content-type')
  if (type !== null && !isJson(type)) return refuse('unsupported_media_type')
  const bytes = await readBounded(request)
  if (!bytes) return refuse('body_too_large')
  if (bytes.byteLength === 0) return { ok: true, value: {} }
  return type === null ? refuse('unsupported_media_type') : parse(bytes)
}

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='))
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  return type.trim() === 'application/json' && utf8
}

async function readBounded(request: Request): Promise<Uint8Array | null> {
  if (!request.body) return new Uint8Array()
  if (request.headers.has('content-length')) return new Uint8Array(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    size += step.value.byteLength
    if (size > MAX_BODY_BYTES) {
      void reader.cancel()
      return null
    }
    chunks.push(step.value)
  }
  return Buffer.concat(chunks)
}

function parse(bytes: Uint8Array): Body {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return refuse('malformed_json')
  }
}
