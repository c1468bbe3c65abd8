import { processSingleton } from '@/lib/config/process-singleton'
import { settings, type Settings } from '@/lib/config/settings'
import { logMailer, type OutboxBox } from '@/lib/messaging/mail/local-outbox'
import { isUnknownMailbox, type Mailer, SEND_TIMEOUT_MS } from '@/lib/messaging/mail/mail-port'
import { resendMailer } from '@/lib/messaging/mail/resend-mailer'
import { smtpMailer } from '@/lib/messaging/mail/smtp-mailer'
import { truncateText } from '@/lib/platform/input-fields'
import { traced } from '@/lib/platform/trace'
import { recordProviderError, recordProviderSuccess } from '@/lib/platform/provider-health.store'

export type { Mailer } from '@/lib/messaging/mail/mail-port'

/** The settings of a mailer. When they change, a new mailer is created. */
interface Account {
  local: boolean
  mail: Settings['mail']
  /** A server entered in the settings area, where private addresses are not allowed. */
  publicOnly: boolean
}

/** The mailers in use, each with the settings it was created from. */
const inUse = () =>
  processSingleton('mailers', () => new Map<OutboxBox, { madeOf: string; mailer: Mailer }>())

/** The mailer for the current settings. Call it for each use, because the settings may change. */
export function mailer(): Mailer {
  return mailerFor('account')
}

/**
 * The mailer for bulk emails. It has its own connections, so that an email about an account never
 * waits for a bulk email.
 */
export function bulkMailer(): Mailer {
  return mailerFor('mailings')
}

/** A mailer for a test whose result does not count as one of the service. The caller closes it. */
export function testMailer(): Mailer {
  const account = accountOf(settings())
  return withSpans(makeMailer(account, 'account'), account)
}

/** Closes the mailers' idle connections. The next email opens a new one. */
export function closeMailer(): void {
  for (const { mailer } of inUse().values()) mailer.close()
  inUse().clear()
}

function mailerFor(box: OutboxBox): Mailer {
  const account = accountOf(settings())
  const madeOf = JSON.stringify(account)
  const known = inUse().get(box)
  if (known?.madeOf === madeOf) return known.mailer
  const mailer = withSpans(withHealth(makeMailer(account, box), account), account)
  inUse().set(box, { madeOf, mailer })
  // Emails being sent over the old connections can still finish.
  if (known) setTimeout(() => known.mailer.close(), 2 * SEND_TIMEOUT_MS).unref()
  return mailer
}

function accountOf({ mail, local, stored, allowPrivateAddresses }: Settings): Account {
  return { local, mail, publicOnly: stored.includes('SMTP_URL') && !allowPrivateAddresses }
}

function makeMailer({ mail, local, publicOnly }: Account, box: OutboxBox): Mailer {
  const { driver, smtpUrl, resendApiKey, resendBaseUrl, from } = mail
  if (driver === 'smtp' && smtpUrl) return smtpMailer({ url: smtpUrl, from, publicOnly })
  if (driver === 'resend' && resendApiKey)
    return resendMailer({ apiKey: resendApiKey, baseUrl: resendBaseUrl, from })
  return logMailer({ local, box })
}

function withSpans(mailer: Mailer, { mail }: Account): Mailer {
  const attributes = { 'mail.driver': mail.driver }
  const about = { name: 'send email', kind: 'client', attributes } as const
  return {
    ...mailer,
    send: (message, deadline) => traced(about, () => mailer.send(message, deadline)),
  }
}

/** Records the health of the server. A mailbox that does not exist says nothing about it. */
function withHealth(mailer: Mailer, { mail }: Account): Mailer {
  if (mail.driver === 'log') return mailer
  return {
    ...mailer,
    async send(message, deadline) {
      try {
        await mailer.send(message, deadline)
      } catch (error) {
        if (!isUnknownMailbox(error)) await recordProviderError('mail', describeMailError(error))
        throw error
      }
      await recordProviderSuccess('mail')
    },
  }
}

const MAX_ERROR_LENGTH = 500

/**
 * The mail server's error, or why it could not be reached, in one line of at most 500 characters,
 * without our credentials.
 */
export function describeMailError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const masked = credentials().reduce(
    (text, secret) => text.replaceAll(secret, '[masked]'),
    message,
  )
  const line = masked.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return truncateText(line || 'unknown', MAX_ERROR_LENGTH)
}

function credentials(): string[] {
  const { smtpUrl, resendApiKey } = settings().mail
  const { password = '' } = smtpUrl && URL.canParse(smtpUrl) ? new URL(smtpUrl) : {}
  return [smtpUrl, resendApiKey, password, decodeOrKeep(password)].flatMap((secret) =>
    // Masking a shorter secret would mask parts of ordinary words.
    secret && secret.length >= 4 ? [secret] : [],
  )
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
