import { createInboxItems } from '@/lib/inbox/create-inbox-items'
import { insertMails } from '@/lib/notifications/notification-mail.store'
import { insertTexts, type NewText } from '@/lib/notifications/notification-text.store'
import {
  completeBatch,
  countOutcomes,
  failBatch,
  holdBatch,
  holdRunningBatch,
} from '@/lib/notifications/notification-work.store'
import type { BatchRow } from '@/lib/notifications/notification.store'
import { fillPlaceholders } from '@/lib/notifications/personal-text'
import { publishProgress } from '@/lib/notifications/publish-progress'
import { queueNotificationWork } from '@/lib/notifications/queue-notification-work'
import { listRecipients, type Recipient } from '@/lib/notifications/recipients.store'
import { inTransaction } from '@/lib/platform/db/transaction'
import { derivedId } from '@/lib/platform/derived-id'

/** How many recipients one transaction serves. */
const STEP = 200

/**
 * Serves the next recipients of a batch: one transaction puts the items into their inboxes, puts down who gets a mail, counts, and moves
 * the place up to which the batch came, so that a worker that dies has served all of them or nobody. It holds the batch: of two
 * workers one goes on, and a cancellation comes before or after. False when there is nobody (more) to be served here.
 */
export function serveRecipients(batchId: string, now: Date): Promise<boolean> {
  return inTransaction(async (tx) => {
    const batch = await holdRunningBatch(tx, batchId)
    if (!batch) return false
    const madeBefore = batch.startedAt ?? batch.createdAt
    const recipients = await listRecipients(tx, batch, { afterId: batch.reachedId, madeBefore, limit: STEP })
    const byInbox = recipients.filter((one) => batch.channels.includes('inbox') && one.takesInbox)
    const byMail = recipients.filter((one) => batch.channels.includes('email') && one.takesEmail)
    const items = byInbox.map((one) => itemFor(one, batch, madeBefore))
    await createInboxItems(tx, items, madeBefore)
    await insertMails(tx, { batchId, userIds: byMail.map(({ id }) => id), now })
    const mailed = new Set(byMail)
    const delivered = byInbox.filter((one) => !mailed.has(one)).length
    const otherwise = new Set([...byInbox, ...byMail])
    const texted = batch.channels.includes('sms') ? recipients.filter((one) => one.takesSms && one.phone) : []
    const texts = texted.map((one) => textFor(one, batch, !otherwise.has(one)))
    await insertTexts(tx, { batchId, texts, now })
    const undecided = mailed.size + texts.filter(({ decides }) => decides).length
    const allReached = recipients.length < STEP
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
    if (allReached) for (const work of waits) await queueNotificationWork(tx, { batchId, work }, now)
    const complete = allReached && waits.length === 0
    await publishProgress(tx, complete ? await completeBatch(tx, served, now) : served)
    return !allReached
  })
}

/** Ends a batch that cannot go on, with those served who were: the code says why. */
export function stopNotification(batchId: string, because: string, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    const batch = await holdBatch(tx, batchId)
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

/** Who is reached by inbox or mail is counted there; a text message decides for those it alone reaches. */
function textFor({ id: userId, optedOut }: Recipient, batch: BatchRow, alone: boolean): NewText {
  const id = derivedId(batch.createdAt, 'notification_text', batch.id, userId)
  return { id, userId, optedOut, decides: alone && !optedOut }
}

/** The id is the one that batch and user give: whatever happens, there is one. */
function itemFor(reader: Recipient, batch: BatchRow, at: Date) {
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
