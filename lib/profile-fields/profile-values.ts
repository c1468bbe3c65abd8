import { z } from 'zod'
import { fieldError, fieldErrorsOf } from '@/lib/platform/field-errors'
import { lineField } from '@/lib/platform/input-fields'
import { type FieldError, type Outcome, refuse } from '@/lib/platform/problems'
import {
  DEFAULT_TEXT_LENGTH,
  MAX_PROFILE_BYTES,
  type ProfileAudience,
  type ProfileInput,
  type ProfileValue,
  type ProfileValues,
} from '@/lib/profile-fields/profile-field.schemas'
import type { ProfileField } from '@/lib/profile-fields/profile-fields'

/** The values that an audience may read, in the order of the fields. */
export function readableValues(
  fields: readonly ProfileField[],
  stored: unknown,
  audience: ProfileAudience,
): ProfileValues {
  const values = stored as ProfileValues
  return Object.fromEntries(
    fields
      .filter((field) => mayRead(field, audience) && Object.hasOwn(values, field.key))
      .map(({ key }) => [key, values[key]!]),
  )
}

export const mayRead = ({ readableBy }: ProfileField, audience: ProfileAudience) =>
  audience === 'administrators' || readableBy === 'user'

export const mayWrite = ({ writableBy }: ProfileField, audience: ProfileAudience) =>
  audience === 'administrators' || writableBy === 'user'

/** The fields that a registration must contain. */
export function requiredFields(fields: readonly ProfileField[]): readonly ProfileField[] {
  return fields.filter((field) => field.required && mayWrite(field, 'user'))
}

/** The required fields that a profile has no value for. */
export function missingFields(
  fields: readonly ProfileField[],
  stored: unknown,
): readonly ProfileField[] {
  return requiredFields(fields).filter(({ key }) => !Object.hasOwn(stored as object, key))
}

/**
 * Validates the values of a request against the current fields. Refuses `validation_failed` with an
 * error below /fields for each value that the audience may not write or that does not fit its
 * field, and for each required one that the user would remove. A field that the audience may not
 * read is unknown to it.
 */
export function validateProfile(
  fields: readonly ProfileField[],
  input: ProfileInput,
  { audience }: { audience: ProfileAudience },
): Outcome<{ values: ProfileInput }> {
  const known = new Map(fields.map((field) => [field.key, field]))
  const errors: FieldError[] = []
  const values: [string, ProfileValue | null][] = []
  for (const [key, given] of Object.entries(input)) {
    const field = known.get(key)
    if (!field || !mayRead(field, audience)) errors.push(faultOf(key, 'unknown_field'))
    else if (!mayWrite(field, audience)) errors.push(faultOf(key, 'read_only'))
    else if (given !== null) {
      const parsed = schemaOf(field).safeParse(given, { reportInput: true })
      if (parsed.success) values.push([key, parsed.data])
      else errors.push(faultOf(key, fieldErrorsOf(parsed.error)[0]!.code))
    } else if (field.required && audience === 'user') errors.push(faultOf(key, 'required'))
    else values.push([key, null])
  }
  if (errors.length > 0) return refuse('validation_failed', { errors })
  return { ok: true, values: Object.fromEntries(values) }
}

/**
 * Validates the values of a new account: exactly those asked for. Refuses `validation_failed` with
 * an error for each that is missing, wrong, or was not asked for.
 */
export function validateAsked(
  asked: readonly ProfileField[],
  input: ProfileInput,
): Outcome<{ values: ProfileValues }> {
  const none = Object.fromEntries(asked.map(({ key }) => [key, null]))
  const validated = validateProfile(asked, { ...none, ...input }, { audience: 'user' })
  if (!validated.ok) return validated
  // Required fields, so none of the values is null.
  const values = validated.values as ProfileValues
  return isLargeProfile(values) ? refuseLargeProfile() : { ok: true, values }
}

const faultOf = (key: string, code: string) => fieldError(['fields', key], code)

/** jsonb writes up to two more characters for each value than JSON.stringify. */
const SPACES_PER_VALUE = 2

/** Whether these values take more space than a profile has. */
export function isLargeProfile(values: ProfileInput): boolean {
  const spaces = SPACES_PER_VALUE * Object.keys(values).length
  const zeros = Object.values(values).reduce((sum: number, value) => sum + zerosOf(value), 0)
  return Buffer.byteLength(JSON.stringify(values)) + spaces + zeros > MAX_PROFILE_BYTES
}

/** At most so many zeros replace an exponent: jsonb writes 1e308 with 309 digits. */
function zerosOf(value: ProfileInput[string]): number {
  const exponent = typeof value === 'number' ? /e([+-]\d+)$/.exec(String(value)) : null
  return exponent ? Math.abs(Number(exponent[1])) : 0
}

/** The refusal of values that take too much space together. */
export const refuseLargeProfile = () =>
  refuse('validation_failed', { errors: [fieldError(['fields'], 'too_long')] })

const schemas = new WeakMap<ProfileField, z.ZodType<ProfileValue>>()

function schemaOf(field: ProfileField): z.ZodType<ProfileValue> {
  const known = schemas.get(field)
  if (known) return known
  const schema = buildSchema(field)
  schemas.set(field, schema)
  return schema
}

function buildSchema(field: ProfileField): z.ZodType<ProfileValue> {
  switch (field.type) {
    case 'text':
      return lineField(field.maxLength ?? DEFAULT_TEXT_LENGTH)
    case 'number':
      return z
        .number({ error: 'invalid_type' })
        .min(field.minimum ?? -Number.MAX_VALUE, { error: 'out_of_range' })
        .max(field.maximum ?? Number.MAX_VALUE, { error: 'out_of_range' })
    case 'boolean':
      return z.boolean({ error: 'invalid_type' })
    case 'date':
      return z.iso.date({ error: 'invalid_date' })
    case 'choice':
      return z.enum(field.options, { error: 'not_supported' })
  }
}

const NUMBER = /^-?\d{1,15}(?:[.,]\d{1,15})?$/

/** A number as people type it, with a point or a comma; other text is returned as it is. */
export function numberFromText(text: string): number | string {
  const typed = text.trim()
  return NUMBER.test(typed) ? Number(typed.replace(',', '.')) : text
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false }

/**
 * A value from a form or a spreadsheet, which have only text; empty removes it. Text that is no
 * value of the field's type is returned as it is, and refused later.
 */
export function valueFromText(field: ProfileField | undefined, text: string): ProfileValue | null {
  const typed = text.trim()
  if (typed === '') return null
  if (field?.type === 'number') return numberFromText(typed)
  if (field?.type === 'boolean') {
    const word = typed.toLowerCase()
    return Object.hasOwn(BOOLEANS, word) ? BOOLEANS[word]! : typed
  }
  return field?.type === 'text' ? text : typed
}

/** The keys whose values differ from the stored ones. */
export function changedKeys(stored: unknown, values: ProfileInput): string[] {
  const before = stored as ProfileValues
  return Object.entries(values)
    .filter(([key, value]) => (Object.hasOwn(before, key) ? before[key] : null) !== value)
    .map(([key]) => key)
}
