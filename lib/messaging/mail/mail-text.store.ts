import type { Locale } from '@/lib/i18n/locale'
import type { MailKind } from '@/lib/messaging/mail/mail-request.schemas'
import type { MailText } from '@/lib/messaging/mail/texts/editable-text'
import type { Db, Tx } from '@/lib/platform/db/database'

export interface MailTextKey {
  kind: MailKind
  locale: Locale
}

/** What of a row is the text. */
const text = { subject: true, body: true, button: true } as const

/** The text that was written in place of the built-in one; null where nobody wrote one. */
export function findMailText(db: Db, { kind, locale }: MailTextKey): Promise<MailText | null> {
  return db.mailTextOverride.findUnique({ where: { kind_locale: { kind, locale } }, select: text })
}

/** Every text that was written, by whatever kind and language they are stored under. */
export function listMailTexts(db: Db): Promise<(MailText & { kind: string; locale: string })[]> {
  return db.mailTextOverride.findMany({ select: { kind: true, locale: true, ...text } })
}

/** Puts a text in place of the built-in one. */
export async function storeMailText(
  tx: Tx,
  { kind, locale }: MailTextKey,
  { subject, body, button }: MailText,
  by: { userId: string; now: Date },
): Promise<void> {
  const row = { subject, body, button, updatedBy: by.userId, updatedAt: by.now }
  await tx.mailTextOverride.upsert({
    where: { kind_locale: { kind, locale } },
    create: { kind, locale, ...row },
    update: row,
  })
}

/** Brings back the built-in text. */
export async function removeMailText(tx: Tx, { kind, locale }: MailTextKey): Promise<void> {
  await tx.mailTextOverride.deleteMany({ where: { kind, locale } })
}

/**
 * What somebody wrote of that mail and did not save; null when there is nothing, or it is of
 * another mail.
 */
export function findMailTextDraft(
  db: Db,
  userId: string,
  { kind, locale }: MailTextKey,
): Promise<MailText | null> {
  return db.mailTextDraft.findFirst({ where: { userId, kind, locale }, select: text })
}

/** Keeps what somebody wrote, in place of what they wrote before. */
export async function writeMailTextDraft(
  db: Db,
  userId: string,
  { kind, locale }: MailTextKey,
  { subject, body, button, now }: MailText & { now: Date },
): Promise<void> {
  const row = { kind, locale, subject, body, button, updatedAt: now }
  await db.mailTextDraft.upsert({ where: { userId }, create: { userId, ...row }, update: row })
}

/** Throws away what somebody wrote of that mail. */
export async function discardMailTextDraft(db: Db, userId: string, { kind, locale }: MailTextKey) {
  await db.mailTextDraft.deleteMany({ where: { userId, kind, locale } })
}
