import { z } from 'zod'
import type { Refusal } from '@/lib/platform/problems'
import {
  MAX_TEXT_LENGTH,
  type ProfileInput,
  type ProfileValues,
} from '@/lib/profile-fields/profile-field.schemas'
import { listProfileFields, type ProfileField } from '@/lib/profile-fields/profile-fields'
import { valueFromText } from '@/lib/profile-fields/profile-values'

const PREFIX = 'profile_'
const POINTER = '/fields/'

/** The name of a profile field in a form. */
export const profileInputName = (key: string) => `${PREFIX}${key}`

/** The profile fields of a form, as text by key. */
export const typedProfile = z.record(
  z.string(),
  z.string().max(4 * MAX_TEXT_LENGTH, { error: 'too_long' }),
)

/** Gathers the profile fields of a form in `profile`. For the preprocessing of a body. */
export function gatherProfile(fields: Record<string, unknown>): Record<string, unknown> {
  const profile = Object.entries(fields)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => [name.slice(PREFIX.length), value] as const)
  return { ...fields, profile: Object.fromEntries(profile) }
}

/** The values that a form contains. An empty field removes a value, or adds none. */
export async function profileFromForm(
  typed: Readonly<Record<string, string>>,
): Promise<ProfileInput> {
  const fields = new Map((await listProfileFields()).map((field) => [field.key, field]))
  return Object.fromEntries(
    Object.entries(typed).map(([key, text]) => [key, valueFromText(fields.get(key), text)]),
  )
}

/** Shows the errors of profile values at their inputs. */
export function atProfileInputs(refusal: Refusal): Refusal {
  const errors = refusal.errors?.map((error) =>
    error.pointer.startsWith(POINTER)
      ? { ...error, pointer: `/${profileInputName(error.pointer.slice(POINTER.length))}` }
      : error,
  )
  return errors ? { ...refusal, errors } : refusal
}

/** What the inputs of these fields contain at first. */
export function profileInputValues(
  fields: readonly ProfileField[],
  values: ProfileValues,
): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ key }) => [
      profileInputName(key),
      Object.hasOwn(values, key) ? String(values[key]) : '',
    ]),
  )
}
