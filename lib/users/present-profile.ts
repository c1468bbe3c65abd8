import { presentUser, type PublicUser, type UserRow } from '@/lib/users/public-user'

/** A person's own account. */
export interface Profile extends PublicUser {
  locale: string | null
  created_at: string
}

/** Shows a person their own account. */
export function presentProfile(
  row: UserRow & { locale: string | null; createdAt: Date },
  roles: readonly string[],
): Profile {
  return { ...presentUser(row, roles), locale: row.locale, created_at: row.createdAt.toISOString() }
}
