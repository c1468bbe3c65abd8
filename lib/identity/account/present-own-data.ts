import { z } from 'zod'
import type { OwnData, OwnFamily } from '@/lib/identity/account/own-data.store'
import { DEFAULT_PREFERENCES } from '@/lib/messaging/notifications/preferences.store'
import { instant } from '@/lib/platform/instant'
import { SURFACES } from '@/lib/platform/request-context'
import { profileValuesResponse } from '@/lib/profile-fields/profile-field.responses'
import type { ProfileField } from '@/lib/profile-fields/profile-fields'
import { readableValues } from '@/lib/profile-fields/profile-values'
import { USER_STATUSES } from '@/lib/platform/user-statuses'

const maybe = instant.nullable()
const text = z.string()

/** What is stored about a user, for their own export, except the lists that can be long. */
export const ownDataResponse = z.strictObject({
  profile: z.strictObject({
    id: z.uuid(),
    email: text,
    email_verified_at: maybe,
    first_verified_at: maybe,
    first_signed_in_at: maybe,
    name: text.nullable(),
    locale: text.nullable(),
    status: z.enum(USER_STATUSES).meta({ examples: ['active'] }),
    invited_at: maybe,
    created_at: instant,
    updated_at: instant,
    version: z.int(),
  }),
  profile_fields: profileValuesResponse,
  phone: z.strictObject({ number: text, verified_at: maybe }).nullable(),
  phone_change: z
    .strictObject({ new_phone: text, requested_at: instant, expires_at: instant })
    .nullable()
    .describe('A number waiting to be confirmed'),
  password: z.strictObject({ is_set: z.boolean(), changed_at: maybe }),
  second_factor: z.strictObject({
    enabled_at: maybe,
    authenticator_added_at: maybe,
    wrong_codes: z.int(),
    enrolment_expires_at: maybe,
    recovery_codes: z.strictObject({ total: z.int(), used_at: z.array(instant) }),
  }),
  roles: z.array(z.strictObject({ name: text.meta({ examples: ['support'] }), description: text })),
  permissions: z.array(text),
  identities: z.array(
    z.strictObject({
      provider: text,
      provider_label: text.describe('Display name of the provider'),
      subject: text.meta({ examples: ['1076915'] }).describe('Your user ID at the provider'),
      email: text.nullable(),
      linked_at: instant,
      last_used_at: instant,
    }),
  ),
  passkeys: z.array(
    z.strictObject({
      name: text,
      device_type: text.meta({ examples: ['multiDevice'] }),
      backed_up: z.boolean(),
      aaguid: z.uuid(),
      created_at: instant,
      last_used_at: maybe,
    }),
  ),
  passkey_offered_at: maybe.describe('When the dashboard offered to create a passkey'),
  devices: z.array(
    z.strictObject({
      first_seen_at: instant,
      last_used_at: instant,
      trusted_until: maybe,
    }),
  ),
  announcements: z
    .strictObject({
      inbox: z.boolean(),
      email: z.boolean(),
      sms: z.boolean(),
      security_sms: z.boolean(),
    })
    .describe(
      'How you receive notifications, and whether security notices are also sent by text message',
    ),
  notification_draft: z
    .strictObject({ fields: z.record(text, text), changed_at: instant })
    .nullable()
    .describe('A notification you drafted but did not send'),
  former_email_addresses: z.array(z.string().meta({ examples: ['ada@former.example'] })),
  email_change: z
    .strictObject({ new_email: text, requested_at: instant, expires_at: instant })
    .nullable()
    .describe('A pending email address change'),
  links_sent: z.array(
    z.strictObject({
      kind: text.meta({ examples: ['verify_email'] }),
      email: text,
      sent_at: instant,
      expires_at: instant,
      used_at: maybe,
    }),
  ),
})

/** A session, active or ended. */
export const ownSessionResponse = z
  .strictObject({
    id: z.uuid(),
    surface: z.enum(SURFACES),
    factors: z.array(text).meta({ examples: [['pwd', 'otp']] }),
    signed_in_at: maybe.describe('Null if an administrator viewed as the user'),
    impersonated_by: z.uuid().nullable().describe('That administrator'),
    created_at: instant,
    last_used_at: instant,
    expires_at: instant,
    revoked_at: maybe,
    revoked_reason: text.nullable(),
    ip: text.nullable(),
    user_agent: text.nullable(),
    current: z.boolean(),
  })
  .meta({ id: 'SessionRecord' })

