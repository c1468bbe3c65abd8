import type { Db } from '@/lib/platform/db/database'

/**
 * Everything stored about a user except what the export reads in batches, such as sessions. Never a
 * hash, a secret or a token.
 */
export function findOwnData(db: Db, userId: string) {
  return db.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      email: true,
      emailVerifiedAt: true,
      firstVerifiedAt: true,
      firstSignedInAt: true,
      name: true,
      locale: true,
      status: true,
      invitedAt: true,
      passwordChangedAt: true,
      mfaEnabledAt: true,
      phone: true,
      phoneVerifiedAt: true,
      profile: true,
      version: true,
      createdAt: true,
      updatedAt: true,
      roles: {
        select: { role: { select: { name: true, description: true } } },
        orderBy: { role: { name: 'asc' } },
      },
      knownDevices: {
        select: { createdAt: true, lastUsedAt: true, trustedUntil: true },
        orderBy: { lastUsedAt: 'desc' },
      },
      accounts: {
        select: {
          provider: true,
          providerAccountId: true,
          email: true,
          linkedAt: true,
          lastUsedAt: true,
        },
        orderBy: { provider: 'asc' },
      },
      passkeys: {
        select: {
          name: true,
          deviceType: true,
          backedUp: true,
          aaguid: true,
          createdAt: true,
          lastUsedAt: true,
        },
        orderBy: { createdAt: 'asc' },
      },
      passkeyOwner: { select: { offeredAt: true } },
      mfaFactor: { select: { createdAt: true, failures: true } },
      mfaEnrollment: { select: { expiresAt: true } },
      recoveryCodes: { select: { usedAt: true } },
      notificationPreferences: {
        select: { inbox: true, email: true, sms: true, securitySms: true },
      },
      notificationDraft: { select: { fields: true, updatedAt: true } },
      phoneConfirmation: { select: { phone: true, requestedAt: true, expiresAt: true } },
      formerAddresses: { select: { email: true }, orderBy: { email: 'asc' } },
      emailChange: { select: { newEmail: true, requestedAt: true, expiresAt: true } },
      emailTokens: {
        select: { kind: true, email: true, createdAt: true, expiresAt: true, consumedAt: true },
        orderBy: { createdAt: 'desc' },
      },
    },
  })
}

export type OwnData = NonNullable<Awaited<ReturnType<typeof findOwnData>>>

/**
 * One page of all stored sessions of a user, ended ones included, newest first, after the id
 * `afterId`.
 */
export function listOwnFamilies(
  db: Db,
  by: { userId: string; limit: number; afterId: string | null },
) {
  return db.sessionFamily.findMany({
    where: { userId: by.userId, ...(by.afterId && { id: { lt: by.afterId } }) },
    orderBy: { id: 'desc' },
    take: by.limit,
    select: {
      id: true,
      surface: true,
      amr: true,
      authTime: true,
      createdAt: true,
      lastUsedAt: true,
      expiresAt: true,
      revokedAt: true,
      revokedReason: true,
      ip: true,
      userAgent: true,
      impersonatedById: true,
    },
  })
}

export type OwnFamily = Awaited<ReturnType<typeof listOwnFamilies>>[number]
