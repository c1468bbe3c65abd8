import type { Db } from '@/lib/platform/db/database'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import type { MailRequest } from '@/lib/mail/mail-request.schemas'

export type { MailRequest } from '@/lib/mail/mail-request.schemas'

/** The kind under which mails lie in the jobs table. */
export const MAIL_JOB = 'mail'

const LONGEST_DETAIL = 300

/**
 * Queues a mail; inside a transaction it is sent if and only if that commits. Whether the address belongs to anybody, and
 * whether the mail suits the account, is found out when it is sent: the caller's time tells nothing. Links and "you have an
 * account already" are queued once however often they are asked for while one waits; notices each count.
 */
export function queueMail(db: Db, request: MailRequest, now: Date): Promise<void> {
  const payload =
    'device' in request && request.device
      ? { ...request, device: request.device.slice(0, LONGEST_DETAIL) }
      : request
  return enqueueJob(db, { kind: MAIL_JOB, payload, dedupeKey: dedupeKey(request) }, now)
}

function dedupeKey(request: MailRequest): string | undefined {
  if ('email' in request) return `mail:${request.mail}:${request.email}`
  return request.mail === 'already_registered' ? `mail:${request.mail}:${request.userId}` : undefined
}
