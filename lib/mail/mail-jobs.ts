import { mailRequest } from '@/lib/mail/mail-request.schemas'
import { MAIL_JOB } from '@/lib/mail/queue-mail'
import { sendQueuedMail } from '@/lib/mail/send-queued-mail'
import type { JobHandlers } from '@/lib/platform/jobs/run-due-jobs'

/** What the job worker does with queued mails. */
export const mailJobHandlers: JobHandlers = {
  [MAIL_JOB]: (payload, { now }) => sendQueuedMail(mailRequest.parse(payload), now),
}
