import { MAIL_JOB } from '@/lib/mail/queue-mail'
import type { Db } from '@/lib/platform/db/database'

/** How many mails may be due before whoever queues many waits: a password reset stands behind no more than these. */
const BACKLOG = 50

/** Whether so many mails are due that no more should be added for which nobody waits. */
export async function hasMailBacklog(db: Db, now: Date): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM jobs WHERE kind = ${MAIL_JOB} AND failed_at IS NULL AND run_at <= ${now}::timestamptz
    LIMIT ${BACKLOG}::int`
  return rows.length === BACKLOG
}
