import { z } from 'zod'
import { findNoticePhone, findNoticeReader } from '@/lib/messaging/sms/phone.store'
import type { Db, Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { defineJobKind } from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'

export const smsCodeJobKind = defineJobKind({
  kind: 'sms_code',
  payload: z.object({ user_id: z.uuid(), confirmation_id: z.uuid() }),
})
export type CodeRequest = z.output<typeof smsCodeJobKind.payload>

export const smsNoticeJobKind = defineJobKind({
  kind: 'sms_notice',
  payload: z.object({
    id: z.uuid(),
    user_id: z.uuid(),
    event: z.string(),
    to: z.string().optional(),
  }),
})
export type NoticeRequest = z.output<typeof smsNoticeJobKind.payload>

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
  return enqueueJob(db, smsCodeJobKind, payload, now)
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
  await enqueueJob(tx, smsNoticeJobKind, payload, now)
}
