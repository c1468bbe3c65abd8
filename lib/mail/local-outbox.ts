import { settings } from '@/lib/config/settings'
import type { MailMessage } from '@/lib/mail/mail-port'
import { newId } from '@/lib/platform/ids'
import { remember } from '@/lib/platform/remember'

/** A mail that went to the terminal. Its text holds live links. */
export interface OutboxMail extends Pick<MailMessage, 'to' | 'subject' | 'text'> {
  id: string
  sentAt: Date
}

/** How many mails are kept. */
export const OUTBOX_KEEPS = 50

const outbox = () => remember<OutboxMail[]>('local-outbox', () => [])

/** Keeps a mail for the outbox page of local mode: in memory, the newest fifty, gone with the process. */
export function keepInOutbox({ to, subject, text }: MailMessage, sentAt: Date): void {
  const mails = outbox()
  mails.unshift({ id: newId(), sentAt, to, subject, text })
  mails.splice(OUTBOX_KEEPS)
}

/**
 * The mails that went to the terminal, newest first; null where there is no such page: outside local mode, which listens on this
 * machine alone, and where mails leave the house.
 */
export function readOutbox(): readonly OutboxMail[] | null {
  const { local, mail } = settings()
  return local && mail.driver === 'log' ? outbox() : null
}
