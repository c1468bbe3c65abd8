import type { Db, Tx } from '@/lib/platform/db/database'

/** The channels on which a user receives messages other than security notices. */
export interface PreferencesRow {
  inbox: boolean
  email: boolean
  /** Takes effect only with a confirmed number. */
  sms: boolean
  /** Whether security notices are sent by text message too. */
  security_sms: boolean
}

/** The choice of a user who has made none. */
export const DEFAULT_PREFERENCES = { inbox: true, email: true, sms: true, securitySms: false }

/** The user's choice. */
export async function readPreferences(db: Db, userId: string): Promise<PreferencesRow> {
  const row = await db.notificationPreferences.findUnique({
    where: { userId },
    select: { inbox: true, email: true, sms: true, securitySms: true },
  })
  const { inbox, email, sms, securitySms } = row ?? DEFAULT_PREFERENCES
  return { inbox, email, sms, security_sms: securitySms }
}

/**
 * Changes the given fields and keeps the others. Concurrent changes to different fields are both
 * kept.
 */
export async function writePreferences(
  tx: Tx,
  {
    userId,
    inbox,
    email,
    sms,
    security_sms: securitySms,
    now,
  }: { userId: string; now: Date } & {
    [Way in keyof PreferencesRow]?: boolean | undefined
  },
): Promise<void> {
  await tx.notificationPreferences.upsert({
    where: { userId },
    create: {
      userId,
      inbox: inbox ?? DEFAULT_PREFERENCES.inbox,
      email: email ?? DEFAULT_PREFERENCES.email,
      sms: sms ?? DEFAULT_PREFERENCES.sms,
      securitySms: securitySms ?? DEFAULT_PREFERENCES.securitySms,
      updatedAt: now,
    },
    update: { inbox, email, sms, securitySms, updatedAt: now },
  })
}
