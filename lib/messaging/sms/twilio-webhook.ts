import { createHmac } from 'node:crypto'
import { settings } from '@/lib/config/settings'
import { publishPatch } from '@/lib/messaging/live/publish-live'
import { findBatchOfText } from '@/lib/messaging/notifications/notification-text.store'
import { maskPhone, normalizePhone } from '@/lib/messaging/sms/phone-number'
import { optIn, optOut } from '@/lib/messaging/sms/phone.store'
import { recordReport, type ReportedStatus } from '@/lib/messaging/sms/sms-message.store'
import { TWILIO_WEBHOOK_PATH } from '@/lib/messaging/sms/text-sender'
import { equalBytes } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { ownValue } from '@/lib/platform/own-value'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/** Twilio's message statuses. Those before the message was sent are ignored. */
const STATUSES: Readonly<Record<string, ReportedStatus>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}
/** The carrier refused the message because the recipient replied STOP. */
const OPTED_OUT = '21610'
const STOP = new Set([
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'DUR',
  'IPTAL',
  'RET',
])
const START = new Set(['START', 'YES', 'UNSTOP', 'BASLA', 'EVET'])

interface TwilioRequest {
  fields: Readonly<Record<string, string>>
  signature: string | null
  /** The id of the message a report is about, from our callback URL; null for a reply. */
  message: string | null
}

/**
 * Handles a delivery report or a reply posted by Twilio. The signature is verified first, and
 * nothing outside it is read. Reports and replies without news are accepted, so that Twilio doesn't
 * repeat them.
 */
export async function handleTwilioWebhook(
  { fields, signature, message }: TwilioRequest,
  ctx: RequestContext,
): Promise<Outcome> {
  const { sms, baseUrl } = settings()
  const { authToken } = sms.twilio
  if (sms.driver !== 'twilio' || !authToken) return refuse('not_found')
  const query = message === null ? '' : `?message=${message}`
  const url = `${baseUrl}${TWILIO_WEBHOOK_PATH}${query}`
  if (!isSignedByTwilio(signature, { authToken, url, fields })) return refuse('invalid_signature')
  if (message !== null) await handleReport(message, fields, ctx.now)
  else await handleReply(fields, ctx.now)
  return { ok: true }
}

async function handleReport(id: string, fields: TwilioRequest['fields'], now: Date): Promise<void> {
  const { MessageStatus = '', ErrorCode, To = '' } = fields
  const known = ownValue(STATUSES, MessageStatus)
  const status = known === 'failed' && ErrorCode === OPTED_OUT ? 'opted_out' : known
  if (!isId(id) || !status) return
  const errorCode = ErrorCode ? ErrorCode.slice(0, 16) : null
  const phone = normalizePhone(To)
  if (status === 'opted_out' && phone) await optOut(db(), phone, now)
  await inTransaction(async (tx) => {
    if (!(await recordReport(tx, { id, status, errorCode, now }))) return
    const batchId = await findBatchOfText(tx, id)
    if (!batchId) return
    const target = `notifications/${batchId}` as const
    await publishPatch(tx, { permission: 'notifications:send' }, { target, op: 'invalidate' })
  })
}

async function handleReply(
  { From = '', Body = '', OptOutType }: TwilioRequest['fields'],
  now: Date,
): Promise<void> {
  const phone = normalizePhone(From)
  if (!phone) return
  // If Twilio handles opt-outs itself, it names the keyword it recognized.
  const word = OptOutType ?? replyKeyword(Body)
  if (STOP.has(word)) await optOut(db(), phone, now)
  else if (START.has(word)) await optIn(db(), phone)
  else return
  logger().info(
    { phone: maskPhone(phone), stop: STOP.has(word) },
    'a reply changed who gets text messages',
  )
}

/** The whole reply as a keyword, ignoring case and punctuation. */
function replyKeyword(body: string): string {
  return body
    .slice(0, 64)
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .replaceAll('ı', 'i')
    .toUpperCase()
}

/**
 * Twilio's request signature: HMAC-SHA-1 under the account's auth token, over the full public URL
 * followed by the form fields, sorted by name, each name directly followed by its value.
 */
export function signTwilioRequest(
  authToken: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): string {
  const sorted = Object.keys(fields).sort()
  const signed = url + sorted.map((name) => name + fields[name]!).join('')
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}

/** Whether the signature matches the request, compared in constant time. */
export function isSignedByTwilio(
  given: string | null,
  by: { authToken: string; url: string; fields: Readonly<Record<string, string>> },
): boolean {
  if (given === null || given.length > 64) return false
  return equalBytes(
    Buffer.from(given),
    Buffer.from(signTwilioRequest(by.authToken, by.url, by.fields)),
  )
}
