import { settings, type Settings } from '@/lib/config/settings'
import { describeMailFault } from '@/lib/mail/describe-mail-fault'
import { isRefusedForGood } from '@/lib/mail/is-refused-for-good'
import type { OutboxBox } from '@/lib/mail/local-outbox'
import { logMailer } from '@/lib/mail/log-mailer'
import { SEND_TIMEOUT_MS, type Mailer } from '@/lib/mail/mail-port'
import { resendMailer } from '@/lib/mail/resend-mailer'
import { smtpMailer } from '@/lib/mail/smtp-mailer'
import { remember } from '@/lib/platform/remember'
import { recordProviderError, recordProviderSuccess } from '@/lib/settings/provider-health.store'

export type { Mailer } from '@/lib/mail/mail-port'

/** What a mailer is made of; another value needs another mailer. */
interface Account {
  local: boolean
  mail: Settings['mail']
  /** A server that was typed into the settings area, where private addresses are not allowed. */
  publicOnly: boolean
}

/** The mailers in use, each with what it was made of. */
const inUse = () => remember('mailers', () => new Map<OutboxBox, { madeOf: string; mailer: Mailer }>())

/** The mailer that the settings ask for. Ask at each use: other settings make another one. */
export function mailer(): Mailer {
  return mailerFor('account')
}

/** The same for what goes to many, with connections of its own: a mail about an account never waits for one of these. */
export function bulkMailer(): Mailer {
  return mailerFor('mailings')
}

/** Ends the mailers' idle connections; the next mail opens anew. */
export function closeMailer(): void {
  for (const { mailer } of inUse().values()) mailer.close()
  inUse().clear()
}

function mailerFor(box: OutboxBox): Mailer {
  const account = accountOf(settings())
  const madeOf = JSON.stringify(account)
  const known = inUse().get(box)
  if (known?.madeOf === madeOf) return known.mailer
  const mailer = withHealth(makeMailer(account, box), account)
  inUse().set(box, { madeOf, mailer })
  // Mails that are under way over the old connections arrive.
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

/** Notes how the server is doing. That it refuses one recipient says nothing of it. */
function withHealth(mailer: Mailer, { mail }: Account): Mailer {
  if (mail.driver === 'log') return mailer
  return {
    ...mailer,
    async send(message, deadline) {
      try {
        await mailer.send(message, deadline)
      } catch (error) {
        if (!isRefusedForGood(error)) await recordProviderError('mail', describeMailFault(error))
        throw error
      }
      await recordProviderSuccess('mail')
    },
  }
}
