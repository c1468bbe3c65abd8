import { z } from 'zod'
import { permissionCatalog, type PermissionName } from '@/lib/config/permission-catalog'
import { normalizedField } from '@/lib/platform/input-fields'

/**
 * What makes a role name unique: NFKC form without regard to case, without space around it. Upper
 * case first, because it unites what lower case keeps apart (`ß` and `ss`, `ς` and `σ`).
 */
export function roleNameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim()
}

// Bodies are strict: an administrator's tool that sends what is not known here is told so.

// Control, direction and invisible characters make one name read as another.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const CONTROL = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u
const codePoints = (text: string) => [...text].length

/** 1 to 64 code points after trimming, in NFC, every one of them to be seen. */
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

const NAMES = permissionCatalog.map(({ name }) => name) as [PermissionName, ...PermissionName[]]

/** Names of the catalog, exactly as they are written there; one named twice counts once. */
const permissions = z
  .array(z.enum(NAMES, { error: 'not_supported' }))
  .max(1000, { error: 'out_of_range' })
  .transform((names) => [...new Set(names)].sort())

export const createRoleBody = z.strictObject({
  name: roleName,
  description: description.default(''),
  permissions: permissions.default([]),
})

/** What is left out stays as it is. */
export const changeRoleBody = z.strictObject({
  name: roleName.optional(),
  description: description.optional(),
  permissions: permissions.optional(),
})

export const rolePermissionsBody = z.strictObject({ permissions })

/** The name of a permission as asked about: it needs not exist. */
export const askedPermission = z
  .string({ error: 'required' })
  .min(1, { error: 'required' })
  .max(100, { error: 'too_long' })
  // PostgreSQL holds no NUL in a text.
  .refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name), { error: 'invalid_characters' })

export const explainQuery = z.object({
  user_id: z.string({ error: 'required' }).min(1, { error: 'required' }),
  permission: askedPermission,
})
