import type { Transporter } from 'nodemailer'
import type { SMTPTransportGetSocket } from 'nodemailer/lib/smtp-transport'
import {
  asRecipientRefusal,
  type Mailer,
  mailHeaders,
  SEND_TIMEOUT_MS,
} from '@/lib/messaging/mail/mail-port'
import { isLoopback } from '@/lib/config/loopback'
import { connectPublicly } from '@/lib/platform/ssrf-guard'

interface SmtpAccount {
  url: string
  from: string
  /** Whether the server must be on the public internet. */
  publicOnly?: boolean
}

const CONNECT_WITHIN_MS = 10_000

/**
 * Sends over SMTP. `smtps://` is encrypted from the start; `smtp://` uses STARTTLS, which the
 * server must offer unless it is on this machine. Certificates are always verified (for a private
 * authority set NODE_EXTRA_CA_CERTS). `?ignoreTLS=true` in the URL sends unencrypted, for a relay
 * in a private network; other URL options are ignored. Each call sends once: retries are up to the
 * job.
 */
export function smtpMailer({ url, from, publicOnly = false }: SmtpAccount): Mailer {
  const server = readSmtpUrl(url)
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  const options = {
    pool: true,
    ...server,
    maxConnections: 5,
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
    dnsTimeout: 5_000,
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' as const },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(publicOnly && { getSocket: openPublicly }),
  }
  let opened: Promise<Transporter> | undefined
  // Loaded with the first email, so that the service starts without it.
  const transport = () =>
    (opened ??= import('nodemailer').then(({ createTransport }) =>
      createTransport(options, { from }),
    ))
  return {
    async send(message, deadline = AbortSignal.timeout(SEND_TIMEOUT_MS)) {
      const { to, subject, text, html, id } = message
      const pool = await transport()
      const sent = pool.sendMail({
        // As an object, the address is used as is, never parsed as a list or as a name with an
        // address.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: mailHeaders(message),
        ...(id && { messageId: `<${id}@${domain}>` }),
        signal: deadline,
      })
      await sent.catch(nameRecipientRefusal)
    },
    describe: () => `SMTP, ${server.host}:${server.port}`,
    close: () => void opened?.then((transport) => transport.close({ force: true })),
  }
}

/**
 * Enhanced status codes (RFC 3463, RFC 7505) of a mailbox that does not exist or takes no email.
 */
const NO_MAILBOX = /^5\d\d[ -](?:5\.1\.(?:1|3|6|10)|5\.2\.1)\b/

/**
 * So that the error of a job tells whether the server, or only one recipient, could not be reached.
 */
function nameRecipientRefusal(error: Error & { command?: string; response?: string }): never {
  if (error.command !== 'RCPT TO') throw error
  throw asRecipientRefusal(error, { noMailbox: NO_MAILBOX.test(String(error.response)) })
}

/** Opens a transport's connections. By default nodemailer would resolve the host name itself. */
const openPublicly: SMTPTransportGetSocket = ({ host = '', port = 0 }, done) => {
  connectPublicly({ host, port: Number(port) }, CONNECT_WITHIN_MS).then(
    (connection) => done(null, { connection }),
    (error: Error) => done(error, false),
  )
}

function readSmtpUrl(text: string) {
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  const ignoreTLS = !secure && url.searchParams.get('ignoreTLS') === 'true'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ignoreTLS,
    requireTLS: !secure && !ignoreTLS && !isLoopback(url.hostname),
    auth: url.username
      ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
      : undefined,
  }
}
