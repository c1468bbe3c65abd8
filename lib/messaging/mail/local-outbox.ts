import { processSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import type { Mailer, MailMessage } from '@/lib/messaging/mail/mail-port'
import { now } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'

const RULE = '─'.repeat(72)
const TOKEN = /([?&]token=)[^\s&#"'<>]+/g

/**
 * Sends nothing. In local mode the email is printed to the terminal with working links and added to
 * the outbox page. In production it is logged with its token masked, because more people can read a
 * log than the mailbox.
 */
export function logMailer({
  local,
  box,
  print = (text) => void process.stdout.write(text),
}: {
  local: boolean
  /** The section of the outbox page that shows the emails. */
  box: OutboxBox
  print?: (text: string) => void
}): Mailer {
  return {
    async send(message) {
      if (!local)
        return logger().info({ mail: maskTokens(message) }, 'an email was logged instead of sent')
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
  // Removes control characters, so that text in an email cannot send commands to the terminal.
  return page.replace(/[^\P{Cc}\n]/gu, '')
}

function maskTokens({ to, subject, text }: MailMessage) {
  return { to, subject, text: text.replace(TOKEN, '$1…[masked]') }
}

/** The sections of the outbox: emails about one account, bulk emails, and text messages. */
export const OUTBOX_BOXES = ['account', 'mailings', 'texts'] as const

export type OutboxBox = (typeof OUTBOX_BOXES)[number]

/** An email that went to the terminal. It contains working links. */
export interface OutboxMail extends Pick<MailMessage, 'to' | 'subject' | 'text'> {
  id: string
  /** Null for a text message. */
  html: string | null
  sentAt: Date
}

/**
 * How many emails each section keeps: a bulk email to thousands must not push out a verification
 * link.
 */
export const OUTBOX_SIZE = 50

const outbox = () =>
  processSingleton<Record<OutboxBox, OutboxMail[]>>('local-outbox', () => ({
    account: [],
    mailings: [],
    texts: [],
  }))

/**
 * Adds an email to the outbox page of local mode, in memory only. Each section keeps the newest
 * fifty.
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
 * The emails and text messages printed to the terminal, newest first. Null if there is no outbox
 * page: outside local mode, which listens on this machine only, and when both emails and text
 * messages are really delivered.
 */
export function readOutbox(): Readonly<Record<OutboxBox, readonly OutboxMail[]>> | null {
  const { local, mail, sms } = settings()
  return local && (mail.driver === 'log' || sms.driver === 'log') ? outbox() : null
}

/**
 * Where the "check your email" page points the reader: the terminal in local mode, or null for
 * their mailbox.
 */
export function describeMailDestination(): 'terminal' | null {
  const { local, mail } = settings()
  return local && mail.driver === 'log' ? 'terminal' : null
}