const at = (instant: Date | null) => instant?.toISOString() ?? null

/** Fields are listed one by one, so that nothing else is exported. Times are in RFC 3339. */
export function presentOwnData(
  row: OwnData,
  by: {
    hasPassword: boolean
    permissions: readonly string[]
    profileFields: readonly ProfileField[]
    /** The display name of a provider. */
    labelOf(provider: string): string
  },
): z.output<typeof ownDataResponse> {
  const channels = row.notificationPreferences ?? DEFAULT_PREFERENCES
  return {
    profile: {
      id: row.id,
      email: row.email,
      email_verified_at: at(row.emailVerifiedAt),
      first_verified_at: at(row.firstVerifiedAt),
      first_signed_in_at: at(row.firstSignedInAt),
      name: row.name,
      locale: row.locale,
      status: row.status,
      invited_at: at(row.invitedAt),
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      version: row.version,
    },
    profile_fields: readableValues(by.profileFields, row.profile, 'user'),
    phone: row.phone === null ? null : { number: row.phone, verified_at: at(row.phoneVerifiedAt) },
    phone_change: row.phoneConfirmation && {
      new_phone: row.phoneConfirmation.phone,
      requested_at: row.phoneConfirmation.requestedAt.toISOString(),
      expires_at: row.phoneConfirmation.expiresAt.toISOString(),
    },
    password: { is_set: by.hasPassword, changed_at: at(row.passwordChangedAt) },
    second_factor: {
      enabled_at: at(row.mfaEnabledAt),
      authenticator_added_at: at(row.mfaFactor?.createdAt ?? null),
      wrong_codes: row.mfaFactor?.failures ?? 0,
      enrolment_expires_at: at(row.mfaEnrollment?.expiresAt ?? null),
      recovery_codes: { total: row.recoveryCodes.length, used_at: usedAt(row) },
    },
    roles: row.roles.map(({ role: { name, description } }) => ({ name, description })),
    permissions: [...by.permissions],
    identities: row.accounts.map((identity) => ({
      provider: identity.provider,
      provider_label: by.labelOf(identity.provider),
      subject: identity.providerAccountId,
      email: identity.email,
      linked_at: identity.linkedAt.toISOString(),
      last_used_at: identity.lastUsedAt.toISOString(),
    })),
    passkeys: row.passkeys.map((passkey) => ({
      name: passkey.name,
      device_type: passkey.deviceType,
      backed_up: passkey.backedUp,
      aaguid: passkey.aaguid,
      created_at: passkey.createdAt.toISOString(),
      last_used_at: at(passkey.lastUsedAt),
    })),
    passkey_offered_at: at(row.passkeyOwner?.offeredAt ?? null),
    devices: row.knownDevices.map(({ createdAt, lastUsedAt, trustedUntil }) => ({
      first_seen_at: createdAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
      trusted_until: at(trustedUntil),
    })),
    announcements: {
      inbox: channels.inbox,
      email: channels.email,
      sms: channels.sms,
      security_sms: channels.securitySms,
    },
    notification_draft: row.notificationDraft && {
      fields: row.notificationDraft.fields as Record<string, string>,
      changed_at: row.notificationDraft.updatedAt.toISOString(),
    },
    former_email_addresses: row.formerAddresses.map(({ email }) => email),
    email_change: row.emailChange && {
      new_email: row.emailChange.newEmail,
      requested_at: row.emailChange.requestedAt.toISOString(),
      expires_at: row.emailChange.expiresAt.toISOString(),
    },
    links_sent: row.emailTokens.map((token) => ({
      kind: token.kind,
      email: token.email,
      sent_at: token.createdAt.toISOString(),
      expires_at: token.expiresAt.toISOString(),
      used_at: at(token.consumedAt),
    })),
  }
}

export function presentOwnFamily(
  row: OwnFamily,
  currentId: string,
): z.output<typeof ownSessionResponse> {
  return {
    id: row.id,
    surface: row.surface,
    factors: row.amr,
    signed_in_at: row.impersonatedById ? null : row.authTime.toISOString(),
    impersonated_by: row.impersonatedById,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    revoked_at: at(row.revokedAt),
    revoked_reason: row.revokedReason,
    ip: row.ip,
    user_agent: row.userAgent,
    current: row.id === currentId,
  }
}

function usedAt({ recoveryCodes }: OwnData): string[] {
  return recoveryCodes.flatMap((code) => at(code.usedAt) ?? []).sort()
}
