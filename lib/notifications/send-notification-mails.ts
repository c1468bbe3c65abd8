import { isRefusedForGood } from '@/lib/mail/is-refused-for-good'
import { bulkMailer } from '@/lib/mail/mailer'
import { composeNotificationMail } from '@/lib/notifications/compose-notification-mail'
import {
  claimMails,
  noteOutcome,
  postponeMail,
  type ClaimedMail,
} from '@/lib/notifications/notification-mail.store'
import { findBatch, type BatchRow } from '@/lib/notifications/notification.store'
import { findRecipients, type Recipient } from '@/lib/notifications/recipients.store'
import { untilNoted } from '@/lib/notifications/until-noted'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { describeJobError } from '@/lib/platform/jobs/describe-job-error'
import { backoffSeconds, MAX_ATTEMPTS } from '@/lib/platform/jobs/job-backoff'
import { LEASE_SECONDS } from '@/lib/platform/jobs/job.store'
import { logger } from '@/lib/platform/logger'

/** How many mails are under way at a time. */
const AT_ONCE = 10

/**
 * Sends the next mails of a batch that are due. Says how many it took, and how many of them the server would not take now. A mail is
 * noted as soon as the server took it; it goes out twice, with the same id, only when the process dies in between.
 */
export async function sendSomeMails(
  batchId: string,
  now: Date,
): Promise<{ taken: number; postponed: number }> {
  const batch = await findBatch(db(), batchId)
  if (batch?.status !== 'running') return { taken: 0, postponed: 0 }
  const until = addSeconds(now, LEASE_SECONDS)
  const mails = await claimMails(db(), { batchId, limit: AT_ONCE, now, until })
  const ids = mails.map(({ userId }) => userId)
  const readers = await findRecipients(db(), ids)
  const sent = await Promise.all(mails.map((mail) => sendOne(batch, mail, readers.get(mail.userId), now)))
  return { taken: mails.length, postponed: sent.filter((done) => !done).length }
}

/** False when it is to be tried again. */
async function sendOne(
  batch: BatchRow,
  mail: ClaimedMail,
  reader: Recipient | undefined,
  now: Date,
): Promise<boolean> {
  const about = { ...mail, batchId: batch.id }
  if (!reader?.takesEmail) {
    const inInbox = batch.channels.includes('inbox') && reader?.takesInbox
    await noteOutcome(db(), { ...about, outcome: inInbox ? 'delivered' : 'skipped' })
    return true
  }
  try {
    await bulkMailer().send(composeNotificationMail(batch, reader))
  } catch (error) {
    const givenUp = isRefusedForGood(error) || mail.attempts >= MAX_ATTEMPTS
    logger().warn({ ...about, givenUp, reason: describeJobError(error) }, 'a notification was not taken')
    if (givenUp) await noteOutcome(db(), { ...about, outcome: 'failed' })
    else await postponeMail(db(), { ...about, dueAt: addSeconds(now, backoffSeconds(mail.attempts)) })
    return givenUp
  }
  await untilNoted(() => noteOutcome(db(), { ...about, outcome: 'delivered' }))
  return true
}
