import { z } from 'zod'

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
