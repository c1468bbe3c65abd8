import type { Locale } from '@/lib/i18n/locale'

/** An email that is ready to send. `to` is one normalized address. */
export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
  locale: Locale
  /** Emails with the same id are duplicates: servers and mailboxes that check it keep one. */
  id?: string
  /** Of a bulk email: a POST to it unsubscribes the recipient. */
  unsubscribeUrl?: string
}

/** A way to send emails. */
export interface Mailer {
  /** Sends an email. Throws if that failed or took longer than `deadline` allows. */
  send(message: MailMessage, deadline?: AbortSignal): Promise<void>
  /** The destination of emails, for the operator, without credentials. */
  describe(): string
  /** Closes all connections. Emails still being sent count as not sent. */
  close(): void
}

/**
 * Timeout for sending one email, including the wait for a free connection. Well below the lease of
 * a job.
 */
export const SEND_TIMEOUT_MS = 20_000

/** The name of the error when the server refused the recipient, for now or for good. */
export const RECIPIENT_REFUSED = 'RecipientRefused'

/** Marks an error as a refusal of the recipient. `noMailbox`: the mailbox does not exist. */
export function asRecipientRefusal(error: Error, { noMailbox }: { noMailbox: boolean }): Error {
  return Object.assign(error, { name: RECIPIENT_REFUSED, noMailbox })
}

/**
 * Whether the server said that the mailbox does not exist. Other refusals, of a recipient or of the
 * message, may be about us, such as a relay that does not know the service yet, or a sender that is
 * not verified: those are retried.
 */
export function isUnknownMailbox(error: unknown): boolean {
  return ((error ?? {}) as { noMailbox?: unknown }).noMailbox === true
}

/**
 * The headers of an email. RFC 3834 asks automatic email to identify itself, so that no
 * out-of-office reply answers it, and RFC 8058 bulk email to be unsubscribed from with one click.
 */
export function mailHeaders({
  locale,
  unsubscribeUrl,
}: Pick<MailMessage, 'locale' | 'unsubscribeUrl'>): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'Content-Language': locale,
    ...(unsubscribeUrl && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}
