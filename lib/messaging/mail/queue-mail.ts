import { isIP } from 'node:net'
import { describeDevice } from '@/lib/i18n/describe-device'
import { mailRequest, type MailRequest } from '@/lib/messaging/mail/mail-request.schemas'
import type { Db } from '@/lib/platform/db/database'
import { defineJobKind } from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'

export type { MailRequest } from '@/lib/messaging/mail/mail-request.schemas'

/** Links and repeated answers are queued once; see `queueMail`. */
export const mailJobKind = defineJobKind({ kind: 'mail', payload: mailRequest, dedupeBy })

/**
 * Queues an email; inside a transaction it is sent if and only if that commits. Whether the address
 * has an account, and whether the email fits its state, is checked by the worker, so the response
 * time reveals nothing. Links and "you already have an account" are queued once, however often they
 * are requested while one is waiting; notices are queued each time. `device` may be a raw
 * User-Agent: only known names are stored.
 */
export function queueMail(db: Db, request: MailRequest, now: Date): Promise<void> {
  return enqueueJob(db, mailJobKind, sanitizeRequest(request), now)
}

/** Besides links sent to an address: emails that would only repeat one still waiting. */
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

function dedupeBy(request: MailRequest): string | undefined {
  if (request.mail === 'verify_email' && request.attemptId)
    return `verify_email:${request.email}:${request.attemptId}`
  if ('email' in request) return `${request.mail}:${request.email}`
  if ('signInId' in request) return `${request.mail}:${request.signInId}`
  return ONCE.has(request.mail) ? `${request.mail}:${request.userId}` : undefined
}
