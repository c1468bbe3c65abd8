import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format-message'
import { messagesFor } from '@/lib/i18n/messages'
import { db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { newId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { findProviderHealth } from '@/lib/settings/provider-health.store'
import type { AreaHealth, TestResult } from '@/lib/settings/settings-area'
import { mayReceiveTexts, normalizePhone } from '@/lib/sms/phone-number'
import { handOver } from '@/lib/sms/send-text'
import { takeTest } from '@/lib/sms/sms-budget.store'
import { countWaitingTexts } from '@/lib/sms/sms-message.store'
import { SmsError } from '@/lib/sms/sms-port'
import { textSender } from '@/lib/sms/text-sender'

/** How the provider of text messages is doing. */
export async function smsHealth(): Promise<AreaHealth> {
  return { ...(await findProviderHealth('sms')), queueLength: await countWaitingTexts(db()) }
}

/** Sends a test message to a number with what is in force, and says what the provider said. It counts toward the day's limit. */
export async function testSms(to: string | undefined, ctx: RequestContext): Promise<Outcome<TestResult>> {
  const phone = to === undefined ? null : normalizePhone(to)
  if (!phone) return refuse('validation_failed', { errors: [fieldError(['to'], 'invalid_phone')] })
  if (!mayReceiveTexts(phone))
    return refuse('validation_failed', { errors: [fieldError(['to'], 'unsupported_phone')] })
  if (!(await takeTest(db(), ctx.now))) return refuse('sms_unavailable')
  const host = new URL(settings().baseUrl).host
  const text = formatMessage(messagesFor(ctx.locale).phone.texts.test, { host })
  try {
    await handOver({ id: newId(), to: phone, text }, ctx.now)
    return { ok: true, passed: true, detail: `Handed over to ${textSender().describe()}.` }
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    return { ok: true, passed: false, detail: error.message }
  }
}
