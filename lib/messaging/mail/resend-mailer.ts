import type { ErrorResponse } from 'resend'
import {
  asRecipientRefusal,
  type Mailer,
  mailHeaders,
  SEND_TIMEOUT_MS,
} from '@/lib/messaging/mail/mail-port'

const API = 'https://api.resend.com'

/** Sends through Resend's HTTP API. `baseUrl` overrides the API's default URL. */
export function resendMailer(account: {
  apiKey: string
  baseUrl: string | null
  from: string
}): Mailer {
  const baseUrl = (account.baseUrl ?? API).replace(/\/+$/, '')
  // Loaded with the first email, so that the service starts without it.
  const client = async () => new (await import('resend')).Resend(account.apiKey, { baseUrl })
  return {
    async send(message, deadline = AbortSignal.timeout(SEND_TIMEOUT_MS)) {
      const { to, subject, text, html, id } = message
      const resend = await client()
      const { error } = await resend.emails.send(
        { from: account.from, to: [to], subject, text, html, headers: mailHeaders(message) },
        options(deadline, id),
      )
      // Resend knows the key, so an earlier attempt with another content was accepted.
      const isRepeated = id !== undefined && error?.name === 'invalid_idempotent_request'
      if (error && !isRepeated) throw refusal(error)
    },
    describe: () => `Resend, ${new URL(baseUrl).host}`,
    close: () => {},
  }
}

function refusal({ statusCode, name, message }: ErrorResponse): Error {
  const error = new Error(`Resend refused the mail (${statusCode ?? 'no answer'}): ${message}`)
  // The same name also stands for a sender that is not verified and other faults of ours.
  const isAboutRecipient =
    statusCode === 422 && name === 'validation_error' && message.startsWith('Invalid `to` field')
  return isAboutRecipient ? asRecipientRefusal(error, { noMailbox: true }) : error
}

// Options passed to fetch. Redirects are not followed: they would carry a working link to another
// host.
function options(
  signal: AbortSignal,
  id: string | undefined,
): { signal: AbortSignal; idempotencyKey?: string } & RequestInit {
  return { signal, redirect: 'error', ...(id && { idempotencyKey: id }) }
}
