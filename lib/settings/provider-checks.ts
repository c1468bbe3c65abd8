import { knownEmailField } from '@/lib/accounts/user-fields'
import { findCredentials, findProfile } from '@/lib/accounts/user.store'
import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { builtInText, parseMailTextName } from '@/lib/messaging/mail/editable-text'
import { mailJobKind } from '@/lib/messaging/mail/queue-mail'
import { composeTestSample, testMail, trySend } from '@/lib/messaging/mail/sample-mail'
import { findStoredText } from '@/lib/messaging/mail/stored-text'
import { mayReceiveTexts, normalizePhone } from '@/lib/messaging/sms/phone-number'
import { hasOptedOut } from '@/lib/messaging/sms/phone.store'
import { deliverText, testTextSender } from '@/lib/messaging/sms/send-sms'
import { takeTest } from '@/lib/messaging/sms/sms-budget.store'
import { countWaitingTexts } from '@/lib/messaging/sms/sms-message.store'
import { SmsError } from '@/lib/messaging/sms/sms-port'
import { textSender } from '@/lib/messaging/sms/text-sender'
import { countWaiting } from '@/lib/payments/payment.store'
import { ProviderRefusal, ProviderUnavailable } from '@/lib/payments/providers/payment-provider'
import { activeProvider } from '@/lib/payments/providers/registry'
import { addSeconds, now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { newId } from '@/lib/platform/ids'
import { countWaitingJobs } from '@/lib/platform/jobs/job.store'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { type ProviderHealth, readProviderHealth } from '@/lib/platform/provider-health.store'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'
import type { AreaHealth, SettingsArea, TestResult } from '@/lib/settings/settings-area'

/** The health of the mail server, and how many emails wait for it. */
export async function mailHealth(): Promise<ProviderHealth & { queueLength: number }> {
  const [health, queueLength] = await Promise.all([
    readProviderHealth('mail'),
    countWaitingJobs(db(), mailJobKind.kind),
  ])
  return { ...health, queueLength }
}

/** The language of a result: pages show it, and programs read it in English. */
export const localeOfResult = ({ surface, locale }: RequestContext): Locale =>
  surface === 'api' ? 'en' : locale

/** Sends a test email to an address, by default that of the actor. */
export const testMailArea: NonNullable<SettingsArea['test']> = async ({ to, actor }, ctx) => {
  const address = await testAddress(to, actor)
  if (!address.ok) return address
  const languages = { locale: ctx.locale, shownIn: localeOfResult(ctx) }
  return { ok: true, ...(await testMail(address.to, languages)) }
}

/** Sends the named email with the text in effect, by default the one that confirms an address. */
export const testMailTextsArea: NonNullable<SettingsArea['test']> = async (
  { to, name, actor },
  ctx,
) => {
  const key = parseMailTextName(name ?? `verify_email.${ctx.locale}`)
  if (!key) return refuse('validation_failed', { errors: [fieldError(['name'], 'not_supported')] })
  const address = await testAddress(to, actor)
  if (!address.ok) return address
  const text = (await findStoredText(key)) ?? builtInText(key.kind, key.locale)
  const sample = composeTestSample(key, text, { to: address.to, now: ctx.now })
  return { ok: true, ...(await trySend(sample, { locale: localeOfResult(ctx) })) }
}

async function testAddress(
  to: string | undefined,
  actor: SessionPrincipal,
): Promise<Outcome<{ to: string }>> {
  const address = knownEmailField.safeParse(
    to ?? (await findCredentials(db(), actor.userId))?.email,
  )
  if (!address.success)
    return refuse('validation_failed', { errors: [fieldError(['to'], 'invalid_email')] })
  return { ok: true, to: address.data }
}

/** The health of the SMS provider. */
export async function smsHealth(): Promise<AreaHealth> {
  return { ...(await readProviderHealth('sms')), queueLength: await countWaitingTexts(db()) }
}

/**
 * Sends a test message with the current settings, by default to the actor's confirmed number, and
 * returns the provider's answer. It counts toward the daily limit. Without any number, only the
 * credentials are checked.
 */
export const testSms: NonNullable<SettingsArea['test']> = async ({ to, actor }, ctx) => {
  const number = to ?? (await findOwnPhone(actor.userId))
  const locale = localeOfResult(ctx)
  if (number === null) return outcomeOf(() => testTextSender(locale))
  const phone = normalizePhone(number)
  if (!phone) return refuse('validation_failed', { errors: [fieldError(['to'], 'invalid_phone')] })
  if (!mayReceiveTexts(phone))
    return refuse('validation_failed', { errors: [fieldError(['to'], 'unsupported_phone')] })
  if (await hasOptedOut(db(), phone))
    return { ok: true, passed: false, detail: messagesFor(locale).phone.optedOut }
  if (!(await takeTest(db(), ctx.now))) return refuse('sms_unavailable')
  const host = new URL(settings().baseUrl).host
  const text = formatMessage(messagesFor(ctx.locale).phone.texts.test, { host })
  return outcomeOf(async () => {
    await deliverText({ id: newId(), to: phone, text }, ctx.now)
    const { textAccepted } = messagesFor(locale).settings.test.results
    return settings().sms.driver === 'log'
      ? textSender().test(locale)
      : formatMessage(textAccepted, { server: textSender().describe() })
  })
}

/** The result of a test that returns the provider's words, or throws SmsError. */
async function outcomeOf(test: () => Promise<string>): Promise<Outcome<TestResult>> {
  try {
    return { ok: true, passed: true, detail: await test() }
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    return { ok: true, passed: false, detail: error.message }
  }
}

async function findOwnPhone(userId: string): Promise<string | null> {
  const profile = await findProfile(db(), userId)
  return profile?.phoneVerifiedAt ? profile.phone : null
}

/** Answers normally take less than this. */
const WAITING_AFTER_SECONDS = 15

/** The health of the payment provider, and how many payments and refunds wait for it. */
export async function paymentHealth(): Promise<ProviderHealth & { queueLength: number }> {
  const health = await readProviderHealth('payments')
  return {
    ...health,
    queueLength: await countWaiting(db(), addSeconds(now(), -WAITING_AFTER_SECONDS)),
  }
}

/**
 * Asks the provider whether it accepts our credentials, without charging anyone. `detail` is in
 * this language if it is ours, and otherwise the provider's text.
 */
export async function testPaymentProvider(
  locale: Locale,
): Promise<{ passed: boolean; detail: string }> {
  const provider = activeProvider()
  const { noPaymentProvider } = messagesFor(locale).settings.test.results
  if (!provider) return { passed: false, detail: noPaymentProvider }
  try {
    return { passed: true, detail: await provider.test(locale) }
  } catch (error) {
    if (!(error instanceof ProviderRefusal) && !(error instanceof ProviderUnavailable)) throw error
    return { passed: false, detail: error.message }
  }
}
