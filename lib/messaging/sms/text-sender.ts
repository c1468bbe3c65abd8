import { isLoopback } from '@/lib/config/loopback'
import { processSingleton } from '@/lib/config/process-singleton'
import { settings, type Settings } from '@/lib/config/settings'
import { messagesFor } from '@/lib/i18n/messages'
import { addToOutbox } from '@/lib/messaging/mail/local-outbox'
import { maskPhone } from '@/lib/messaging/sms/phone-number'
import type { TextSender } from '@/lib/messaging/sms/sms-port'
import { twilioSender } from '@/lib/messaging/sms/twilio-sender'
import { now } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'

/** Where Twilio posts delivery reports and replies. */
export const TWILIO_WEBHOOK_PATH = '/api/v1/webhooks/sms/twilio'

const senderInUse = () =>
  processSingleton<{ key: string; sender: TextSender | null }>('text-sender', () => ({
    key: '',
    sender: null,
  }))

/** Whether messages are really delivered: in production the log driver delivers none. */
export function canSendTexts(): boolean {
  const { sms, local } = settings()
  return local || sms.driver !== 'log'
}

/** The sender for the current settings. Call it for each use, because the settings may change. */
export function textSender(): TextSender {
  const { sms, local, baseUrl } = settings()
  const key = JSON.stringify([sms, local, baseUrl])
  const kept = senderInUse()
  if (!kept.sender || kept.key !== key) Object.assign(kept, { key, sender: makeSender(settings()) })
  return kept.sender!
}

function makeSender({ sms, local, baseUrl }: Settings): TextSender {
  if (sms.driver === 'log') return logSender({ local })
  // Twilio refuses a message with a callback URL that it cannot reach.
  const reachable = sms.twilio.baseUrl !== null || !isLoopback(new URL(baseUrl).hostname)
  return twilioSender(sms.twilio, (id) =>
    reachable ? `${baseUrl}${TWILIO_WEBHOOK_PATH}?message=${id}` : null,
  )
}

const CODE = /\b\d{6}\b/g

/**
 * Sends nothing. In local mode the message is printed to the terminal and added to the outbox page.
 * In production it is logged with its number and code masked.
 */
export function logSender({
  local,
  print = (text) => void process.stdout.write(text),
}: {
  local: boolean
  print?: (text: string) => void
}): TextSender {
  const describe = () => (local ? 'this terminal' : 'the log, codes masked')
  return {
    async send({ to, text }) {
      if (local) {
        // Removes control characters, so that text in a message cannot send commands to the
        // terminal.
        print(`\n  Text message to ${to}\n  ${text}\n\n`.replace(/[^\P{Cc}\n]/gu, ''))
        addToOutbox({ to, subject: to, text, html: null }, { box: 'texts', sentAt: now() })
      } else {
        const sms = { to: maskPhone(to), text: text.replace(CODE, '[masked]') }
        logger().info({ sms }, 'a text message was logged instead of sent')
      }
      return { providerId: null, delivered: true }
    },
    test: async (locale) => {
      const { textsLogged, textsPrinted } = messagesFor(locale).settings.test.results
      return local ? textsPrinted : textsLogged
    },
    describe,
  }
}
