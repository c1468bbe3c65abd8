import { refuse, type FieldError, type Outcome } from '@/lib/platform/problems'

/** The largest form, in bytes. */
const MAX_BYTES = 100_000
const MAX_FIELDS = 100
const URLENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/

/**
 * Reads the fields of a posted form, urlencoded or multipart. A field that comes twice is refused: two readers could take
 * different ones. Files and oddly named fields are not ours and are left out.
 */
export async function readFormBody(request: Request): Promise<Outcome<{ fields: Record<string, string> }>> {
  const { headers } = request
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? null
  if (type !== null && type !== URLENCODED && type !== MULTIPART) return unsupported()
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') return unsupported()
  if (Number(headers.get('content-length') ?? 0) > MAX_BYTES) return refuse('body_too_large')
  // The server's front has counted the body already; this holds where there is none.
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > MAX_BYTES) return refuse('body_too_large')
  // A script that has nothing to say sends no type either.
  if (type === null) return bytes.byteLength === 0 ? { ok: true, fields: {} } : unsupported()
  const pairs = type === MULTIPART ? await readMultipart(request, bytes) : readUrlencoded(bytes)
  return pairs === null || pairs.length > MAX_FIELDS ? refuse('bad_request') : collect(pairs)
}

const unsupported = () => refuse('unsupported_media_type', { detail: 'Send the form as a browser does.' })

function readUrlencoded(bytes: ArrayBuffer): [string, string][] | null {
  try {
    return [...new URLSearchParams(new TextDecoder('utf-8', { fatal: true }).decode(bytes))]
  } catch {
    return null
  }
}

async function readMultipart(request: Request, bytes: ArrayBuffer): Promise<[string, string][] | null> {
  try {
    const form = await new Response(bytes, {
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    }).formData()
    return [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  } catch {
    return null
  }
}

function collect(pairs: [string, string][]): Outcome<{ fields: Record<string, string> }> {
  const fields = new Map<string, string>()
  const errors: FieldError[] = []
  for (const [name, value] of pairs) {
    if (!FIELD_NAME.test(name)) continue
    if (fields.has(name))
      errors.push({ pointer: `/${name}`, code: 'duplicate', detail: 'is given more than once' })
    fields.set(name, value)
  }
  return errors.length > 0
    ? refuse('validation_failed', { errors })
    : { ok: true, fields: Object.fromEntries(fields) }
}
