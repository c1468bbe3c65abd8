import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { composeMail } from '@/lib/mail/compose-mail'
import type { MailKind } from '@/lib/mail/mail-request.schemas'
import type { MailMessage } from '@/lib/mail/mail-port'
import type { MailText } from '@/lib/mail/texts/editable-text'

/** Whom and where samples are about: documentation addresses and a link that opens nothing. */
const SAMPLE = {
  token: 'sample',
  ip: '192.0.2.1',
  device: 'Firefox, Linux',
  provider: 'Example ID',
  codesLeft: 7,
}

const ABOUT_PROVIDERS = new Set<MailKind>(['identity_linked', 'identity_unlinked', 'confirm_sign_in'])

/** A mail as it would be sent with that text, with made-up facts and a link that opens nothing. */
export function composeSample(
  { kind, locale }: { kind: MailKind; locale: Locale },
  text: MailText,
  { to, now }: { to: string; now: Date },
): MailMessage {
  const { codesLeft, provider, ...facts } = SAMPLE
  const occasion = {
    mail: kind,
    at: now,
    ...facts,
    ...(kind === 'recovery_code_used' && { codesLeft }),
    ...(ABOUT_PROVIDERS.has(kind) && { provider }),
  }
  return composeMail(occasion, { email: to, name: null, locale }, text)
}

/** The same for a mailbox, where it must not pass for the mail itself. */
export function composeTestSample(...about: Parameters<typeof composeSample>): MailMessage {
  const sample = composeSample(...about)
  const { subject } = messagesFor(sample.locale).brand.mailTexts.sample
  return { ...sample, subject: formatMessage(subject, { subject: sample.subject }) }
}
