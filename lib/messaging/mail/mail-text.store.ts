import type { Locale } from '@/lib/i18n/locale'
import type { MailKind } from '@/lib/messaging/mail/mails'
import type { MailText } from '@/lib/messaging/mail/editable-text'
import type { Db, Tx } from '@/lib/platform/db/database'

export interface MailTextKey {
  kind: MailKind
  locale: Locale
}

/** The columns of a row that make up the text. */
const text = { subject: true, body: true, button: true } as const

/** The text that replaces the built-in one, or null. */
export function findMailText(db: Db, { kind, locale }: MailTextKey): Promise<MailText | null> {
  return db.mailTextOverride.findUnique({ where: { kind_locale: { kind, locale } }, select: text })
}

/** Every custom text, whatever kind and language it is stored under. */
export function listMailTexts(db: Db): Promise<(MailText & { kind: string; locale: string })[]> {
  return db.mailTextOverride.findMany({ select: { kind: true, locale: true, ...text } })
}

/** Replaces the built-in text. */
export async function storeMailText(
  tx: Tx,
  { kind, locale }: MailTextKey,
  { subject, body, button }: MailText,
  by: { userId: string; now: Date },
): Promise<void> {
  const row = { subject, body, button, updatedById: by.userId, updatedAt: by.now }
  await tx.mailTextOverride.upsert({
    where: { kind_locale: { kind, locale } },
    create: { kind, locale, ...row },
    update: row,
  })
}

/** Restores the built-in text. */
export async function removeMailText(tx: Tx, { kind, locale }: MailTextKey): Promise<void> {
  await tx.mailTextOverride.deleteMany({ where: { kind, locale } })
}

/** The user's unsaved draft for that email; null if there is none or it is for another email. */
export async function findMailTextDraft(
  db: Db,
  userId: string,
  { kind, locale }: MailTextKey,
): Promise<{ text: MailText; baseVersion: string | null } | null> {
  const select = { ...text, baseVersion: true } as const
  const row = await db.mailTextDraft.findFirst({ where: { userId, kind, locale }, select })
  if (!row) return null
  const { baseVersion, ...typed } = row
  return { text: typed, baseVersion }
}

/** Saves a draft that replaces the text of `baseVersion`, and the user's previous draft. */
export async function writeMailTextDraft(
  db: Db,
  userId: string,
  { kind, locale }: MailTextKey,
  { subject, body, button }: MailText,
  { baseVersion, now }: { baseVersion: string; now: Date },
): Promise<void> {
  const row = { kind, locale, subject, body, button, baseVersion, updatedAt: now }
  await db.mailTextDraft.upsert({ where: { userId }, create: { userId, ...row }, update: row })
}

/** Discards the user's draft for that email. */
export async function discardMailTextDraft(db: Db, userId: string, { kind, locale }: MailTextKey) {
  await db.mailTextDraft.deleteMany({ where: { userId, kind, locale } })
}

/** Deletes up to `limit` drafts that were last edited before `before`. Returns how many. */
export function purgeMailTextDrafts(db: Db, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM mail_text_drafts WHERE user_id IN (
      SELECT user_id FROM mail_text_drafts WHERE updated_at < ${before}::timestamptz LIMIT ${limit}::int)`
}
