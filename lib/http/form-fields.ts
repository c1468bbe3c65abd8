import { mediaTypeOf, UPLOAD_FIELD } from '@/lib/http/request-body'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { ReceivedFile } from '@/lib/platform/spooled-file'

/** A file of a form, read into memory. */
export interface FormFile {
  name: string
  /** The media type declared by the browser. */
  type: string
  bytes: Uint8Array
}

/** Names of fields that are never sent back to the page, in any form. */
const SECRET = /password|token|code|secret/i
/** Profile fields and plain settings contain no secrets, whatever their names. */
const NOT_SECRET = /^(?:profile|setting)_/

/**
 * The text fields of a form that may be sent back to the page: no secrets, no files, none of Next's
 * internal fields.
 */
export function echoedFields(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of form)
    if (typeof value === 'string' && FIELD_NAME.test(name) && !isSecret(name)) fields[name] = value
  return fields
}

const isSecret = (name: string) => SECRET.test(name) && !NOT_SECRET.test(name)

/** The pattern of our own field names. Anything else (`$ACTION_…`) belongs to Next. */
const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/

/** The form of a role has a box for each permission of up to 1,000. */
const MAX_FIELDS = 1100
/** How many parts a form may have on the wire: fields, files, and what React adds. */
export const MAX_FORM_PARTS = 1200

/**
 * Reads the text fields. Next passes on whatever the client encoded, so `form` can be anything. A
 * repeated field is refused.
 */
export function readFields(form: unknown): Outcome<{ fields: Record<string, string> }> {
  if (!(form instanceof FormData)) return refuse('bad_request')
  const fields = new Map<string, string>()
  const twice = new Set<string>()
  for (const [name, value] of form) {
    if (typeof value !== 'string' || !FIELD_NAME.test(name)) continue
    if (fields.has(name)) twice.add(name)
    fields.set(name, value)
    if (fields.size > MAX_FIELDS) return refuse('bad_request')
  }
  if (twice.size === 0) return { ok: true, fields: Object.fromEntries(fields) }
  const errors = [...twice].map((name) => fieldError([name], 'repeated'))
  return refuse('validation_failed', { errors })
}

/** The chosen file. Browsers post an empty file field as a file without a name. */
export async function readFile(form: unknown): Promise<FormFile | null> {
  const chosen = form instanceof FormData ? form.get(UPLOAD_FIELD) : null
  if (!(chosen instanceof File) || chosen.name === '') return null
  return { name: chosen.name, type: chosen.type, bytes: new Uint8Array(await chosen.arrayBuffer()) }
}

/** Converts the file of a form to the type that uploads take. */
export function toReceivedFile({ name, type, bytes }: FormFile): ReceivedFile {
  return {
    name,
    declaredType: mediaTypeOf(type) ?? '',
    bytes: () => Promise.resolve(Buffer.from(bytes)),
  }
}
