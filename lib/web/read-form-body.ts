import { MAX_BODY_BYTES } from '@/lib/http/body-limits'
import { refuse, type FieldError, type Outcome } from '@/lib/platform/problems'

const MAX_FIELDS = 100
const URLENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/

/** A file of a form: what its sender calls it, and what is in it. */
export interface FormFile {
  name: string
  bytes: Uint8Array
}

interface FormLimits {
  /** The largest form, in bytes. */
  maxBytes?: number
  /** The one field that may hold a file. */
  fileField?: string
}

/**
 * Reads the fields of a posted form, urlencoded or multipart. A field that comes twice is refused: two readers could take
 * different ones. Oddly named fields, and files that were not asked for, are not ours and are left out.
 */
export async function readFormBody(
  request: Request,
  { maxBytes = MAX_BODY_BYTES, fileField }: FormLimits = {},
): Promise<Outcome<{ fields: Record<string, string>; file: FormFile | null }>> {
  const { headers } = request
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? null
  if (type !== null && type !== URLENCODED && type !== MULTIPART) return unsupported()
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') return unsupported()
  if (Number(headers.get('content-length') ?? 0) > maxBytes) return refuse('body_too_large')
  // The server's front has counted the body already; this holds where there is none.
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > maxBytes) return refuse('body_too_large')
  // A script that has nothing to say sends no type either.
  if (type === null) return bytes.byteLength === 0 ? { ok: true, fields: {}, file: null } : unsupported()
  const parts = type === MULTIPART ? await readMultipart(request, bytes) : readUrlencoded(bytes)
  if (parts === null || parts.length > MAX_FIELDS) return refuse('bad_request')
  const collected = collect(parts.filter((part): part is [string, string] => typeof part[1] === 'string'))
  return collected.ok ? { ...collected, file: await fileOf(parts, fileField) } : collected
}

/** The first file of that field; a browser sends an empty one without a name where none was chosen. */
async function fileOf(parts: Part[], fileField: string | undefined): Promise<FormFile | null> {
  const found = parts.find(([name, value]) => name === fileField && typeof value !== 'string')?.[1]
  if (!(found instanceof File) || (found.size === 0 && !found.name)) return null
  return { name: found.name, bytes: new Uint8Array(await found.arrayBuffer()) }
}

type Part = [string, string | File]

const unsupported = () => refuse('unsupported_media_type', { detail: 'Send the form as a browser does.' })

function readUrlencoded(bytes: ArrayBuffer): [string, string][] | null {
  try {
    return [...new URLSearchParams(new TextDecoder('utf-8', { fatal: true }).decode(bytes))]
  } catch {
    return null
  }
}

async function readMultipart(request: Request, bytes: ArrayBuffer): Promise<Part[] | null> {
  try {
    const form = await new Response(bytes, {
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    }).formData()
    return [...form]
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
