import { LOOPBACK } from '@/lib/config/loopback'
import { settings, type Settings } from '@/lib/config/settings'
import { remember } from '@/lib/platform/remember'
import { logSender } from '@/lib/sms/drivers/log-sender'
import { twilioSender } from '@/lib/sms/drivers/twilio-sender'
import type { TextSender } from '@/lib/sms/sms-port'

/** Where Twilio reports what became of a message, and hands over replies. */
export const TWILIO_WEBHOOK_PATH = '/api/v1/webhooks/sms/twilio'

const holder = () =>
  remember<{ key: string; sender: TextSender | null }>('text-sender', () => ({ key: '', sender: null }))

/** Whether messages reach anybody: in production the log driver sends them nowhere. */
export function canSendTexts(): boolean {
  const { sms, local } = settings()
  return local || sms.driver !== 'log'
}

/** The sender that the settings ask for; another one as soon as they change. */
export function textSender(): TextSender {
  const { sms, local, baseUrl } = settings()
  const key = JSON.stringify([sms, local, baseUrl])
  const kept = holder()
  if (!kept.sender || kept.key !== key) Object.assign(kept, { key, sender: makeSender(settings()) })
  return kept.sender!
}

function makeSender({ sms, local, baseUrl }: Settings): TextSender {
  if (sms.driver === 'log') return logSender({ local })
  // Twilio refuses a message that names an address which it cannot call.
  const reachable = sms.twilio.baseUrl !== null || !LOOPBACK.has(new URL(baseUrl).hostname)
  return twilioSender(sms.twilio, (id) =>
    reachable ? `${baseUrl}${TWILIO_WEBHOOK_PATH}?message=${id}` : null,
  )
}
