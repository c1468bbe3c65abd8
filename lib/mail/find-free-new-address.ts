import { findRequestedAddress } from '@/lib/email-tokens/email-change.store'
import type { MailRequest } from '@/lib/mail/mail-request.schemas'
import { queueMail } from '@/lib/mail/queue-mail'
import { db } from '@/lib/platform/db/database'

/**
 * Where the link of a change of address goes; null when the change waits no more, or another account has the address: then its
 * owner is told instead. Found out here, by the worker, so that whoever asked learns nothing, by the answer or by its time.
 */
export async function findFreeNewAddress(
  request: Extract<MailRequest, { mail: 'confirm_email_change' }>,
  now: Date,
): Promise<string | null> {
  const { userId, changeId } = request
  const asked = await findRequestedAddress(db(), { userId, changeId, now })
  if (!asked?.takenBy) return asked?.newEmail ?? null
  await queueMail(db(), { mail: 'address_wanted', userId: asked.takenBy, at: now.toISOString() }, now)
  return null
}
