import type { PostedFields } from '@/lib/http/pages/page-exchange'
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
export function echoedFields(form: FormData): PostedFields {
  const fields = [...textFields(form)].filter(([name]) => !isSecret(name))
  const single = fields.filter(([, values]) => values.length === 1)
  const repeated = fields.filter(([, values]) => values.length > 1)
  return {
    values: Object.fromEntries(single.map(([name, [value]]) => [name, value!])),
    lists: Object.fromEntries(repeated.map(([name, values]) => [name, chosenOf(values)])),
  }
}

const isSecret = (name: string) => SECRET.test(name) && !NOT_SECRET.test(name)

/** The pattern of our own field names. Anything else (`$ACTION_…`) belongs to Next. */
const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/

/** How many text fields a form may have: that of a role has up to 1,000 permissions. */
const MAX_FIELDS = 1100
/** How many parts a form may have on the wire: fields, files, and what React adds. */
export const MAX_FORM_PARTS = 1200

/** The text fields of a form: all values of each, by name. */
function textFields(form: FormData): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string' || !FIELD_NAME.test(name)) continue
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  return fields
}

/** The chosen values of a list: it is also posted empty, so that it is there without any. */
const chosenOf = (values: readonly string[]) => values.filter((value) => value !== '')

/** The text fields of a form as its schema expects them. */
export interface FormFields {
  fields: Record<string, string | string[]>
  /** The lists that the form does not have. */
  missing: string[]
}

/**
 * Reads the text fields. Next passes on whatever the client encoded, so `form` can be anything. Any
 * field that is not among the `lists` is refused if it is repeated: another reader might use the
 * other value (parameter pollution). `intent` is not for the action: it names the form on its page.
 */
export function readFields(form: unknown, lists: ReadonlySet<string>): Outcome<FormFields> {
  if (!(form instanceof FormData)) return refuse('bad_request')
  const given = [...textFields(form)]
  if (given.reduce((count, [, values]) => count + values.length, 0) > MAX_FIELDS)
    return refuse('bad_request')
  const errors = given
    .filter(([name, values]) => values.length > 1 && !lists.has(name))
    .map(([name]) => fieldError([name], 'repeated'))
  if (errors.length > 0) return refuse('validation_failed', { errors })
  const fields = given
    .filter(([name]) => name !== 'intent')
    .map(([name, values]) => [name, lists.has(name) ? chosenOf(values) : values[0]])
  return {
    ok: true,
    fields: Object.fromEntries(fields) as FormFields['fields'],
    missing: [...lists].filter((name) => !given.some(([posted]) => posted === name)),
  }
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
