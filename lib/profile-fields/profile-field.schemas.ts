import { z } from 'zod'
import { lineField } from '@/lib/platform/input-fields'

// Safe to import in a browser.

export const PROFILE_FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'choice'] as const

export type ProfileFieldType = (typeof PROFILE_FIELD_TYPES)[number]

/** What only fields of one type have. */
export const LIMIT_TYPES = {
  max_length: 'text',
  minimum: 'number',
  maximum: 'number',
  options: 'choice',
} as const satisfies Record<string, ProfileFieldType>

/** Who reads or writes a field. Administrators do both in any case. */
export const PROFILE_AUDIENCES = ['user', 'administrators'] as const

export type ProfileAudience = (typeof PROFILE_AUDIENCES)[number]

/** All values of a user together, as in the constraint users_profile_check. */
export const MAX_PROFILE_BYTES = 8192
export const MAX_PROFILE_FIELDS = 50
export const MAX_OPTIONS = 50
export const MAX_TEXT_LENGTH = 1000
export const DEFAULT_TEXT_LENGTH = 200
export const MAX_LABEL_LENGTH = 100
export const MAX_POSITION = 1000

export const PROFILE_KEY = /^[a-z][a-z0-9_]{0,39}$/

/** Keys that could be taken for a property of any object, a field of the account, or a secret. */
const RESERVED = new Set([
  'constructor',
  'prototype',
  'id',
  'kind',
  'email',
  'name',
  'locale',
  'phone',
  'status',
  'role',
  'roles',
  'permissions',
  'password',
  'password_hash',
  'version',
])

const key = z
  .string({ error: 'required' })
  .max(40, { error: 'too_long' })
  .regex(PROFILE_KEY, { error: 'invalid_key' })
  .refine((text) => !RESERVED.has(text), { error: 'reserved_key' })
  .meta({ examples: ['department'] })
  .describe(
    'Lowercase letters, digits, and underscores, beginning with a letter; cannot be changed',
  )

const label = z.strictObject({
  en: lineField(MAX_LABEL_LENGTH).meta({ examples: ['Department'] }),
  tr: lineField(MAX_LABEL_LENGTH)
    .optional()
    .describe('Without a translation, the English text is shown')
    .meta({ examples: ['Bölüm'] }),
})

const bound = z.number({ error: 'invalid_type' }).nullable()

const options = z
  .array(lineField(100))
  .min(1, { error: 'required' })
  .max(MAX_OPTIONS, { error: 'too_many' })

const shape = {
  label,
  max_length: z
    .int()
    .min(1, { error: 'out_of_range' })
    .max(MAX_TEXT_LENGTH, { error: 'out_of_range' })
    .describe('Only of a text')
    .meta({ examples: [DEFAULT_TEXT_LENGTH] }),
  minimum: bound.describe('Only of a number'),
  maximum: bound.describe('Only of a number'),
  options: options.describe('Only of a choice'),
  required: z.boolean().describe('Asked for at registration, and cannot be removed by the user'),
  readable_by: z.enum(PROFILE_AUDIENCES, { error: 'not_supported' }),
  writable_by: z.enum(PROFILE_AUDIENCES, { error: 'not_supported' }),
  position: z
    .int()
    .min(0, { error: 'out_of_range' })
    .max(MAX_POSITION, { error: 'out_of_range' })
    .describe('Fields are shown by position, then key'),
}

export const profileFieldPatch = z
  .strictObject(shape)
  .partial()
  .meta({ examples: [{ label: { en: 'Department', tr: 'Bölüm' }, required: true }] })

export const profileFieldBody = z
  .strictObject({
    ...profileFieldPatch.shape,
    key,
    type: z.enum(PROFILE_FIELD_TYPES, { error: 'not_supported' }),
    label,
  })
  .meta({
    examples: [
      {
        key: 'department',
        type: 'choice',
        label: { en: 'Department', tr: 'Bölüm' },
        options: ['Sales', 'Support'],
        required: true,
      },
    ],
  })

export type NewProfileField = z.output<typeof profileFieldBody>
export type ProfileFieldPatch = z.output<typeof profileFieldPatch>

export type ProfileValue = string | number | boolean
export type ProfileValues = Readonly<Record<string, ProfileValue>>

/** More than all texts of all fields. Each value is checked against its field later. */
const MAX_VALUE_LENGTH = 4 * MAX_TEXT_LENGTH

/** The values of a request, by key; null removes one. */
export const profileValuesInput = z
  .record(
    z.string().max(64, { error: 'unknown_field' }),
    z
      .union([z.string().max(MAX_VALUE_LENGTH, { error: 'too_long' }), z.number(), z.boolean()], {
        error: 'invalid_type',
      })
      .nullable(),
  )
  .refine((values) => Object.keys(values).length <= MAX_PROFILE_FIELDS, { error: 'too_many' })
  .describe('Values of profile fields by key; null removes one. Others stay as they are')
  .meta({ examples: [{ department: 'Sales' }] })

export type ProfileInput = Readonly<Record<string, ProfileValue | null>>
