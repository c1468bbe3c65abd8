import type { ManagedUserRow } from '@/lib/users/managed-user.store'
import { avatarUrl } from '@/lib/users/avatar-url'
import type { UserStatus } from '@/lib/users/user-status'

/** A user as the API shows one to administrators. Times in RFC 3339. */
export interface ManagedUser {
  id: string
  email: string
  email_verified: boolean
  name: string | null
  locale: string | null
  status: UserStatus
  roles: string[]
  mfa_enabled: boolean
  created_at: string
  updated_at: string
  last_sign_in_at: string | null
  avatar_url: string | null
  /** Counts writes: the entity tag. */
  version: number
}

/** Shows a user to an administrator. Fields are listed one by one: what is not here is never answered. */
export function presentManagedUser(row: ManagedUserRow): ManagedUser {
  return {
    id: row.id,
    email: row.email,
    email_verified: row.emailVerifiedAt !== null,
    name: row.name,
    locale: row.locale,
    status: row.status,
    roles: row.roles,
    mfa_enabled: row.mfaEnabledAt !== null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    last_sign_in_at: row.lastSignInAt?.toISOString() ?? null,
    avatar_url: avatarUrl(row.id, row.avatarUploadId),
    version: row.version,
  }
}
