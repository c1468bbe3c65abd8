import { composeMail, mailLocale, type MailOccasion, type MailReader } from '@/lib/mail/compose-mail'
import { findMailText } from '@/lib/mail/mail-text.store'
import type { MailMessage } from '@/lib/mail/mail-port'
import { readMailText, type MailText } from '@/lib/mail/texts/editable-text'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'

/**
 * Writes a mail with the text that is in force at this moment. It is read from the database for each mail, by its key: mails are sent
 * in the background, and so a change counts at once on every instance.
 */
export async function composeCurrentMail(occasion: MailOccasion, reader: MailReader): Promise<MailMessage> {
  return composeMail(occasion, reader, await fittingText(occasion, reader))
}

/** A text that an earlier version took may not fit any more: then the built-in one goes out, and no mail is lost. */
async function fittingText({ mail: kind }: MailOccasion, reader: MailReader): Promise<MailText | null> {
  const key = { kind, locale: mailLocale(reader) }
  const stored = await findMailText(db(), key)
  if (!stored) return null
  const read = readMailText(key, stored)
  if (read.ok) return read.text
  logger().warn({ ...key, errors: read.errors }, 'a stored mail text does not fit; the built-in one was sent')
  return null
}
