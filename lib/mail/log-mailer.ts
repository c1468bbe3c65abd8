import { keepInOutbox, type OutboxBox } from '@/lib/mail/local-outbox'
import type { Mailer, MailMessage } from '@/lib/mail/mail-port'
import { now } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'

const RULE = '─'.repeat(72)
const TOKEN = /([?&]token=)[^\s&#"'<>]+/g

/**
 * Sends nothing. In local mode the mail is printed for the person at the terminal, links whole, and kept for the outbox page; in production it goes to the
 * log with its token masked: a log is read by more people than the one who owns the mailbox.
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
      if (!local) return logger().info({ mail: masked(message) }, 'a mail was logged instead of sent')
      print(readable(message))
      keepInOutbox(message, { box, sentAt: now() })
    },
    describe: () => (local ? 'this terminal' : 'the log, links masked'),
    close: () => {},
  }
}

function readable({ to, subject, text }: MailMessage): string {
  const body = text.trimEnd().replace(/^/gm, '  ')
  const page = `\n${RULE}\n  Mail to ${to}\n  Subject: ${subject}\n${RULE}\n\n${body}\n\n${RULE}\n\n`
  // Nothing that found its way into a mail may command the terminal.
  return page.replace(/[^\P{Cc}\n]/gu, '')
}

function masked({ to, subject, text }: MailMessage) {
  return { to, subject, text: text.replace(TOKEN, '$1…[masked]') }
}
