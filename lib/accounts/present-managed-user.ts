import { z } from 'zod'
import type { ManagedUserRow } from '@/lib/accounts/managed-user.store'
import { avatarUrl } from '@/lib/platform/avatar-url'
import { instant } from '@/lib/platform/instant'
import { USER_KINDS, USER_STATUSES } from '@/lib/platform/user-statuses'
import { profileValuesResponse } from '@/lib/profile-fields/profile-field.responses'

const userKind = z
  .enum(USER_KINDS)
  .describe('service: an account of other software, which has API keys and cannot sign in')
  .meta({ examples: ['person'] })

/** A user as shown to administrators. Times are in RFC 3339. */
export const managedUserResponse = z
  .strictObject({
    id: z.uuid(),
    kind: userKind,
    email: z.string().describe('Of a service account: a made-up address that no email is sent to'),
    email_verified: z.boolean(),
    name: z.string().nullable(),
    locale: z.string().nullable(),
    status: z.enum(USER_STATUSES).meta({ examples: ['active'] }),
    awaits_approval: z
      .boolean()
      .describe(
        'Pending: the address is confirmed, and an administrator has to approve the account',
      )
      .meta({ examples: [false] }),
    roles: z.array(z.string()),
    mfa_enabled: z.boolean(),
    created_at: instant,
    updated_at: instant,
    last_sign_in_at: instant.nullable(),
    avatar_url: z.string().nullable(),
    version: z.int().describe('Increases with every change; the ETag is this number in quotes'),
  })
  .meta({ id: 'ManagedUser' })

/** The same with the values of profile fields that the caller may read. */
export const userDetailsResponse = managedUserResponse
  .extend({ fields: profileValuesResponse })
  .meta({ id: 'UserDetails' })

export type UserDetails = z.output<typeof userDetailsResponse>

export type ManagedUser = z.output<typeof managedUserResponse>

/** Fields are listed one by one, so that nothing else is ever returned. */
export function presentManagedUser(row: ManagedUserRow): ManagedUser {
  return {
    id: row.id,
    kind: row.kind,
    email: row.email,
    email_verified: row.emailVerifiedAt !== null,
    name: row.name,
    locale: row.locale,
    status: row.status,
    awaits_approval: row.awaitsApproval,
    roles: row.roles,
    mfa_enabled: row.mfaEnabledAt !== null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    last_sign_in_at: row.lastSignInAt?.toISOString() ?? null,
    avatar_url: avatarUrl(row.id, row.avatarUploadId),
    version: row.version,
  }
}
