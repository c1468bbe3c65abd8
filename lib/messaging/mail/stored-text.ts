import { type MailText, readMailText } from '@/lib/messaging/mail/editable-text'
import { findMailText, type MailTextKey } from '@/lib/messaging/mail/mail-text.store'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'

/** The text that administrators wrote for an email; null if its built-in text is in effect. */
export async function findStoredText(key: MailTextKey): Promise<MailText | null> {
  const stored = await findMailText(db(), key)
  return stored && validText(key, stored)
}

/**
 * A stored text, or null if it is invalid now, because an earlier version accepted it. Then the
 * built-in text is used, so that no email is lost.
 */
export function validText({ kind, locale }: MailTextKey, stored: MailText): MailText | null {
  const { subject, body, button } = stored
  const read = readMailText({ kind, locale }, { subject, body, button })
  if (read.ok) return read.text
  logger().warn(
    { kind, locale, errors: read.errors },
    'a stored email text is no longer valid; the built-in one is used',
  )
  return null
}
