import { z } from 'zod'
import { ownPassword as password } from '@/lib/accounts/user-fields'
import type { PresentedProfileField } from '@/lib/profile-fields/profile-field.responses'
import type { ProfileFieldPatch } from '@/lib/profile-fields/profile-field.schemas'
import { LIMIT_TYPES, profileFieldBody } from '@/lib/profile-fields/profile-field.schemas'
import { numberFromText } from '@/lib/profile-fields/profile-values'
import { formVersion } from '@/lib/web/form-version'

const { key, type, label, ...others } = profileFieldBody.shape
const labels = { label_en: label.shape.en, label_tr: label.shape.tr }

/** Fields with a number; empty means none. */
const NUMBERS = ['max_length', 'minimum', 'maximum', 'position'] as const

/** Converts the text of a form; empty fields are left out. */
function gatherField(fields: Record<string, unknown>): Record<string, unknown> {
  const filled = Object.entries(fields).filter(([, text]) => text !== '')
  const { options, required, ...rest } = Object.fromEntries(filled)
  const numbers = NUMBERS.filter((name) => name in rest).map((name): [string, unknown] => [
    name,
    numberOf(rest[name]),
  ])
  return {
    ...rest,
    ...Object.fromEntries<unknown>(numbers),
    ...(required !== undefined && { required: required === 'true' }),
    ...(typeof options === 'string' && { options: linesOf(options) }),
  }
}

const numberOf = (text: unknown) => (typeof text === 'string' ? numberFromText(text) : text)

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Without what belongs to a type that is not selected: the form hides it. */
function gatherNewField(fields: Record<string, unknown>): Record<string, unknown> {
  const limits: Record<string, string | undefined> = LIMIT_TYPES
  const shown = Object.entries(fields).filter(
    ([name]) => (limits[name] ?? fields.type) === fields.type,
  )
  return gatherField(Object.fromEntries(shown))
}

export const newFieldForm = z.preprocess(
  gatherNewField,
  z.object({ key, type, ...labels, ...others, password }),
)

/** What a field always has if its type has it. */
const NEVER_EMPTY = ['max_length', 'options', 'position'] as const

/** An emptied field is undefined, unlike one that the form does not show for the type. */
function gatherExistingField(fields: Record<string, unknown>): Record<string, unknown> {
  const emptied = NEVER_EMPTY.filter((name) => fields[name] === '')
  const none = Object.fromEntries(emptied.map((name) => [name, undefined]))
  return { ...gatherField(fields), ...none }
}

export const editFieldForm = z.preprocess(
  gatherExistingField,
  z.object({
    version: formVersion,
    ...labels,
    ...others,
    max_length: z.exactOptional(others.max_length.unwrap()),
    options: z.exactOptional(others.options.unwrap()),
    position: z.exactOptional(others.position.unwrap()),
    password,
  }),
)

export const deleteFieldForm = z.preprocess(
  gatherField,
  z.object({ version: formVersion, password }),
)

type FieldForm = Omit<ProfileFieldPatch, 'label'> & {
  label_en: string
  label_tr?: string | undefined
}

/** What a form asks for. An empty Turkish label removes the translation. */
export function fieldFromForm<T extends FieldForm>({ label_en: en, label_tr, ...rest }: T) {
  return { ...rest, label: { en, tr: label_tr ?? en } }
}

/** What the form of a field contains at first. */
export function fieldFormValues(field: PresentedProfileField): Record<string, string> {
  const text = (value: number | null) => (value === null ? '' : String(value))
  return {
    label_en: field.label.en,
    label_tr: field.label.tr === field.label.en ? '' : field.label.tr,
    max_length: text(field.max_length),
    minimum: text(field.minimum),
    maximum: text(field.maximum),
    options: field.options.join('\n'),
    required: String(field.required),
    readable_by: field.readable_by,
    writable_by: field.writable_by,
    position: String(field.position),
  }
}
