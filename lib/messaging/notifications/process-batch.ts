import { z } from 'zod'
import { createInboxItems } from '@/lib/messaging/inbox/create-inbox-items'
import { findBlocker } from '@/lib/messaging/notifications/find-blocker'
import {
  dropMails,
  findNextDue,
  insertMails,
  type Outcomes,
  takeOutcomes,
} from '@/lib/messaging/notifications/notification-mail.store'
import {
  cancelTexts,
  findNextTextDue,
  insertTexts,
  type NewText,
  takeTextOutcomes,
} from '@/lib/messaging/notifications/notification-text.store'
import {
  completeBatch,
  countOutcomes,
  failBatch,
  isUnserved,
  lockBatchForUpdate,
  lockDueBatchForUpdate,
  lockRunningBatchForUpdate,
  startBatch,
} from '@/lib/messaging/notifications/notification-work.store'
import { type BatchRow, findBatch } from '@/lib/messaging/notifications/notification.store'
import { fillPlaceholders } from '@/lib/messaging/notifications/placeholders'
import { publishProgress } from '@/lib/messaging/notifications/publish-progress'
import {
  countRecipients,
  listRecipients,
  type Recipient,
} from '@/lib/messaging/notifications/recipients.store'
import { addSeconds, CLOCK_AHEAD_SECONDS } from '@/lib/platform/clock'
import { derivedId } from '@/lib/platform/crypto'
import type { Db, Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { defineJobKind } from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'

const payload = z.object({ batch_id: z.uuid() })
const dedupeBy = ({ batch_id: batchId }: z.output<typeof payload>) => batchId

/** The jobs of a batch: serving recipients, and sending their emails and text messages. */
export const NOTIFICATION_JOBS = {
  serve: defineJobKind({ kind: 'notification', payload, dedupeBy }),
  mail: defineJobKind({ kind: 'notification_mail', payload, dedupeBy }),
  sms: defineJobKind({ kind: 'notification_sms', payload, dedupeBy }),
}

/**
 * Queues the (next) work on a batch, to run no earlier than `runAt`; in a transaction only if it
 * commits.
 */
export function queueNotificationWork(
  db: Db,
  { batchId, work, runAt }: { batchId: string; work: keyof typeof NOTIFICATION_JOBS; runAt?: Date },
  now: Date,
): Promise<void> {
  return enqueueJob(db, NOTIFICATION_JOBS[work], { batch_id: batchId }, now, runAt)
}

/**
 * Starts a batch that is due, if its creator may still send, and counts its recipients again. Any
 * other batch is left unchanged, and so is one that another transaction holds.
 */
export function startScheduledBatch(batchId: string, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    const batch = await lockDueBatchForUpdate(tx, batchId, now)
    if (!batch) return
    const because = await findBlocker(tx, batch, now)
    if (because) return endEarly(tx, { id: batchId, because, now })
    await startBatch(tx, { id: batchId, total: await countRecipients(tx, batch), now })
    await publishProgress(tx, (await findBatch(tx, batchId))!)
  })
}

/** How many recipients one transaction serves. */
const RECIPIENTS_PER_STEP = 200

/** Whether recipients are left, or another transaction holds the batch. */
type Served = 'some_left' | 'none_left' | 'held'

/**
 * Serves the next recipients of a batch. One transaction creates inbox items, queues emails and
 * text messages, updates the counters and moves the batch's position, so that a worker that dies
 * has served all of them or none. It locks the batch: of two workers only one serves at a time, and
 * a cancellation happens before or after. It doesn't wait for the lock, so that a worker isn't held
 * up. No recipients are left of a batch that has ended, or ends here because it may no longer be
 * sent.
 */
export function serveRecipients(batchId: string, now: Date): Promise<Served> {
  return inTransaction(async (tx) => {
    const batch = await lockRunningBatchForUpdate(tx, batchId)
    if (!batch) return (await isUnserved(tx, batchId, now)) ? 'held' : 'none_left'
    const because = await findBlocker(tx, batch, now)
    if (because) {
      await endEarly(tx, { id: batchId, because, now })
      return 'none_left'
    }
    const startedAt = batch.startedAt ?? batch.createdAt
    const recipients = await listRecipients(tx, batch, {
      afterId: batch.reachedId,
      // Users who joined just before the start must not be left out because of another clock; some
      // who join just after it are recipients too.
      madeBefore: addSeconds(startedAt, CLOCK_AHEAD_SECONDS),
      limit: RECIPIENTS_PER_STEP,
    })
    const byInbox = recipients.filter((one) => batch.channels.includes('inbox') && one.takesInbox)
    const byMail = recipients.filter((one) => batch.channels.includes('email') && one.takesEmail)
    const items = byInbox.map((one) => inboxItemFor(one, batch, startedAt))
    await createInboxItems(tx, items, startedAt)
    await insertMails(tx, { batchId, userIds: byMail.map(({ id }) => id), now })
    const mailed = new Set(byMail)
    const delivered = byInbox.filter((one) => !mailed.has(one)).length
    const otherwise = new Set([...byInbox, ...byMail])
    const texted = batch.channels.includes('sms')
      ? recipients.filter((one) => one.takesSms && one.phone)
      : []
    const texts = texted.map((one) => textFor(one, batch, !otherwise.has(one)))
    await insertTexts(tx, { batchId, texts, now })
    const undecided = mailed.size + texts.filter(({ decides }) => decides).length
    const allReached = recipients.length < RECIPIENTS_PER_STEP
    const served = await countOutcomes(tx, batchId, {
      delivered,
      failed: 0,
      skipped: recipients.length - delivered - undecided,
      ...(batch.channels.includes('sms') && { smsUnreachable: recipients.length - texted.length }),
      ...(recipients.length > 0 && { reachedId: recipients.at(-1)!.id }),
      allReached,
      now,
    })
    const waits = sendingWork(batch)
    if (allReached)
      for (const work of waits) await queueNotificationWork(tx, { batchId, work }, now)
    const complete = allReached && waits.length === 0
    await publishProgress(tx, complete ? await completeBatch(tx, served, now) : served)
    return allReached ? 'none_left' : 'some_left'
  })
}

