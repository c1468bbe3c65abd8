import { z } from 'zod'
import { locales } from '@/lib/i18n/locale'
import { isForeignHash } from '@/lib/passwords/foreign-hash'
import { fieldErrorsOf } from '@/lib/platform/field-errors'
import { ROLE_SEPARATOR, type RawRow } from '@/lib/user-import/import-columns'
import { emailField } from '@/lib/users/email'
import { optionalPersonName } from '@/lib/users/person-name'

/** A user as a row describes one, as far as that can be said without looking at other accounts or roles. */
export interface RowUser {
  email: string
  name: string | null
  locale: string | null
  emailVerified: boolean
  status: 'active' | 'pending' | 'deactivated'
  /** Names of roles, as given. */
  roles: string[]
  passwordHash: string | null
}

/** Why a row is refused: a code, and a sentence that repeats no value. */
export interface RowFault {
  code: string
  detail: string
}

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
  name: optionalPersonName.default(null),
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
 * Judges a row by itself. Without a status it is active where the address counts as verified and pending where it does not; one that
 * contradicts that is refused, because only a confirmed address makes an account active.
 */
export function judgeRow(raw: RawRow): { ok: true; user: RowUser } | ({ ok: false } & RowFault) {
  const parsed = rowSchema.safeParse(raw, { reportInput: true })
  if (!parsed.success) {
    const [error] = fieldErrorsOf(parsed.error)
    const { pointer, code, detail } = error!
    return { ok: false, code, detail: `${pointer.split('/')[1] ?? 'row'}: ${detail}` }
  }
  const { email, name, locale, email_verified: emailVerified, roles, password_hash: hash } = parsed.data
  if (hash !== null && !isForeignHash(hash)) return { ok: false, ...UNSUPPORTED_HASH }
  const { status = emailVerified ? 'active' : 'pending' } = parsed.data
  if (status !== 'deactivated' && emailVerified !== (status === 'active'))
    return { ok: false, ...STATUS_CONFLICT }
  return { ok: true, user: { email, name, locale, emailVerified, status, roles, passwordHash: hash } }
}

const UNSUPPORTED_HASH: RowFault = {
  code: 'unsupported_hash',
  detail:
    'password_hash: Not a bcrypt ($2a$, $2b$, $2y$; cost up to 14) or Argon2id hash of bearable cost. Passwords in clear are not taken.',
}
const STATUS_CONFLICT: RowFault = {
  code: 'status_conflict',
  detail: 'status: An account is active only with a verified address, and pending only without.',
}
