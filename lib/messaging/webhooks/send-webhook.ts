import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { settings } from '@/lib/config/settings'
import { checkTarget, type TargetFault } from '@/lib/messaging/webhooks/webhook-target'
import { lookupPublicly } from '@/lib/platform/ssrf-guard'

/** The most of a response that is read, and stored. */
const READ_BYTES = 64 * 1024
const EXCERPT_BYTES = 1024
const HEADER_BYTES = 16 * 1024

/** How long each stage of an attempt may take. */
export interface SendLimits {
  connectMs: number
  headersMs: number
  bodyMs: number
}

/** Together well below the lease of a claim. */
export const SEND_LIMITS: SendLimits = { connectMs: 5000, headersMs: 10_000, bodyMs: 3000 }

export type SendError =
  | TargetFault
  | 'host_not_found'
  | 'connection_refused'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'redirect'
  | 'status'
  | 'secret_unreadable'

/** What came of an attempt: delivered if `error` is null. */
export interface SendResult {
  status: number | null
  excerpt: string | null
  error: SendError | null
}

/**
 * Sends one POST request. Never throws, follows no redirect, and never connects to a private
 * address unless the setting allows it: the address that was checked is the one connected to. What
 * a receiver sends or withholds can cost no more than the limits.
 */
export async function sendWebhook(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  limits: SendLimits = SEND_LIMITS,
): Promise<SendResult> {
  const fault = checkTarget(url)
  if (fault) return { status: null, excerpt: null, error: fault }
  const target = new URL(url)
  const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A connection of its own, closed afterwards: a receiver can't keep one open.
    agent: false,
    maxHeaderSize: HEADER_BYTES,
    ...(settings().webhooks.allowPrivateTargets ? {} : { lookup: lookupPublicly }),
  })
  try {
    return await exchange(request, body, limits)
  } catch (error) {
    return { status: null, excerpt: null, error: errorCodeOf(error) }
  } finally {
    request.destroy()
  }
}

async function exchange(
  request: ClientRequest,
  body: string,
  { connectMs, headersMs, bodyMs }: SendLimits,
): Promise<SendResult> {
  const stage = stageTimer()
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      // Stays for errors after the response, which end the body.
      request.on('error', reject)
      request.once('response', resolve)
      // An upgrade or a tunnel is no answer to a POST. Node gives its socket away: only we can end
      // it.
      request.once('upgrade', (_response, socket) => {
        socket.destroy()
        reject(new Error('unexpected upgrade'))
      })
      stage.begin(connectMs, () => reject(new TimeoutError()))
      request.once('socket', (socket) => {
        const event = request.protocol === 'https:' ? 'secureConnect' : 'connect'
        socket.once(event, () => stage.begin(headersMs, () => reject(new TimeoutError())))
      })
      request.end(body)
    })
    const status = response.statusCode ?? 0
    const excerpt = await readExcerpt(response, (stop) => stage.begin(bodyMs, stop))
    return { status, excerpt, error: statusError(status) }
  } finally {
    stage.end()
  }
}

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT'
}

/** One timer at a time: beginning a stage ends the one before. */
function stageTimer() {
  let timer: NodeJS.Timeout | undefined
  return {
    begin(ms: number, act: () => void) {
      clearTimeout(timer)
      timer = setTimeout(act, ms)
    },
    end: () => clearTimeout(timer),
  }
}

/**
 * The beginning of a response. The rest is read up to a limit and dropped, so that an honest
 * receiver doesn't see a broken connection.
 */
function readExcerpt(
  response: IncomingMessage,
  beginTimer: (stop: () => void) => void,
): Promise<string | null> {
  return new Promise((resolve) => {
    const kept: Buffer[] = []
    let read = 0
    let keptBytes = 0
    const finish = () => {
      response.destroy()
      resolve(toExcerpt(Buffer.concat(kept)))
    }
    beginTimer(finish)
    response.on('data', (chunk: Buffer) => {
      read += chunk.length
      if (keptBytes < EXCERPT_BYTES) {
        const part = chunk.subarray(0, EXCERPT_BYTES - keptBytes)
        keptBytes += part.length
        kept.push(Buffer.from(part))
      }
      if (read >= READ_BYTES) finish()
    })
    for (const event of ['end', 'error', 'close'] as const) response.on(event, finish)
  })
}

/**
 * PostgreSQL can't store NUL. Other control characters would be invisible on the page, or reverse
 * the direction of the text.
 */
function toExcerpt(bytes: Buffer): string | null {
  return bytes.toString('utf8').replace(UNSHOWN, '') || null
}

const UNSHOWN = /[^\P{Cc}\n\t]|[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

function statusError(status: number): SendError | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

const CODES: Readonly<Record<string, SendError>> = {
  EPRIVATE: 'private_address',
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'timeout',
}

function errorCodeOf(error: unknown): SendError {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  if (Object.hasOwn(CODES, code)) return CODES[code]!
  return /CERT|SSL|TLS|SIGNATURE|ALTNAME/.test(code) ? 'tls_failed' : 'connection_failed'
}