/** Ends a batch that cannot continue; recipients already served stay served. The code says why. */
export function stopNotification(batchId: string, because: string, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    const batch = await lockBatchForUpdate(tx, batchId)
    if (batch?.status !== 'running' && batch?.status !== 'scheduled') return
    await endEarly(tx, { id: batchId, because, now })
  })
}

async function endEarly(tx: Tx, by: { id: string; because: string; now: Date }): Promise<void> {
  await publishProgress(tx, await failBatch(tx, by))
}

/** What is sent after all recipients were served. */
export function sendingWork({ channels }: Pick<BatchRow, 'channels'>): ('mail' | 'sms')[] {
  return [
    ...(channels.includes('email') ? (['mail'] as const) : []),
    ...(channels.includes('sms') ? (['sms'] as const) : []),
  ]
}

/**
 * The outcome of recipients reached by inbox or email is counted there. A text message decides it
 * only for recipients without either.
 */
function textFor({ id: userId, optedOut }: Recipient, batch: BatchRow, alone: boolean): NewText {
  const id = derivedId(batch.createdAt, 'notification_text', batch.id, userId)
  return { id, userId, optedOut, decides: alone && !optedOut }
}

/** The id is derived from batch and user, so there is never a second item. */
function inboxItemFor(reader: Recipient, batch: BatchRow, at: Date) {
  const fill = (text: string) => (batch.personal ? fillPlaceholders(text, reader) : text)
  return {
    id: derivedId(at, 'notification', batch.id, reader.id),
    userId: reader.id,
    kind: 'announcement',
    title: fill(batch.title),
    body: fill(batch.body),
    href: batch.href,
  }
}

/** How many messages of an ended batch one transaction deletes or cancels. */
const CLEARED_PER_STEP = 1000

/**
 * When the next message of each kind is due, or null if none is waiting. In an ended batch: now, if
 * more may be left to delete or cancel.
 */
export interface NextDue {
  mail: Date | null
  sms: Date | null
}

/**
 * Counts finished messages, and completes the batch if none is waiting. Clears some of what is left
 * of a batch that has ended.
 */
export function settleBatch(batchId: string, now: Date): Promise<NextDue> {
  return inTransaction(async (tx) => {
    const batch = await lockBatchForUpdate(tx, batchId)
    if (!batch) return { mail: null, sms: null }
    const running = batch.status === 'running'
    // Read before the outcomes: what finishes in between is counted now, and nothing is counted
    // after the batch was completed without it.
    const next = running
      ? { mail: await findNextDue(tx, batchId, now), sms: await findNextTextDue(tx, batchId, now) }
      : { mail: null, sms: null }
    const outcomes = sum(await takeOutcomes(tx, batchId), await takeTextOutcomes(tx, batchId))
    const counted = Object.values(outcomes).some((count) => count > 0)
    const after = counted ? await countOutcomes(tx, batchId, { ...outcomes, now }) : batch
    const cleared = running ? null : await clearEnded(tx, batchId, now)
    const complete = running && batch.allReached && next.mail === null && next.sms === null
    if (counted || complete)
      await publishProgress(tx, complete ? await completeBatch(tx, after, now) : after)
    return cleared ?? next
  })
}

async function clearEnded(tx: Tx, batchId: string, now: Date): Promise<NextDue> {
  const by = { batchId, limit: CLEARED_PER_STEP, now }
  const mails = await dropMails(tx, by)
  const texts = await cancelTexts(tx, by)
  return {
    mail: mails === CLEARED_PER_STEP ? now : null,
    sms: texts === CLEARED_PER_STEP ? now : null,
  }
}

function sum(one: Outcomes, other: Outcomes): Outcomes {
  return {
    delivered: one.delivered + other.delivered,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}
