import { z } from 'zod'
import { grantableName } from '@/lib/access/permission.schemas'
import { normalizedField } from '@/lib/platform/input-fields'

/**
 * The key by which role names are unique: NFKC, case-insensitive and trimmed. Converts to upper
 * case first, because that unites what lower case keeps apart (`ß` and `ss`, `ς` and `σ`).
 */
export function roleNameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim()
}

// Bodies are strict, so that an administrator's tool learns about fields that are not supported.

// Control, direction and invisible characters make one name look like another.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const CONTROL = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u
const codePoints = (text: string) => [...text].length

/** 1 to 64 code points after trimming, in NFC, all of them visible. */
export const roleName = normalizedField(64)
  .pipe(
    z
      .string()
      .refine((name) => codePoints(name) <= 64, { error: 'too_long', abort: true })
      .refine((name) => roleNameKey(name) !== '', { error: 'too_short' })
      .refine((name) => !UNSEEN.test(name), { error: 'invalid_characters' }),
  )
  .meta({ examples: ['support'] })

const description = normalizedField(500).pipe(
  z
    .string()
    .refine((text) => codePoints(text) <= 500, { error: 'too_long' })
    .refine((text) => !CONTROL.test(text), { error: 'invalid_characters' }),
)

/**
 * Exact names of the catalog or of applications' permissions; duplicates count once. Stays in the
 * order in which it was sent, so that an error can point to the item (`checkGrantable`).
 */
const permissions = z.array(grantableName).max(1000, { error: 'out_of_range' })

export const createRoleBody = z.strictObject({
  name: roleName,
  description: description.default(''),
  permissions: permissions.optional(),
  requires_mfa: z.boolean().default(false),
})

/** Omitted fields stay unchanged. */
export const changeRoleBody = z.strictObject({
  name: roleName.optional(),
  description: description.optional(),
  permissions: permissions.optional(),
  requires_mfa: z
    .boolean()
    .optional()
    .describe('The only field of a system role that can be changed'),
})

export const rolePermissionsBody = z.strictObject({ permissions })

/** The name of the permission to look up; it doesn't have to exist. */
export const askedPermission = z
  .string({ error: 'required' })
  .min(1, { error: 'required' })
  .max(100, { error: 'too_long' })
  // PostgreSQL doesn't allow NUL in text.
  .refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name), { error: 'invalid_characters' })

export const explainQuery = z.object({
  user_id: z.string({ error: 'required' }).min(1, { error: 'required' }),
  permission: askedPermission,
})
