import { findNoticePhone, findNoticeReader } from '@/lib/messaging/sms/phone.store'
import type { Db, Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'

/** The job kinds of text messages about an account. */
export const SMS_JOBS = { code: 'sms_code', notice: 'sms_notice' } as const

/**
 * Queues the message with the code of a request; in a transaction only if it commits. The job
 * contains neither number nor code.
 */
export function queueCode(
  db: Db,
  { userId, confirmationId }: { userId: string; confirmationId: string },
  now: Date,
): Promise<void> {
  const payload = { user_id: userId, confirmation_id: confirmationId }
  return enqueueJob(db, { kind: SMS_JOBS.code, payload }, now)
}

/**
 * Queues a security notice by text message if the user chose them. `event` is the name of the inbox
 * item. `formerPhone`: the confirmed number the user just lost. The notice goes there, because an
 * attacker who took over the account has the new number; the job stores it until then.
 */
export async function queueNotice(
  tx: Tx,
  {
    userId,
    event,
    formerPhone = null,
  }: { userId: string; event: string; formerPhone?: string | null },
  now: Date,
): Promise<void> {
  const find = formerPhone === null ? findNoticePhone : findNoticeReader
  if (!(await find(tx, userId))) return
  const payload = {
    id: newId(),
    user_id: userId,
    event,
    ...(formerPhone !== null && { to: formerPhone }),
  }
  await enqueueJob(tx, { kind: SMS_JOBS.notice, payload }, now)
}
