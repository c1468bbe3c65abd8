import type { Locale } from '@/lib/i18n/locale'

/** A mail that is ready to go. `to` is one normalised address. */
export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
  locale: Locale
  /**
   * Where one is given, a mail of the same id is the same mail: servers and mailboxes that look at
   * it keep one.
   */
  id?: string
}

/** A way for mails to leave the house. */
export interface Mailer {
  /** Hands a mail over; throws when that did not succeed, or took longer than `deadline` allows. */
  send(message: MailMessage, deadline?: AbortSignal): Promise<void>
  /** Where mails go, in words for the operator; no credentials. */
  describe(): string
  /** Ends what is open, deliveries under way too: their mails count as not sent. */
  close(): void
}

/**
 * How long handing one mail over may take, waiting for a free connection included: well within the
 * lease of a job.
 */
export const SEND_TIMEOUT_MS = 20_000

/**
 * Headers that every mail carries: RFC 3834 asks automatic mail to say that it is, so that nobody's
 * absence note answers it.
 */
export function mailHeaders(locale: Locale): Record<string, string> {
  return { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale }
}
