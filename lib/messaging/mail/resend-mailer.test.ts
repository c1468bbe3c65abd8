import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  isUnknownMailbox,
  type MailMessage,
  RECIPIENT_REFUSED,
} from '@/lib/messaging/mail/mail-port'
import { resendMailer } from '@/lib/messaging/mail/resend-mailer'

const MAIL: MailMessage = {
  to: 'ada@example.com',
  subject: 'Parolanız değişti',
  text: 'text',
  html: '<p>html</p>',
  locale: 'tr',
}
interface Seen {
  method?: string
  url?: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}
let server: Server
let seen: Seen[] = []
let answer: { status: number; headers?: Record<string, string>; body: string } | 'silence'
let arrived = () => {}

beforeEach(async () => {
  seen = []
  answer = { status: 200, body: '{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}' }
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      seen.push({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: JSON.parse(text || '{}') as Record<string, unknown>,
      })
      arrived()
      if (answer === 'silence') return
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const mailer = (baseUrl = base()) =>
  resendMailer({ apiKey: 're_key', baseUrl, from: 'Gatehouse <no-reply@auth.example>' })

it('posts both parts of the email to the API with the key in its header', async () => {
  await mailer(`${base()}/`).send(MAIL)
  expect(seen).toHaveLength(1)
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/emails' })
  expect(seen[0]!.headers.authorization).toBe('Bearer re_key')
  expect(seen[0]!.body).toEqual({
    from: 'Gatehouse <no-reply@auth.example>',
    to: ['ada@example.com'],
    subject: MAIL.subject,
    text: 'text',
    html: '<p>html</p>',
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'tr' },
  })
})

it('offers to unsubscribe from a bulk email with one click', async () => {
  const unsubscribeUrl = 'https://id.example.org/api/v1/unsubscribe?token=x'
  await mailer().send({ ...MAIL, unsubscribeUrl })
  expect(seen[0]!.body).toMatchObject({
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
})

it.each([
  [
    422,
    '{"statusCode":422,"name":"validation_error","message":"Invalid `to` field."}',
    /422.*Invalid `to`/,
  ],
  [429, '{"statusCode":429,"name":"rate_limit_exceeded","message":"Too many requests."}', /429/],
  [500, '<html>oops</html>', /500/],
])('counts the email as not sent when the API answers %i', async (status, body, message) => {
  answer = { status, body }
  await expect(mailer().send(MAIL)).rejects.toThrow(message)
})

it('counts a changed email as sent if Resend accepted an earlier attempt', async () => {
  const name = 'invalid_idempotent_request'
  const message = 'This idempotency key has been used with a different request body.'
  answer = { status: 409, body: JSON.stringify({ statusCode: 409, name, message }) }
  await mailer().send({ ...MAIL, id: '01a21e90-a272-7672-9ce5-5e643a65e3df' })
  await expect(mailer().send(MAIL)).rejects.toThrow(/409/)
})

describe('a refusal', () => {
  const refuse = (statusCode: number, name: string, message: string) => {
    answer = { status: statusCode, body: JSON.stringify({ statusCode, name, message }) }
    return mailer()
      .send(MAIL)
      .catch((error: unknown) => error)
  }

  it('of an address that Resend finds invalid is final, and about the recipient', async () => {
    const error = await refuse(
      422,
      'validation_error',
      'Invalid `to` field. The email address needs to follow the `email@example.com` format.',
    )
    expect(error).toMatchObject({ name: RECIPIENT_REFUSED })
    expect(isUnknownMailbox(error)).toBe(true)
  })

  it.each([
    [422, 'validation_error', 'Invalid `from` field.'],
    [403, 'validation_error', 'You can only send testing emails to your own email address.'],
    [403, 'validation_error', 'The auth.example domain is not verified.'],
    [422, 'missing_required_field', 'Missing `to` field.'],
    [429, 'daily_quota_exceeded', 'You have reached your daily email sending quota.'],
  ])('that is about us or our account is not: %i %s, %s', async (status, name, message) => {
    const error = await refuse(status, name, message)
    expect(error).toMatchObject({ name: 'Error', message: expect.stringContaining(message) })
    expect(isUnknownMailbox(error)).toBe(false)
  })
})

it('follows no redirect, because the email contains a working link', async () => {
  answer = { status: 307, headers: { location: `${base()}/elsewhere` }, body: '' }
  await expect(mailer().send(MAIL)).rejects.toThrow(/Resend refused/)
  expect(seen.map(({ url }) => url)).toEqual(['/emails'])
})

it('times out at the deadline when the API is silent', async () => {
  answer = 'silence'
  const deadline = new AbortController()
  const reached = new Promise<void>((resolve) => (arrived = resolve))
  const sent = mailer().send(MAIL, deadline.signal)
  await reached
  deadline.abort()
  await expect(sent).rejects.toThrow(/Resend refused/)
})

it('reports an unreachable API without revealing the key', async () => {
  const nobody = mailer('http://127.0.0.1:1')
  const error = await nobody.send(MAIL).catch((error: unknown) => String(error))
  expect(error).toMatch(/no answer/)
  expect(error).not.toContain('re_key')
  expect(nobody.describe()).toBe('Resend, 127.0.0.1:1')
})
