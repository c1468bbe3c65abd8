import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signTwilioRequest } from '@/lib/messaging/sms/twilio-webhook'

export const TWILIO_SID = `AC${'0123456789abcdef'.repeat(2)}`
export const TWILIO_TOKEN = 'the-auth-token-of-the-tests'
export const TWILIO_NUMBER = '+12025550100'

/**
 * The response to the next requests: a Twilio error, a dropped connection, or text that is not
 * JSON.
 */
type Fault = { status: number; code: number; message: string } | 'drop' | 'garbage' | 'redirect'

interface TakenMessage {
  sid: string
  fields: Record<string, string>
}

/**
 * A server for the part of Twilio's API that sends messages, strict about credentials and fields.
 */
export async function startTwilioStandIn() {
  const messages: TakenMessage[] = []
  const faults = new Map<string, Fault>()
  let everybody: Fault | null = null
  let accountStatus = 'active'
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const fields = Object.fromEntries(new URLSearchParams(body))
      const answer = (status: number, value: object) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(value))
      const refuse = (status: number, code: number, message: string) =>
        answer(status, {
          code,
          message,
          more_info: `https://www.twilio.com/docs/errors/${code}`,
          status,
        })
      const credentials = Buffer.from(`${TWILIO_SID}:${TWILIO_TOKEN}`).toString('base64')
      if (request.headers.authorization !== `Basic ${credentials}`)
        return refuse(401, 20003, 'Authenticate')
      if (request.url === `/2010-04-01/Accounts/${TWILIO_SID}.json` && request.method === 'GET')
        return answer(200, { sid: TWILIO_SID, status: accountStatus })
      if (
        request.url !== `/2010-04-01/Accounts/${TWILIO_SID}/Messages.json` ||
        request.method !== 'POST'
      )
        return refuse(404, 20404, 'The requested resource was not found')
      if (!fields.From && !fields.MessagingServiceSid)
        return refuse(400, 21603, "A 'From' phone number is required.")
      if (!fields.To) return refuse(400, 21604, "A 'To' phone number is required.")
      if (!fields.Body) return refuse(400, 21602, 'Message body is required.')
      if (fields.Body.length > 1600)
        return refuse(400, 21617, 'The concatenated message body exceeds the 1600 limit')
      const fault = everybody ?? faults.get(fields.To)
      if (fault === 'drop') return request.socket.destroy()
      if (fault === 'garbage') return response.writeHead(200).end('<html>')
      if (fault === 'redirect')
        return response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
      if (fault) return refuse(fault.status, fault.code, fault.message)
      const sid = `SM${String(messages.length).padStart(32, '0')}`
      messages.push({ sid, fields })
      return answer(201, {
        sid,
        status: 'queued',
        to: fields.To,
        body: fields.Body,
        error_code: null,
      })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    messages,
    /** The settings that make the service send here. */
    env: {
      SMS_DRIVER: 'twilio',
      TWILIO_ACCOUNT_SID: TWILIO_SID,
      TWILIO_AUTH_TOKEN: TWILIO_TOKEN,
      TWILIO_FROM: TWILIO_NUMBER,
      TWILIO_BASE_URL: url,
    },
    /** The response to messages to a number (or to all) from now on; null accepts them. */
    fail(fault: Fault | null, to?: string) {
      if (to === undefined) everybody = fault
      else if (fault) faults.set(to, fault)
      else faults.delete(to)
    },
    suspend: () => void (accountStatus = 'suspended'),
    clear() {
      accountStatus = 'active'
      messages.length = 0
      faults.clear()
      everybody = null
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

/** A request to one of our addresses, signed as by Twilio. */
export function signedByTwilio(url: string, fields: Record<string, string>) {
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signTwilioRequest(TWILIO_TOKEN, url, fields),
    },
    body: new URLSearchParams(fields).toString(),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
