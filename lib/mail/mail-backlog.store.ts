import { MAIL_JOB } from '@/lib/mail/queue-mail'
import type { Db } from '@/lib/platform/db/database'

/** How many mails may be due before bulk senders wait: a password reset never queues behind many more. */
const BACKLOG = 50

/** How long a bulk sender waits before it looks at the backlog again. */
export const BACKLOG_CHECK_SECONDS = 1

/** Whether so many mails are due that bulk senders should not add more. */
export async function hasMailBacklog(db: Db, now: Date): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM jobs WHERE kind = ${MAIL_JOB} AND failed_at IS NULL AND run_at <= ${now}::timestamptz
    LIMIT ${BACKLOG}::int`
  return rows.length === BACKLOG
}
