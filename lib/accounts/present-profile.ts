import { z } from 'zod'
import { presentUser, userResponse, type UserRow } from '@/lib/accounts/user-fields'
import { avatarUrl } from '@/lib/platform/avatar-url'
import { instant } from '@/lib/platform/instant'
import { USER_KINDS, type UserKind } from '@/lib/platform/user-statuses'
import { profileValuesResponse } from '@/lib/profile-fields/profile-field.responses'
import type { ProfileField } from '@/lib/profile-fields/profile-fields'
import { readableValues } from '@/lib/profile-fields/profile-values'

/** The signed-in user's own account. */
export const profileResponse = userResponse
  .extend({
    kind: z.enum(USER_KINDS),
    locale: z.string().nullable(),
    phone: z
      .string()
      .nullable()
      .describe('In E.164 format. Used only while phone_verified is true'),
    phone_verified: z.boolean(),
    avatar_url: z.string().nullable().describe('Accessible to you and to users with users:read'),
    fields: profileValuesResponse,
    created_at: instant,
  })
  .meta({ id: 'Profile' })

export type Profile = z.output<typeof profileResponse>

export function presentProfile(
  row: UserRow & {
    kind: UserKind
    locale: string | null
    phone: string | null
    phoneVerifiedAt: Date | null
    avatarUploadId: string | null
    profile: unknown
    createdAt: Date
  },
  roles: readonly string[],
  fields: readonly ProfileField[],
): Profile {
  return {
    ...presentUser(row, roles),
    kind: row.kind,
    locale: row.locale,
    phone: row.phone,
    phone_verified: row.phoneVerifiedAt !== null,
    avatar_url: avatarUrl(row.id, row.avatarUploadId),
    fields: readableValues(fields, row.profile, 'user'),
    created_at: row.createdAt.toISOString(),
  }
}
