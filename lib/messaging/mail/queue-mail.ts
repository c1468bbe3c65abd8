import { isIP } from 'node:net'
import { mailOf, mailRequest, type MailRequest } from '@/lib/messaging/mail/mails'
import type { Db } from '@/lib/platform/db/database'
import { defineJobKind } from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { describeDevice } from '@/lib/platform/user-agent'

export const mailJobKind = defineJobKind({ kind: 'mail', payload: mailRequest, dedupeBy })

/**
 * Queues an email; inside a transaction it is sent if and only if that commits. Whether the address
 * has an account, and whether the email fits its state, is checked by the worker, so the response
 * time reveals nothing. `device` may be a raw User-Agent: only known names are stored.
 */
export function queueMail(db: Db, request: MailRequest, now: Date): Promise<void> {
  return enqueueJob(db, mailJobKind, sanitizeRequest(request), now)
}

/** The payload of an email's job in JSON, for a statement that inserts the job itself. */
export function mailPayload(request: MailRequest): string {
  return JSON.stringify(sanitizeRequest(request))
}

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
  return mailOf(request.mail).once ? `${request.mail}:${subjectOf(request)}` : undefined
}

function subjectOf(request: MailRequest): string {
  if ('userId' in request) return request.userId
  if ('signInId' in request) return request.signInId
  const { email } = request
  return 'attemptId' in request && request.attemptId ? `${email}:${request.attemptId}` : email
}
