import { isUnknownMailbox } from '@/lib/messaging/mail/mail-port'
import { bulkMailer } from '@/lib/messaging/mail/mailer'
import {
  composeNotificationMail,
  composeNotificationText,
} from '@/lib/messaging/notifications/compose-notification'
import { findBlocker } from '@/lib/messaging/notifications/find-blocker'
import {
  type ClaimedMail,
  claimMails,
  postponeMail,
  recordOutcome,
} from '@/lib/messaging/notifications/notification-mail.store'
import {
  type ClaimedText,
  claimTexts,
  postponeText,
  recordCharge,
} from '@/lib/messaging/notifications/notification-text.store'
import { type BatchRow, findBatch } from '@/lib/messaging/notifications/notification.store'
import { stopNotification } from '@/lib/messaging/notifications/process-batch'
import { findRecipients, type Recipient } from '@/lib/messaging/notifications/recipients.store'
import { maskPhone } from '@/lib/messaging/sms/phone-number'
import { measureText } from '@/lib/messaging/sms/segments'
import { deliverText } from '@/lib/messaging/sms/send-sms'
import { nextDay, takeNotificationText } from '@/lib/messaging/sms/sms-budget.store'
import { recordAccepted, recordNotSent } from '@/lib/messaging/sms/sms-message.store'
import { SmsError } from '@/lib/messaging/sms/sms-port'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Db } from '@/lib/platform/db/database'
import { retryUntilRecorded } from '@/lib/platform/db/retry-until-recorded'
import { inTransaction } from '@/lib/platform/db/transaction'
import { describeError } from '@/lib/platform/describe-error'
import { backoffSeconds, MAX_ATTEMPTS } from '@/lib/platform/jobs/backoff'
import { logger } from '@/lib/platform/logger'
import { count } from '@/lib/platform/metrics/record-metric'

/** How many messages are sent concurrently. */
const AT_ONCE = 10

/**
 * Sends the next due emails of a batch. Returns how many it claimed and how many of those the
 * server didn't accept for now. Each result is recorded as soon as the server accepted the email;
 * it is sent twice, with the same id, only if the process dies in between or the answer is lost.
 */
export function sendSomeMails(batchId: string, now: Date): Promise<Sent> {
  return sendSome(batchId, now, { channel: 'email', claim: claimMails, send: sendOneMail })
}

/** How many messages were claimed, and how many of those were postponed. */
interface Sent {
  taken: number
  postponed: number
}

const NONE: Sent = { taken: 0, postponed: 0 }

interface Delivery<Claimed> {
  channel: 'email' | 'sms'
  claim(db: Db, by: { batchId: string; limit: number; now: Date }): Promise<Claimed[]>
  /** Returns false if the message is to be sent again. */
  send(
    batch: BatchRow,
    claimed: Claimed,
    reader: Recipient | undefined,
    now: Date,
  ): Promise<boolean>
}

async function sendSome<Claimed extends { userId: string }>(
  batchId: string,
  now: Date,
  { channel, claim, send }: Delivery<Claimed>,
): Promise<Sent> {
  const batch = await findBatch(db(), batchId)
  if (batch?.status !== 'running') return NONE
  const because = await findBlocker(db(), batch, now)
  if (because) {
    await stopNotification(batchId, because, now)
    return NONE
  }
  const claimed = await claim(db(), { batchId, limit: AT_ONCE, now })
  const readers = await findRecipients(
    db(),
    claimed.map(({ userId }) => userId),
  )
  const done = await Promise.all(
    claimed.map((one) => send(batch, one, readers.get(one.userId), now)),
  )
  for (const isDone of done)
    count('gatehouse_notification_sends_total', {
      channel,
      outcome: isDone ? 'done' : 'postponed',
    })
  return { taken: claimed.length, postponed: done.filter((isDone) => !isDone).length }
}

/** Returns false if the email is to be retried. */
async function sendOneMail(
  batch: BatchRow,
  mail: ClaimedMail,
  reader: Recipient | undefined,
  now: Date,
): Promise<boolean> {
  const about = { ...mail, batchId: batch.id }
  if (!reader?.takesEmail) {
    const inInbox = batch.channels.includes('inbox') && reader?.takesInbox
    await recordOutcome(db(), { ...about, outcome: inInbox ? 'delivered' : 'skipped' })
    return true
  }
  try {
    await bulkMailer().send(composeNotificationMail(batch, reader))
  } catch (error) {
    const givenUp = isUnknownMailbox(error) || mail.attempts >= MAX_ATTEMPTS
    logger().warn(
      {
        notification_id: batch.id,
        user_id: mail.userId,
        attempt: mail.attempts,
        given_up: givenUp,
        reason: describeError(error),
      },
      'could not send a notification',
    )
    if (givenUp) await recordOutcome(db(), { ...about, outcome: 'failed' })
    else
      await postponeMail(db(), { ...about, dueAt: addSeconds(now, backoffSeconds(mail.attempts)) })
    return givenUp
  }
  await retryUntilRecorded(() => recordOutcome(db(), { ...about, outcome: 'delivered' }))
  return true
}

/**
 * Sends the next due text messages of a batch. Returns how many it claimed and how many of those
 * the provider didn't accept for now. Each result is recorded as soon as the provider accepted the
 * message; it is sent twice only if the process dies in between or the answer is lost.
 */
export function sendSomeTexts(batchId: string, now: Date): Promise<Sent> {
  return sendSome(batchId, now, { channel: 'sms', claim: claimTexts, send: sendOneText })
}

/** Returns false if the provider didn't accept the message for now. */
async function sendOneText(
  batch: BatchRow,
  claimed: ClaimedText,
  reader: Recipient | undefined,
  now: Date,
): Promise<boolean> {
  const { id, attempts } = claimed
  const end = (status: 'failed' | 'opted_out' | 'skipped', errorCode: string | null = null) =>
    recordNotSent(db(), { id, status, errorCode, now }).then(() => true)
  if (!reader?.takesSms || !reader.phone) return end('skipped')
  if (reader.optedOut) return end('opted_out')
  if (!(await chargeText(claimed, now))) {
    await postponeText(db(), { ...claimed, dueAt: nextDay(now), uncounted: true })
    return true
  }
  const text = composeNotificationText(batch, reader)
  const about = {
    id,
    recipient: maskPhone(reader.phone),
    segments: measureText(text).segments,
    now,
  }
  try {
    const taken = await deliverText({ id, to: reader.phone, text }, now)
    await retryUntilRecorded(() => recordAccepted(db(), { ...about, ...taken }))
    return true
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    const givenUp = error.kind !== 'temporary' || attempts >= MAX_ATTEMPTS
    logger().warn(
      {
        notification_id: batch.id,
        text_id: id,
        attempt: attempts,
        given_up: givenUp,
        reason: describeError(error),
      },
      'could not send a text message',
    )
    if (givenUp) return end(error.kind === 'opted_out' ? 'opted_out' : 'failed', error.code)
    await postponeText(db(), { ...claimed, dueAt: addSeconds(now, backoffSeconds(attempts)) })
    return false
  }
}

/**
 * Takes a message from the daily limit, unless an earlier attempt has. False if the limit is
 * reached.
 */
async function chargeText({ id, charged }: ClaimedText, now: Date): Promise<boolean> {
  if (charged) return true
  return inTransaction(async (tx) => {
    if (!(await takeNotificationText(tx, now))) return false
    await recordCharge(tx, id)
    return true
  })
}
