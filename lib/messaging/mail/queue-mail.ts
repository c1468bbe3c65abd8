import { isIP } from 'node:net'
import { describeDevice } from '@/lib/i18n/describe-device'
import type { MailRequest } from '@/lib/messaging/mail/mail-request.schemas'
import type { Db } from '@/lib/platform/db/database'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'

export type { MailRequest } from '@/lib/messaging/mail/mail-request.schemas'

/** The kind under which mails lie in the jobs table. */
export const MAIL_JOB = 'mail'

/**
 * Queues a mail; inside a transaction it is sent if and only if that commits. Whether the address
 * belongs to anybody, and whether the mail suits the account, is found out when it is sent: the
 * caller's time tells nothing. Links and "you have an account already" are queued once however
 * often they are asked for while one waits; notices each count. `device` may be a User-Agent as it
 * came: only what is known by name is kept.
 */
export function queueMail(db: Db, request: MailRequest, now: Date): Promise<void> {
  return enqueueJob(
    db,
    { kind: MAIL_JOB, payload: sanitizeRequest(request), dedupeKey: dedupeKey(request) },
    now,
  )
}

/** Beside links to an address: what would say the same twice while one waits. */
const ONCE = new Set<string>([
  'already_registered',
  'invitation',
  'account_ready',
  'confirm_address',
  'address_wanted',
])

function sanitizeRequest(request: MailRequest): MailRequest {
  if (!('userId' in request)) return request
  const { ip, device, ...rest } = request
  return {
    ...rest,
    ip: ip && isIP(ip) ? ip : undefined,
    device: (device && describeDevice(device)) || undefined,
  }
}

function dedupeKey(request: MailRequest): string | undefined {
  if (request.mail === 'verify_email' && request.attemptId)
    return `mail:verify_email:${request.email}:${request.attemptId}`
  if ('email' in request) return `mail:${request.mail}:${request.email}`
  if ('signInId' in request) return `mail:${request.mail}:${request.signInId}`
  return ONCE.has(request.mail) ? `mail:${request.mail}:${request.userId}` : undefined
}
