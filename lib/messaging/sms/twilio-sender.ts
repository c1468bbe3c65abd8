import type { Settings } from '@/lib/config/settings'
import { messagesFor } from '@/lib/i18n/messages'
import { maskPhone } from '@/lib/messaging/sms/phone-number'
import {
  SMS_TIMEOUT_MS,
  SmsError,
  type TextMessage,
  type TextSender,
} from '@/lib/messaging/sms/sms-port'
import { readBounded } from '@/lib/platform/byte-collector'
import { tracedCall } from '@/lib/platform/trace'

/**
 * Twilio errors about this one message that a retry won't change: invalid, unreachable or
 * non-mobile numbers, texts too long.
 */
const PERMANENT = new Set([
  21211, 21212, 21214, 21217, 21219, 21265, 21401, 21407, 21408, 21421, 21602, 21612, 21614, 21617,
  21635, 30004, 30005, 30006, 30007,
])
const OPTED_OUT = 21610
const ANSWER_LIMIT = 64 * 1024

type TwilioAccount = Settings['sms']['twilio']

/**
 * Sends through Twilio's API. `callbackUrl` is where Twilio reports the delivery status, or null if
 * it cannot reach us. Errors about the account (wrong credentials, too many requests) count as
 * temporary: messages wait until it is fixed.
 */
export function twilioSender(
  account: TwilioAccount,
  callbackUrl: (id: string) => string | null,
): TextSender {
  const base = account.baseUrl?.replace(/\/+$/, '') ?? `https://${twilioHost(account)}`
  const { accountSid, authToken, from } = account
  if (!accountSid || !authToken || !from) throw new Error('Twilio is not set up')
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const ask = async (method: 'GET' | 'POST', path: string, body?: URLSearchParams) => {
    const url = `${base}/2010-04-01/Accounts/${accountSid}${path}`
    const response = await tracedCall(method, url, () =>
      fetch(url, {
        method,
        headers: { authorization, accept: 'application/json' },
        body,
        // A redirect would carry the credentials and the message to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(SMS_TIMEOUT_MS),
      }),
    ).catch((cause: unknown) => {
      throw new SmsError('Twilio cannot be reached', { code: null, kind: 'temporary' }, { cause })
    })
    return readAnswer(response, body)
  }
  return {
    async send(message) {
      const form = formOf(message, from, callbackUrl(message.id))
      const { sid } = await ask('POST', '/Messages.json', form)
      const providerId = typeof sid === 'string' ? sid.slice(0, 64) : null
      return { providerId, delivered: false }
    },
    async test(locale) {
      const { status } = await ask('GET', '.json')
      if (status !== 'active')
        throw new SmsError('The Twilio account is not active', { code: null, kind: 'temporary' })
      return messagesFor(locale).settings.test.results.twilioReady
    },
    describe: () => `Twilio, ${new URL(base).host}`,
  }
}

/**
 * The host of Twilio's API: `api.{edge}.{region}.twilio.com`. With only an edge, the region is the
 * United States.
 */
export function twilioHost({ region, edge }: Pick<TwilioAccount, 'region' | 'edge'>): string {
  const parts = ['api', edge, region ?? (edge ? 'us1' : null), 'twilio.com']
  return parts.filter((part) => part !== null).join('.')
}

function formOf({ to, text }: TextMessage, from: string, callback: string | null): URLSearchParams {
  const sender = from.startsWith('+') ? 'From' : 'MessagingServiceSid'
  return new URLSearchParams({
    To: to,
    Body: text,
    [sender]: from,
    ...(callback && { StatusCallback: callback }),
  })
}

async function readAnswer(
  response: Response,
  form: URLSearchParams | undefined,
): Promise<Record<string, unknown>> {
  const answer = await readJson(response)
  if (response.ok) return answer
  const code = typeof answer.code === 'number' ? answer.code : response.status
  const asked = form ? 'message' : 'request'
  const said = typeof answer.message === 'string' ? answer.message : 'no reason given'
  const words = maskRecipient(said, form).slice(0, 300)
  const kind = code === OPTED_OUT ? 'opted_out' : PERMANENT.has(code) ? 'permanent' : 'temporary'
  throw new SmsError(`Twilio refused the ${asked} (${code}): ${words}`, {
    code: String(code),
    kind,
  })
}

/** Twilio repeats the number in full, and errors are logged and shown on pages. */
function maskRecipient(words: string, form: URLSearchParams | undefined): string {
  const to = form?.get('To')
  if (!to) return words
  const masked = maskPhone(to)
  return words.replaceAll(to, masked).replaceAll(to.slice(1), masked.slice(1))
}

/**
 * An unreadable response counts as no response: a message Twilio accepted may be sent twice, but
 * none is lost.
 */
async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const body = await readBounded(response.body ?? [], ANSWER_LIMIT)
    if (!body) throw new Error('the answer is too long')
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch (cause) {
    if (!response.ok) return {}
    throw new SmsError(
      'Twilio gave no readable answer',
      { code: null, kind: 'temporary' },
      { cause },
    )
  }
}
