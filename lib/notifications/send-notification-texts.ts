import { composeNotificationText } from '@/lib/notifications/compose-notification-text'
import { claimTexts, postponeText, type ClaimedText } from '@/lib/notifications/notification-text.store'
import { findBatch, type BatchRow } from '@/lib/notifications/notification.store'
import { findRecipients, type Recipient } from '@/lib/notifications/recipients.store'
import { untilNoted } from '@/lib/notifications/until-noted'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { describeJobError } from '@/lib/platform/jobs/describe-job-error'
import { backoffSeconds, MAX_ATTEMPTS } from '@/lib/platform/jobs/job-backoff'
import { LEASE_SECONDS } from '@/lib/platform/jobs/job.store'
import { logger } from '@/lib/platform/logger'
import { maskPhone } from '@/lib/sms/phone-number'
import { measureText } from '@/lib/sms/segments'
import { handOver } from '@/lib/sms/send-text'
import { nextDay, takeAnnouncement } from '@/lib/sms/sms-budget.store'
import { noteNotTaken, noteTaken } from '@/lib/sms/sms-message.store'
import { SmsError } from '@/lib/sms/sms-port'

/** How many messages are under way at a time. */
const AT_ONCE = 10

/**
 * Sends the next text messages of a batch that are due. Says how many it took, and how many of them the provider would not take now. A
 * message is noted as soon as the provider took it; it goes out twice only when the process dies in between.
 */
export async function sendSomeTexts(
  batchId: string,
  now: Date,
): Promise<{ taken: number; postponed: number }> {
  const batch = await findBatch(db(), batchId)
  if (batch?.status !== 'running') return { taken: 0, postponed: 0 }
  const until = addSeconds(now, LEASE_SECONDS)
  const texts = await claimTexts(db(), { batchId, limit: AT_ONCE, now, until })
  const ids = texts.map(({ userId }) => userId)
  const readers = await findRecipients(db(), ids)
  const sent = await Promise.all(texts.map((text) => sendOne(batch, text, readers.get(text.userId), now)))
  return { taken: texts.length, postponed: sent.filter((done) => !done).length }
}

/** False when the provider would not take it now. */
async function sendOne(
  batch: BatchRow,
  claimed: ClaimedText,
  reader: Recipient | undefined,
  now: Date,
): Promise<boolean> {
  const { id, attempts } = claimed
  const end = (status: 'failed' | 'opted_out' | 'skipped', errorCode: string | null = null) =>
    noteNotTaken(db(), { id, status, errorCode, now }).then(() => true)
  if (!reader?.takesSms || !reader.phone) return end('skipped')
  if (reader.optedOut) return end('opted_out')
  // Charged once, however often it is tried.
  if (attempts === 1 && !(await takeAnnouncement(db(), now))) {
    await postponeText(db(), { ...claimed, dueAt: nextDay(now), uncounted: true })
    return true
  }
  const text = composeNotificationText(batch, reader)
  const about = { id, recipient: maskPhone(reader.phone), segments: measureText(text).segments, now }
  try {
    const taken = await handOver({ id, to: reader.phone, text }, now)
    await untilNoted(() => noteTaken(db(), { ...about, ...taken }))
    return true
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    const givenUp = error.kind !== 'temporary' || attempts >= MAX_ATTEMPTS
    const { id: batchId } = batch
    logger().warn({ batchId, id, givenUp, reason: describeJobError(error) }, 'a text message was not taken')
    if (givenUp) return end(error.kind === 'opted_out' ? 'opted_out' : 'failed', error.code)
    await postponeText(db(), { ...claimed, dueAt: addSeconds(now, backoffSeconds(attempts)) })
    return false
  }
}
