import type { Db, Tx } from '@/lib/platform/db/database'

/** By which ways somebody takes what is not about security. */
export interface PreferencesRow {
  inbox: boolean
  email: boolean
  /** Counts only with a confirmed number. */
  sms: boolean
  /** Whether what is about security comes by text message as well. */
  security_sms: boolean
}

const DEFAULTS = { inbox: true, email: true, sms: true, securitySms: false }

/** What somebody chose; all ways where they chose nothing. */
export async function findPreferences(db: Db, userId: string): Promise<PreferencesRow> {
  const row = await db.notificationPreferences.findUnique({
    where: { userId },
    select: { inbox: true, email: true, sms: true, securitySms: true },
  })
  const { inbox, email, sms, securitySms } = row ?? DEFAULTS
  return { inbox, email, sms, security_sms: securitySms }
}

/**
 * Writes what is given of somebody's choice; the rest stays as it is. Of two at once both are kept
 * where they differ.
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
      inbox: inbox ?? true,
      email: email ?? true,
      sms: sms ?? true,
      securitySms: securitySms ?? false,
      updatedAt: now,
    },
    update: { inbox, email, sms, securitySms, updatedAt: now },
  })
}
