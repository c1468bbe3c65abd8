import { processSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import type { Mailer, MailMessage } from '@/lib/messaging/mail/mail-port'
import { now } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'

const RULE = '─'.repeat(72)
const TOKEN = /([?&]token=)[^\s&#"'<>]+/g

/**
 * Sends nothing. In local mode the mail is printed for the person at the terminal, links whole, and
 * kept for the outbox page; in production it goes to the log with its token masked: a log is read
 * by more people than the one who owns the mailbox.
 */
export function logMailer({
  local,
  box,
  print = (text) => void process.stdout.write(text),
}: {
  local: boolean
  /** Where the outbox page shows the mails. */
  box: OutboxBox
  print?: (text: string) => void
}): Mailer {
  return {
    async send(message) {
      if (!local)
        return logger().info({ mail: maskTokens(message) }, 'a mail was logged instead of sent')
      print(formatForTerminal(message))
      addToOutbox(message, { box, sentAt: now() })
    },
    describe: () => (local ? 'this terminal' : 'the log, links masked'),
    close: () => {},
  }
}

function formatForTerminal({ to, subject, text }: MailMessage): string {
  const body = text.trimEnd().replace(/^/gm, '  ')
  const page = `\n${RULE}\n  Mail to ${to}\n  Subject: ${subject}\n${RULE}\n\n${body}\n\n${RULE}\n\n`
  // Nothing that found its way into a mail may command the terminal.
  return page.replace(/[^\P{Cc}\n]/gu, '')
}

function maskTokens({ to, subject, text }: MailMessage) {
  return { to, subject, text: text.replace(TOKEN, '$1…[masked]') }
}

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

/**
 * How many mails are kept of each kind: a mailing to thousands must not push out somebody's
 * verification link.
 */
export const OUTBOX_SIZE = 50

const outbox = () =>
  processSingleton<Record<OutboxBox, OutboxMail[]>>('local-outbox', () => ({
    account: [],
    mailings: [],
    texts: [],
  }))

/**
 * Keeps a mail for the outbox page of local mode: in memory, the newest fifty of its kind, gone
 * with the process.
 */
export function addToOutbox(
  { to, subject, text, html }: Omit<OutboxMail, 'id' | 'sentAt'>,
  { box, sentAt }: { box: OutboxBox; sentAt: Date },
): void {
  const mails = outbox()[box]
  mails.unshift({ id: newId(), sentAt, to, subject, text, html })
  mails.splice(OUTBOX_SIZE)
}

/**
 * What went to the terminal, newest first; null where there is no such page: outside local mode,
 * which listens on this machine alone, and where both mails and text messages leave the house.
 */
export function readOutbox(): Readonly<Record<OutboxBox, readonly OutboxMail[]>> | null {
  const { local, mail, sms } = settings()
  return local && (mail.driver === 'log' || sms.driver === 'log') ? outbox() : null
}

/**
 * Where the page that says "check your mail" may send the reader in local mode: the terminal; null:
 * their mailbox.
 */
export function describeMailDestination(): 'terminal' | null {
  const { local, mail } = settings()
  return local && mail.driver === 'log' ? 'terminal' : null
}
