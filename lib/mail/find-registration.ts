import type { MailRequest } from '@/lib/mail/mail-request.schemas'
import type { MailRecipient } from '@/lib/mail/mail-recipient.store'
import { queueMail } from '@/lib/mail/queue-mail'
import { db } from '@/lib/platform/db/database'
import { listWaitingAttempts, type WaitingAttempt } from '@/lib/registration/attempt.store'

/**
 * The registration that a verification mail is about; undefined when its link only confirms the address (an account without a
 * registration that waits), null when no mail is due: the registration it was queued for waits no more, or several do. Then each
 * of them gets a mail of its own.
 */
export async function findRegistration(
  request: Extract<MailRequest, { mail: 'verify_email' }>,
  recipient: MailRecipient,
  now: Date,
): Promise<WaitingAttempt | undefined | null> {
  const waiting = await listWaitingAttempts(db(), recipient.id, now)
  const { email, attemptId } = request
  if (attemptId) return waiting.find(({ id }) => id === attemptId) ?? null
  if (waiting.length < 2) return waiting[0]
  for (const { id } of waiting) await queueMail(db(), { mail: 'verify_email', email, attemptId: id }, now)
  return null
}
