import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/**
 * An email as a real SMTP server received it: the envelope, and the message as parsed by a
 * third-party parser.
 */
export interface ReceivedMail {
  envelope: { from: string; to: string[] }
  user: string | undefined
  raw: string
  message: Email
}

/**
 * At which point of the dialogue the server fails, and how: with an error code and a text, or
 * without a response.
 */
export type Fault = {
  at: 'connect' | 'sender' | 'recipient' | 'message'
  with: number | 'silence'
  text?: string
} | null

/** Receives the emails of a test. */
export interface SmtpReceiver {
  url: string
  port: number
  mails: ReceivedMail[]
  /** How many connections were opened so far. */
  connections(): number
  /** How often it failed on purpose. */
  faults(): number
  /** Activates a fault; null restores normal behavior. */
  fail(fault: Fault): void
  /**
   * Resolves when the current fault next occurs, so that a test knows that a client is waiting
   * there.
   */
  met(): Promise<void>
  close(): Promise<void>
}

/** Starts an SMTP server on a free loopback port, by default without TLS and authentication. */
export async function startSmtpReceiver(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = []
  let fault: Fault = null
  let faults = 0
  let connections = 0
  let tellMet = () => {}
  const meet = (at: NonNullable<Fault>['at'], go: (error?: Error) => void) => {
    if (fault?.at !== at) return go()
    faults++
    tellMet()
    const { with: responseCode, text = 'refused by the test' } = fault
    if (responseCode !== 'silence') go(Object.assign(new Error(text), { responseCode }))
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    ...options,
    onConnect: (_session, done) => {
      connections++
      meet('connect', done)
    },
    onMailFrom: (_address, _session, done) => meet('sender', done),
    onRcptTo: (_address, _session, done) => meet('recipient', done),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () =>
        meet('message', (error) => {
          if (error) return done(error)
          const raw = Buffer.concat(chunks)
          void PostalMime.parse(raw).then((message) => {
            const { mailFrom, rcptTo } = session.envelope
            const envelope = {
              from: mailFrom ? mailFrom.address : '',
              to: rcptTo.map(({ address }) => address),
            }
            mails.push({
              envelope,
              user: session.user as string | undefined,
              raw: raw.toString('utf8'),
              message,
            })
            done()
          })
        }),
      )
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: bound } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    mails,
    connections: () => connections,
    faults: () => faults,
    fail: (next) => void (fault = next),
    met: () => new Promise((resolve) => (tellMet = resolve)),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
