import type { Db, Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { findNoticePhone } from '@/lib/sms/notice-phone.store'

/** The kinds under which text messages about an account lie in the jobs table. */
export const SMS_JOBS = { code: 'sms_code', notice: 'sms_notice' } as const

/** Queues the message with the code of a request; in a transaction if and only if that commits. It holds neither number nor code. */
export function queueCode(
  db: Db,
  { userId, confirmationId }: { userId: string; confirmationId: string },
  now: Date,
): Promise<void> {
  const payload = { user_id: userId, confirmation_id: confirmationId }
  return enqueueJob(db, { kind: SMS_JOBS.code, payload }, now)
}

/** Queues a security notice by text message for somebody who wants them, under the name of its inbox item. */
export async function queueNotice(
  tx: Tx,
  { userId, event }: { userId: string; event: string },
  now: Date,
): Promise<void> {
  if (!(await findNoticePhone(tx, userId))) return
  await enqueueJob(tx, { kind: SMS_JOBS.notice, payload: { id: newId(), user_id: userId, event } }, now)
}
