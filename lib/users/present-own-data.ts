import type { OwnData, OwnFamily } from '@/lib/users/own-data.store'

const at = (instant: Date | null) => instant?.toISOString() ?? null

/** What is stored of a person, for that person's own file. Fields are listed one by one: what is not here does not leave. Times in RFC 3339. */
export function presentOwnData(
  row: OwnData,
  by: {
    hasPassword: boolean
    permissions: readonly string[]
    /** What people call a provider. */
    labelOf(provider: string): string
  },
) {
  return {
    profile: {
      id: row.id,
      email: row.email,
      email_verified_at: at(row.emailVerifiedAt),
      first_verified_at: at(row.firstVerifiedAt),
      name: row.name,
      locale: row.locale,
      status: row.status,
      invited_at: at(row.invitedAt),
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      version: row.version,
    },
    phone: row.phone && { number: row.phone, verified_at: at(row.phoneVerifiedAt) },
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
      enrolment_expires_at: at(row.mfaEnrolment?.expiresAt ?? null),
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
    devices: row.knownDevices.map(({ createdAt, lastUsedAt }) => ({
      first_seen_at: createdAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
    })),
    announcements: {
      inbox: row.notificationPreferences?.inbox ?? true,
      email: row.notificationPreferences?.email ?? true,
      sms: row.notificationPreferences?.sms ?? true,
      security_sms: row.notificationPreferences?.securitySms ?? false,
    },
    notification_draft: row.notificationDraft && {
      fields: row.notificationDraft.fields as Record<string, string>,
      changed_at: row.notificationDraft.updatedAt.toISOString(),
    },
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

/** One session, alive or ended. */
export function presentOwnFamily(row: OwnFamily, currentId: string) {
  return {
    id: row.id,
    surface: row.surface,
    factors: row.amr,
    signed_in_at: row.authTime.toISOString(),
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
