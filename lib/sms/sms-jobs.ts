import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { settings } from '@/lib/config/settings'
import { securityTitle } from '@/lib/inbox/security-content'
import { formatMessage } from '@/lib/i18n/format-message'
import { isLocale, type Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { JobRun } from '@/lib/platform/jobs/run-job'
import type { JobHandlers } from '@/lib/platform/jobs/run-due-jobs'
import { logger } from '@/lib/platform/logger'
import { findNoticePhone, findNoticeReader } from '@/lib/sms/notice-phone.store'
import { setCode, withdrawCode } from '@/lib/sms/phone.store'
import { SMS_JOBS } from '@/lib/sms/queue-sms'
import { sendText } from '@/lib/sms/send-text'
import { takeNotice } from '@/lib/sms/sms-budget.store'
import { findProfile } from '@/lib/users/user.store'

const codeRequest = z.object({ user_id: z.uuid(), confirmation_id: z.uuid() })
const noticeRequest = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  event: z.string(),
  to: z.string().optional(),
})

/** What the job worker does with queued text messages about an account. */
export const smsJobHandlers: JobHandlers = {
  [SMS_JOBS.code]: (payload, { now }) => sendCode(codeRequest.parse(payload), now),
  [SMS_JOBS.notice]: (payload, run) => sendNotice(noticeRequest.parse(payload), run),
}

/** Makes the code at the last moment and sends it; when it cannot be handed over it dies, and the next try makes another. */
async function sendCode(request: z.output<typeof codeRequest>, now: Date): Promise<void> {
  const { user_id: userId, confirmation_id: id } = request
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const to = await setCode(db(), { userId, id, code, now })
  const reader = to && (await findProfile(db(), userId))
  if (!reader) return
  const { host, texts } = wordsFor(reader.locale)
  const text = formatMessage(texts.code, { code, host })
  try {
    await sendText({ id: newId(), kind: 'code', userId, to, text }, now)
  } catch (error) {
    await withdrawCode(db(), { userId, id })
    throw error
  }
}

/** The title of the inbox item, as a text message. What strangers can cause is limited: see takeNotice. */
async function sendNotice(request: z.output<typeof noticeRequest>, { now, attempt }: JobRun): Promise<void> {
  const { id, user_id: userId, event } = request
  const reader = await findReader(request)
  if (!reader) return
  if (attempt === 1 && !(await takeNotice(db(), { userId, now })))
    return logger().warn({ userId, event }, 'a text message was withheld: too many today')
  const { locale, host, texts } = wordsFor(reader.locale)
  const title = securityTitle(event, locale)
  if (!title) return
  const url = `${settings().email.linkBaseUrl}/auth/forgot-password`
  const text = formatMessage(texts.notice, { host, title, url })
  await sendText({ id, kind: 'security', userId, to: reader.phone, text }, now)
}

async function findReader({ user_id: userId, to }: z.output<typeof noticeRequest>) {
  if (to === undefined) return findNoticePhone(db(), userId)
  const reader = await findNoticeReader(db(), userId)
  return reader && { ...reader, phone: to }
}

function wordsFor(chosen: string | null) {
  const locale: Locale = isLocale(chosen) ? chosen : 'en'
  return { locale, host: new URL(settings().baseUrl).host, texts: messagesFor(locale).phone.texts }
}
