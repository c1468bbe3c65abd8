import { settings, type Settings } from '@/lib/config/settings'
import type { OutboxBox } from '@/lib/mail/local-outbox'
import { logMailer } from '@/lib/mail/log-mailer'
import type { Mailer } from '@/lib/mail/mail-port'
import { resendMailer } from '@/lib/mail/resend-mailer'
import { smtpMailer } from '@/lib/mail/smtp-mailer'
import { forget, remember } from '@/lib/platform/remember'

export type { Mailer } from '@/lib/mail/mail-port'

/** The mailer that the settings ask for, one per process. */
export function mailer(): Mailer {
  return remember('mailer', () => makeMailer(settings(), 'account'))
}

/** The same for what goes to many, with connections of its own: a mail about an account never waits for one of these. */
export function bulkMailer(): Mailer {
  return remember('bulk-mailer', () => makeMailer(settings(), 'mailings'))
}

/** Ends the mailers' idle connections; the next mail opens anew. */
export function closeMailer(): void {
  mailer().close()
  bulkMailer().close()
  forget('mailer')
  forget('bulk-mailer')
}

function makeMailer({ mail, local }: Settings, box: OutboxBox): Mailer {
  if (mail.driver === 'smtp' && mail.smtpUrl) return smtpMailer({ url: mail.smtpUrl, from: mail.from })
  if (mail.driver === 'resend' && mail.resendApiKey)
    return resendMailer({ apiKey: mail.resendApiKey, baseUrl: mail.resendBaseUrl, from: mail.from })
  return logMailer({ local, box })
}
