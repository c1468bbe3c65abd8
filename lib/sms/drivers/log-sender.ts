import { keepInOutbox } from '@/lib/mail/local-outbox'
import { now } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { maskPhone } from '@/lib/sms/phone-number'
import type { TextSender } from '@/lib/sms/sms-port'

const CODE = /\b\d{6}\b/g

/**
 * Sends nothing. In local mode a message is printed for the person at the terminal and kept for the outbox page; in production it
 * goes to the log with its number and code masked.
 */
export function logSender({
  local,
  print = (text) => void process.stdout.write(text),
}: {
  local: boolean
  print?: (text: string) => void
}): TextSender {
  return {
    async send({ to, text }) {
      if (local) {
        // Nothing that found its way into a message may command the terminal.
        print(`\n  Text message to ${to}\n  ${text}\n\n`.replace(/[^\P{Cc}\n]/gu, ''))
        keepInOutbox({ to, subject: to, text, html: null }, { box: 'texts', sentAt: now() })
      } else {
        const sms = { to: maskPhone(to), text: text.replace(CODE, '[masked]') }
        logger().info({ sms }, 'a text message was logged instead of sent')
      }
      return { providerId: null, delivered: true }
    },
    describe: () => (local ? 'this terminal' : 'the log, codes masked'),
  }
}
