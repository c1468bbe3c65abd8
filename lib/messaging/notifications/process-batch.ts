import { readGrants } from '@/lib/access/grants.store'
import { createInboxItems } from '@/lib/messaging/inbox/create-inbox-items'
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
import { derivedId } from '@/lib/platform/crypto'
import type { Db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'

/**
 * The kinds under which the work on a batch lies in the jobs table: serving recipients, and sending
 * the mails and text messages of those.
 */
export const NOTIFICATION_JOBS = {
  serve: 'notification',
  mail: 'notification_mail',
  sms: 'notification_sms',
} as const

/**
 * Queues the (next) work on a batch, at `runAt` the earliest; in a transaction if and only if that
 * commits.
 */
export function queueNotificationWork(
  db: Db,
  { batchId, work, runAt }: { batchId: string; work: keyof typeof NOTIFICATION_JOBS; runAt?: Date },
  now: Date,
): Promise<void> {
  const kind = NOTIFICATION_JOBS[work]
  const dedupeKey = `${kind}:${batchId}`
  return enqueueJob(
    db,
    { kind, payload: { batch_id: batchId }, dedupeKey, runAt: runAt ?? now },
    now,
  )
}

/**
 * Lets a batch begin whose time has come, if whoever asked for it may still send; counts its
 * recipients anew. Any other is left alone.
 */
export function startScheduledBatch(batchId: string, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    const batch = await lockDueBatchForUpdate(tx, batchId, now)
    if (!batch) return
    const because = await findBlocker(tx, batch.createdBy)
    if (because) await failBatch(tx, { id: batchId, because, now })
    else await startBatch(tx, { id: batchId, total: await countRecipients(tx, batch), now })
    await publishProgress(tx, (await findBatch(tx, batchId))!)
  })
}

async function findBlocker(db: Db, userId: string | null): Promise<string | null> {
  const grants = userId === null ? null : await readGrants(db, userId)
  if (grants?.status !== 'active') return 'actor_not_active'
  return grants.permissions.has('notifications:send') ? null : 'permission_lost'
}

/** How many recipients one transaction serves. */
const RECIPIENTS_PER_STEP = 200

/**
 * Serves the next recipients of a batch: one transaction puts the items into their inboxes, puts
 * down who gets a mail, counts, and moves the place up to which the batch came, so that a worker
 * that dies has served all of them or nobody. It holds the batch: of two workers one goes on, and a
 * cancellation comes before or after. False when there is nobody (more) to be served here.
 */
export function serveRecipients(batchId: string, now: Date): Promise<boolean> {
  return inTransaction(async (tx) => {
    const batch = await lockRunningBatchForUpdate(tx, batchId)
    if (!batch) return false
    const madeBefore = batch.startedAt ?? batch.createdAt
    const recipients = await listRecipients(tx, batch, {
      afterId: batch.reachedId,
      madeBefore,
      limit: RECIPIENTS_PER_STEP,
    })
    const byInbox = recipients.filter((one) => batch.channels.includes('inbox') && one.takesInbox)
    const byMail = recipients.filter((one) => batch.channels.includes('email') && one.takesEmail)
    const items = byInbox.map((one) => inboxItemFor(one, batch, madeBefore))
    await createInboxItems(tx, items, madeBefore)
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
    return !allReached
  })
}

/** Ends a batch that cannot go on, with those served who were: the code says why. */
export function stopNotification(batchId: string, because: string, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    const batch = await lockBatchForUpdate(tx, batchId)
    if (batch?.status !== 'running' && batch?.status !== 'scheduled') return
    await publishProgress(tx, await failBatch(tx, { id: batchId, because, now }))
  })
}

/** What is sent after everybody had their turn. */
export function sendingWork({ channels }: Pick<BatchRow, 'channels'>): ('mail' | 'sms')[] {
  return [
    ...(channels.includes('email') ? (['mail'] as const) : []),
    ...(channels.includes('sms') ? (['sms'] as const) : []),
  ]
}

/**
 * Who is reached by inbox or mail is counted there; a text message decides for those it alone
 * reaches.
 */
function textFor({ id: userId, optedOut }: Recipient, batch: BatchRow, alone: boolean): NewText {
  const id = derivedId(batch.createdAt, 'notification_text', batch.id, userId)
  return { id, userId, optedOut, decides: alone && !optedOut }
}

/** The id is the one that batch and user give: whatever happens, there is one. */
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

/** When the next message of each kind is due; null when none waits. */
export interface NextDue {
  mail: Date | null
  sms: Date | null
}

/** Counts what came to an end, and completes the batch when nothing waits. */
export function settleBatch(batchId: string, now: Date): Promise<NextDue> {
  return inTransaction(async (tx) => {
    const batch = await lockBatchForUpdate(tx, batchId)
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
    if (counted || complete)
      await publishProgress(tx, complete ? await completeBatch(tx, after, now) : after)
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
