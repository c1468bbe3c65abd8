import { dropMails, findNextDue, takeOutcomes } from '@/lib/notifications/notification-mail.store'
import { cancelTexts, findNextTextDue, takeTextOutcomes } from '@/lib/notifications/notification-text.store'
import {
  completeBatch,
  countOutcomes,
  holdBatch,
  type Outcomes,
} from '@/lib/notifications/notification-work.store'
import { publishProgress } from '@/lib/notifications/publish-progress'
import { inTransaction } from '@/lib/platform/db/transaction'

/** When the next message of each kind is due; null when none waits. */
export interface NextDue {
  mail: Date | null
  sms: Date | null
}

/** Counts what came to an end, and completes the batch when nothing waits. */
export function settleBatch(batchId: string, now: Date): Promise<NextDue> {
  return inTransaction(async (tx) => {
    const batch = await holdBatch(tx, batchId)
    if (!batch) return { mail: null, sms: null }
    const running = batch.status === 'running'
    const outcomes = sum(await takeOutcomes(tx, batchId), await takeTextOutcomes(tx, batchId))
    const counted = Object.values(outcomes).some((count) => count > 0)
    const after = counted ? await countOutcomes(tx, batchId, { ...outcomes, now }) : batch
    if (!running) {
      await dropMails(tx, batchId)
      await cancelTexts(tx, batchId, now)
    }
    const next = { mail: await findNextDue(tx, batchId), sms: await findNextTextDue(tx, batchId) }
    const complete = running && batch.allReached && next.mail === null && next.sms === null
    if (counted || complete) await publishProgress(tx, complete ? await completeBatch(tx, after, now) : after)
    return next
  })
}

function sum(one: Outcomes, other: Outcomes): Outcomes {
  return {
    delivered: one.delivered + other.delivered,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}
