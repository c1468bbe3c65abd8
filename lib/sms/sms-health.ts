import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format-message'
import { messagesFor } from '@/lib/i18n/messages'
import { db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { newId } from '@/lib/platform/ids'
import { refuse } from '@/lib/platform/problems'
import { findProviderHealth } from '@/lib/settings/provider-health.store'
import type { AreaHealth, SettingsArea } from '@/lib/settings/settings-area'
import { hasOptedOut } from '@/lib/sms/opt-out.store'
import { mayReceiveTexts, normalizePhone } from '@/lib/sms/phone-number'
import { handOver } from '@/lib/sms/send-text'
import { takeTest } from '@/lib/sms/sms-budget.store'
import { countWaitingTexts } from '@/lib/sms/sms-message.store'
import { SmsError } from '@/lib/sms/sms-port'
import { textSender } from '@/lib/sms/text-sender'
import { findProfile } from '@/lib/users/user.store'

/** How the provider of text messages is doing. */
export async function smsHealth(): Promise<AreaHealth> {
  return { ...(await findProviderHealth('sms')), queueLength: await countWaitingTexts(db()) }
}

/**
 * Sends a test message with what is in force, by default to the confirmed number of whoever asks, and says what the provider said. It
 * counts toward the day's limit.
 */
export const testSms: NonNullable<SettingsArea['test']> = async ({ to, actor }, ctx) => {
  const phone = normalizePhone(to ?? (await findOwnPhone(actor.userId)) ?? '')
  if (!phone) return refuse('validation_failed', { errors: [fieldError(['to'], 'invalid_phone')] })
  if (!mayReceiveTexts(phone))
    return refuse('validation_failed', { errors: [fieldError(['to'], 'unsupported_phone')] })
  if (await hasOptedOut(db(), phone))
    return {
      ok: true,
      passed: false,
      detail: 'This number replied STOP, so it receives no text messages.',
    }
  if (!(await takeTest(db(), ctx.now))) return refuse('sms_unavailable')
  const host = new URL(settings().baseUrl).host
  const text = formatMessage(messagesFor(ctx.locale).phone.texts.test, { host })
  try {
    await handOver({ id: newId(), to: phone, text }, ctx.now)
    return { ok: true, passed: true, detail: `Accepted by ${textSender().describe()}.` }
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    return { ok: true, passed: false, detail: error.message }
  }
}

async function findOwnPhone(userId: string): Promise<string | null> {
  const profile = await findProfile(db(), userId)
  return profile?.phoneVerifiedAt ? profile.phone : null
}
