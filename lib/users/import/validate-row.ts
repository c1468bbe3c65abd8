import { z } from 'zod'
import { emailField, optionalPersonName } from '@/lib/accounts/user-fields'
import { locales } from '@/lib/i18n/locale'
import { isImportableHash } from '@/lib/identity/passwords/password-hash'
import { fieldErrorsOf } from '@/lib/platform/field-errors'
import { toOneLine, truncateText } from '@/lib/platform/input-fields'
import type { ProfileInput, ProfileValues } from '@/lib/profile-fields/profile-field.schemas'
import type { ProfileField } from '@/lib/profile-fields/profile-fields'
import { isLargeProfile, validateProfile, valueFromText } from '@/lib/profile-fields/profile-values'
import {
  type ImportColumn,
  isImportColumn,
  profileKeyOf,
  type RawRow,
  ROLE_SEPARATOR,
} from '@/lib/users/import/import-columns'

/** A user as described by a row, without checks against other accounts or roles. */
export interface RowUser {
  email: string
  name: string | null
  locale: string | null
  emailVerified: boolean
  status: 'active' | 'pending' | 'deactivated'
  /** Role names as written in the file. */
  roles: string[]
  passwordHash: string | null
  /** Values of profile fields. */
  profile: ProfileValues
}

/** The most characters of a value that a report shows. */
const SHOWN_LENGTH = 60

/**
 * The value at fault as a report shows it: on one line, shortened, and never from the column that
 * may contain a password. Also null for the address, which is shown for every refused row anyway.
 */
export function refusedValue(column: ImportColumn | null, raw: RawRow): string | null {
  if (column === null || column === 'email' || column === 'password_hash') return null
  const value = raw[column]
  if (value === undefined || value === null) return null
  return (
    truncateText(
      toOneLine(typeof value === 'string' ? value : JSON.stringify(value)),
      SHOWN_LENGTH,
    ) || null
  )
}

/**
 * Why a row is refused: the column (null: the whole row), a code, and a message that contains no
 * value.
 */
export interface RowFault {
  column: ImportColumn | null
  code: string
  detail: string
}

/** A refused row, with the value at fault if that may be shown. */
export type InvalidRow = { row: number; value: string | null } & RowFault

const YES = new Set(['true', 'yes', '1'])
const NO = new Set(['false', 'no', '0'])

const flag = z.preprocess(
  (value) => (typeof value === 'boolean' ? String(value) : value),
  z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .refine((text) => YES.has(text) || NO.has(text), { error: 'not_supported' })
    .transform((text) => YES.has(text)),
)

const roleName = z.string().trim().min(1, { error: 'required' }).max(256, { error: 'too_long' })
const roleList = z.array(roleName).max(20, { error: 'too_long' })

const rowSchema = z.object({
  email: emailField,
  name: optionalPersonName.nullable().default(null),
  locale: z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.enum(locales))
    .nullable()
    .default(null),
  email_verified: flag.default(false),
  status: z.enum(['active', 'pending', 'deactivated']).optional(),
  roles: z
    .union([
      roleList,
      z
        .string()
        .transform((text) => text.split(ROLE_SEPARATOR))
        .pipe(roleList),
    ])
    .default(['user']),
  password_hash: z.string().nullable().default(null),
})

/**
 * Validates a row on its own. Without a status it is active if the address counts as verified, else
 * pending. A status that contradicts this is refused, because only a confirmed address makes an
 * account active. Required profile fields may be missing: their owners are asked for them.
 */
export function validateRow(
  raw: RawRow,
  fields: readonly ProfileField[] = [],
): { ok: true; user: RowUser } | ({ ok: false } & RowFault) {
  const parsed = rowSchema.safeParse(raw, { reportInput: true })
  if (!parsed.success) {
    const [error] = fieldErrorsOf(parsed.error)
    const { pointer, code, detail } = error!
    const column = pointer.split('/')[1] ?? ''
    return { ok: false, column: isImportColumn(column) ? column : null, code, detail }
  }
  const {
    email,
    name,
    locale,
    email_verified: emailVerified,
    roles,
    password_hash: hash,
  } = parsed.data
  if (hash !== null && !isImportableHash(hash)) return { ok: false, ...UNSUPPORTED_HASH }
  const { status = emailVerified ? 'active' : 'pending' } = parsed.data
  if (status !== 'deactivated' && emailVerified !== (status === 'active'))
    return { ok: false, ...STATUS_CONFLICT }
  const profile = readProfile(raw, fields)
  if (!profile.ok) return profile
  const { values } = profile
  return {
    ok: true,
    user: {
      email,
      name,
      locale,
      emailVerified,
      status,
      roles,
      passwordHash: hash,
      profile: values,
    },
  }
}

/** The values of the columns `fields.<key>`; a spreadsheet has only text. */
function readProfile(
  raw: RawRow,
  fields: readonly ProfileField[],
): { ok: true; values: ProfileValues } | ({ ok: false } & RowFault) {
  const given: [string, unknown][] = Object.entries(raw).flatMap(([column, cell]) => {
    const key = profileKeyOf(column)
    return key === null ? [] : [[key, cell]]
  })
  const typed = given.map(([key, cell]): [string, unknown] => {
    const field = fields.find((each) => each.key === key)
    return [key, typeof cell === 'string' ? valueFromText(field, cell) : cell]
  })
  const present = typed.filter(([, value]) => value !== null)
  const input = Object.fromEntries(present) as ProfileInput
  const validated = validateProfile(fields, input, { audience: 'administrators' })
  if (!validated.ok) {
    const { pointer, code, detail } = validated.errors![0]!
    return { ok: false, column: `fields.${pointer.split('/')[2] ?? ''}`, code, detail }
  }
  const values = validated.values as ProfileValues
  return isLargeProfile(values) ? { ok: false, ...LARGE_PROFILE } : { ok: true, values }
}

const LARGE_PROFILE: RowFault = {
  column: null,
  code: 'too_long',
  detail: 'The values of the profile fields are too long.',
}

const UNSUPPORTED_HASH: RowFault = {
  column: 'password_hash',
  code: 'unsupported_hash',
  detail:
    'Use a bcrypt hash ($2a$, $2b$ or $2y$, cost up to 14), or an Argon2id, PBKDF2, or Firebase scrypt hash of acceptable cost. Plaintext passwords are not accepted.',
}
const STATUS_CONFLICT: RowFault = {
  column: 'status',
  code: 'status_conflict',
  detail:
    'An active account needs a verified email address, and a pending account must not have one.',
}
