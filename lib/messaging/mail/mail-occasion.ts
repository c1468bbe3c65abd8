import type { MailKind } from '@/lib/messaging/mail/mails'

/**
 * What an email is about: `at` is when it happened, the rest if known. `token` goes into the link
 * of emails that have one.
 */
export interface MailOccasion {
  mail: MailKind
  at: Date
  ip?: string
  device?: string
  /** The values of the email's details. */
  details?: Readonly<Record<string, string | number>>
  /** When the address was registered that the email asks to confirm. */
  registeredAt?: Date
  token?: string
}

/**
 * The recipient. `name` is given only for confirmed addresses: an attacker could register with an
 * advertisement as the name.
 */
export interface MailReader {
  email: string
  name: string | null
  locale: string | null
}
