import { avatarUrl } from '@/lib/users/avatar-url'
import { presentUser, type PublicUser, type UserRow } from '@/lib/users/public-user'

/** A person's own account. */
export interface Profile extends PublicUser {
  locale: string | null
  /** In E.164; it counts only while it is verified. */
  phone: string | null
  phone_verified: boolean
  avatar_url: string | null
  created_at: string
}

/** Shows a person their own account. */
export function presentProfile(
  row: UserRow & {
    locale: string | null
    phone: string | null
    phoneVerifiedAt: Date | null
    avatarUploadId: string | null
    createdAt: Date
  },
  roles: readonly string[],
): Profile {
  return {
    ...presentUser(row, roles),
    locale: row.locale,
    phone: row.phone,
    phone_verified: row.phoneVerifiedAt !== null,
    avatar_url: avatarUrl(row.id, row.avatarUploadId),
    created_at: row.createdAt.toISOString(),
  }
}
