/** What a person may see of their own account in every answer that carries a user. Fields are listed one by one. */
export interface PublicUser {
  id: string
  email: string
  email_verified: boolean
  name: string | null
  roles: string[]
  mfa_enabled: boolean
}

/** The columns that `presentUser` needs. */
export interface UserRow {
  id: string
  email: string
  emailVerifiedAt: Date | null
  name: string | null
  mfaEnabledAt: Date | null
}

/** Shows a user, with the names of their roles. */
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
