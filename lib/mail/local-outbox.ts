import { settings } from '@/lib/config/settings'
import type { MailMessage } from '@/lib/mail/mail-port'
import { newId } from '@/lib/platform/ids'
import { remember } from '@/lib/platform/remember'

/** What is kept: mails about one account, those that go to many, and text messages. */
export const OUTBOX_BOXES = ['account', 'mailings', 'texts'] as const

export type OutboxBox = (typeof OUTBOX_BOXES)[number]

/** A mail that went to the terminal. It holds live links. */
export interface OutboxMail extends Pick<MailMessage, 'to' | 'subject' | 'text'> {
  id: string
  /** Null: a text message. */
  html: string | null
  sentAt: Date
}

/** How many mails are kept of each kind: a mailing to thousands must not push out somebody's verification link. */
export const OUTBOX_KEEPS = 50

const outbox = () =>
  remember<Record<OutboxBox, OutboxMail[]>>('local-outbox', () => ({
    account: [],
    mailings: [],
    texts: [],
  }))

/** Keeps a mail for the outbox page of local mode: in memory, the newest fifty of its kind, gone with the process. */
export function keepInOutbox(
  { to, subject, text, html }: Omit<OutboxMail, 'id' | 'sentAt'>,
  { box, sentAt }: { box: OutboxBox; sentAt: Date },
): void {
  const mails = outbox()[box]
  mails.unshift({ id: newId(), sentAt, to, subject, text, html })
  mails.splice(OUTBOX_KEEPS)
}

/**
 * What went to the terminal, newest first; null where there is no such page: outside local mode, which listens on this
 * machine alone, and where both mails and text messages leave the house.
 */
export function readOutbox(): Readonly<Record<OutboxBox, readonly OutboxMail[]>> | null {
  const { local, mail, sms } = settings()
  return local && (mail.driver === 'log' || sms.driver === 'log') ? outbox() : null
}
