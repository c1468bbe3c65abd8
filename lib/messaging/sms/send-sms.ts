import { randomInt } from 'node:crypto'
import { findProfile } from '@/lib/accounts/user.store'
import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format'
import { type Locale, localeOrDefault } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { securityText } from '@/lib/messaging/inbox/security-events'
import { maskPhone } from '@/lib/messaging/sms/phone-number'
import {
  findNoticePhone,
  findNoticeReader,
  hasOptedOut,
  optOut,
  setCode,
  withdrawCode,
} from '@/lib/messaging/sms/phone.store'
import type { CodeRequest, NoticeRequest } from '@/lib/messaging/sms/queue-sms'
import { measureText } from '@/lib/messaging/sms/segments'
import { takeNotice } from '@/lib/messaging/sms/sms-budget.store'
import {
  findTextStatus,
  insertText,
  recordAccepted,
  recordNotSent,
  type TextKind,
} from '@/lib/messaging/sms/sms-message.store'
import { type AcceptedText, SmsError, type TextMessage } from '@/lib/messaging/sms/sms-port'
import { textSender } from '@/lib/messaging/sms/text-sender'
import { db, type Db } from '@/lib/platform/db/database'
import { retryUntilRecorded } from '@/lib/platform/db/retry-until-recorded'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { MAX_ATTEMPTS } from '@/lib/platform/jobs/backoff'
import type { JobRun } from '@/lib/platform/jobs/define-job'
import { logger } from '@/lib/platform/logger'
import { recordProviderError, recordProviderSuccess } from '@/lib/platform/provider-health.store'

/**
 * Creates and sends a code at the last moment. If sending fails, the code is revoked and the retry
 * creates another, in a message of its own.
 */
export async function sendCode(request: CodeRequest, now: Date): Promise<void> {
  const { user_id: userId, confirmation_id: id } = request
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const to = await setCode(db(), { userId, id, code, now })
  const reader = to && (await findProfile(db(), userId))
  if (!reader) return
  const { host, texts } = textsFor(reader.locale)
  const text = formatMessage(texts.code, { code, host })
  try {
    await sendText({ id: newId(), kind: 'code', userId, to, text, isLastTry: true }, now)
  } catch (error) {
    await withdrawCode(db(), { userId, id })
    throw error
  }
}

/**
 * Sends a short text about the event. takeNotice limits how many messages an attacker can trigger.
 */
export async function sendNotice(request: NoticeRequest, { now, attempt }: JobRun): Promise<void> {
  const { id, user_id: userId, event } = request
  const reader = await findReader(request)
  if (!reader) return
  const { locale, host } = textsFor(reader.locale)
  const url = `${settings().email.linkBaseUrl}/auth/forgot-password`
  const text = securityText(event, locale, { host, url })
  if (!text) return
  const isLastTry = attempt >= MAX_ATTEMPTS
  const notice = { id, kind: 'security', userId, to: reader.phone, text, isLastTry } as const
  const status = await chargeNotice(notice, now)
  if (status === null)
    return logger().warn({ user_id: userId, event }, 'a text message was withheld: too many today')
  // Otherwise an earlier attempt sent it, or the provider has reported on it since.
  if (status === 'queued') await sendText(notice, now)
}

/**
 * Takes a notice from the limits of the day and records it in one transaction: a recorded one was
 * taken before. Returns its status, or null if a limit is reached.
 */
function chargeNotice(notice: AccountText & { userId: string }, now: Date): Promise<string | null> {
  const { id, userId } = notice
  return inTransaction(async (tx) => {
    const status = await findTextStatus(tx, id)
    if (status !== null) return status
    if (!(await takeNotice(tx, { userId, now }))) return null
    await recordText(tx, notice, now)
    return 'queued'
  })
}

async function findReader({ user_id: userId, to }: NoticeRequest) {
  if (to === undefined) return findNoticePhone(db(), userId)
  const reader = await findNoticeReader(db(), userId)
  return reader && { ...reader, phone: to }
}

function textsFor(chosen: string | null) {
  const locale = localeOrDefault(chosen)
  return { locale, host: new URL(settings().baseUrl).host, texts: messagesFor(locale).phone.texts }
}

interface AccountText extends TextMessage {
  kind: TextKind
  userId: string | null
  /** Whether the message has failed, and is not waiting, if the provider is unavailable now. */
  isLastTry: boolean
}

/**
 * Sends one message about an account and records the outcome. Throws if a retry can help. Nothing
 * is sent to a number whose owner replied STOP.
 */
async function sendText(message: AccountText, now: Date): Promise<void> {
  const { id, to, text, isLastTry } = message
  const about = await recordText(db(), message, now)
  if (await hasOptedOut(db(), to))
    return recordNotSent(db(), { id, status: 'opted_out', errorCode: null, now })
  try {
    const taken = await deliverText({ id, to, text }, now)
    await retryUntilRecorded(() => recordAccepted(db(), { ...about, ...taken }))
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    const isTemporary = error.kind === 'temporary'
    const status = error.kind === 'opted_out' ? 'opted_out' : 'failed'
    if (isLastTry || !isTemporary)
      await recordNotSent(db(), { id, status, errorCode: error.code, now })
    if (isTemporary) throw error
  }
}

/** Records a message, unless an earlier attempt has. */
async function recordText(db: Db, { id, kind, userId, to, text }: AccountText, now: Date) {
  const about = { id, recipient: maskPhone(to), segments: measureText(text).segments, now }
  await insertText(db, { ...about, kind, userId })
  return about
}

/**
 * Checks the provider's credentials without sending anything. Returns the result in words of a
 * language. Throws SmsError.
 */
export async function testTextSender(locale: Locale): Promise<string> {
  try {
    const words = await textSender().test(locale)
    await recordProviderSuccess('sms')
    return words
  } catch (error) {
    if (error instanceof SmsError) await recordProviderError('sms', error.message)
    throw error
  }
}

/**
 * Sends a message through the provider. If the provider reports an opt-out, it is recorded here
 * too.
 */
export async function deliverText(message: TextMessage, now: Date): Promise<AcceptedText> {
  try {
    const taken = await textSender().send(message)
    await recordProviderSuccess('sms')
    return taken
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    if (error.kind === 'opted_out') await optOut(db(), message.to, now)
    // A problem with one number says nothing about the provider.
    if (error.kind === 'temporary') await recordProviderError('sms', error.message)
    throw error
  }
}
