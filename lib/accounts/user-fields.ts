import { z } from 'zod'
import { emailAddress, storedEmailAddress } from '@/lib/config/email-address'
import { isOneLine, normalizedField } from '@/lib/platform/input-fields'

/** The length of an address is limited before the work, and again after it is normalized. */
const boundedEmail = z.string({ error: 'required' }).max(320, { error: 'too_long' })

/** An email address. */
export const emailField = boundedEmail.pipe(emailAddress('invalid_email', 'too_long'))

/** The address that an account may already have: also one that `emailField` refuses by now. */
export const knownEmailField = boundedEmail.pipe(storedEmailAddress('invalid_email', 'too_long'))

const MAX = 100

/** A display name: a single line of at most 100 UTF-16 units after trimming. Empty means none. */
export const optionalPersonName = normalizedField(MAX, isOneLine)
  .pipe(z.string().max(MAX, { error: 'too_long' }))
  .transform((text) => text || null)

/** The same, required. */
export const personName = optionalPersonName
  .refine((name) => name !== null, { error: 'required' })
  .pipe(z.string())

/**
 * A signed-in user's own password, as proof that the account is theirs. No password is longer.
 * Empty counts as left out.
 */
export const ownPassword = z.string().max(1024, { error: 'too_long' }).optional()

/** The same, but not empty. */
export const filledOwnPassword = z
  .string()
  .min(1, { error: 'required' })
  .max(1024, { error: 'too_long' })
  .optional()

/**
 * Masks an address to its first character and the domain: recognizable to its owner, but not enough
 * for anyone else to write to.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}

/** What users see of their own account in every response that contains a user. */
export const userResponse = z
  .strictObject({
    id: z.uuid(),
    email: z.string(),
    email_verified: z
      .boolean()
      .describe(
        'False until the address is confirmed, also after an administrator changed it. Does not block signing in',
      ),
    name: z.string().nullable(),
    roles: z.array(z.string()),
    mfa_enabled: z.boolean(),
  })
  .meta({ id: 'User' })

export type PublicUser = z.output<typeof userResponse>

/** The columns that `presentUser` needs. */
export interface UserRow {
  id: string
  email: string
  emailVerifiedAt: Date | null
  name: string | null
  mfaEnabledAt: Date | null
}

/** Presents a user with the names of their roles. Fields are listed one by one. */
export function presentUser(user: UserRow, roles: readonly string[]): PublicUser {
  return {
    id: user.id,
    email: user.email,
    email_verified: user.emailVerifiedAt !== null,
    name: user.name,
    roles: [...roles],
    mfa_enabled: user.mfaEnabledAt !== null,
  }
}
