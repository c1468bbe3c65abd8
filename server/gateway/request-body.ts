import { IncomingMessage, type ServerResponse } from 'node:http'
import { MAX_BODY_BYTES } from '@/lib/http/body-limits'

/** Why a body was not read to the end. */
export type Unread = 'too_large' | 'aborted' | 'overloaded'

/** How many large bodies may be in memory at once. */
const MAX_LARGE_BODIES = 4
let largeBodies = 0

export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || lengthOf(headers) > 0
}

/**
 * Whether a body may exceed the limit that every address accepts. Such a body is read only if its
 * sender is allowed to send it.
 */
export function mayBeLarge({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || lengthOf(headers) > MAX_BODY_BYTES
}

/**
 * Tells a client that sent Expect: 100-continue to send the body. Call it after the request has
 * been accepted.
 */
export function askForBody(res: ServerResponse): void {
  const { headers, httpVersion } = res.req
  const asks = httpVersion === '1.1' && headers.expect?.toLowerCase() === '100-continue'
  if (asks && !res.headersSent) res.writeContinue()
}

/**
 * Reads a whole request body of at most `limit` bytes. A longer one of at most `most` bytes is read
 * to the end and discarded: 'heard_out'. 'too_large' by declared or actual length, whichever shows
 * first; 'aborted' when the client disconnected; 'overloaded' when the maximum number of large
 * bodies is already being read. Check first that the sender is allowed to send it.
 */
export async function readBody(
  res: ServerResponse,
  limit: number,
  most = limit,
): Promise<Buffer | 'heard_out' | Unread> {
  const { req } = res
  if (lengthOf(req.headers) > most) return 'too_large'
  const large = limit > MAX_BODY_BYTES && mayBeLarge(req)
  if (large && largeBodies >= MAX_LARGE_BODIES) return 'overloaded'
  if (large) largeBodies++
  try {
    askForBody(res)
    return await collect(req, limit, most)
  } finally {
    if (large) largeBodies--
  }
}

function collect(
  req: IncomingMessage,
  limit: number,
  most: number,
): Promise<Buffer | 'heard_out' | 'too_large' | 'aborted'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    req.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > most) {
        req.removeAllListeners('data').pause()
        resolve('too_large')
      } else if (length > limit) chunks.length = 0
      else chunks.push(chunk)
    })
    req.on('end', () => resolve(length > limit ? 'heard_out' : Buffer.concat(chunks)))
    req.on('error', () => resolve('aborted'))
    req.on('close', () => resolve('aborted'))
  })
}

function lengthOf(headers: IncomingMessage['headers']): number {
  return Number(headers['content-length'] ?? 0)
}

/** The same request with a body that was already read, for code that expects a stream. */
export function rebuildRequest(req: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(req.socket)
  const headers: string[] = []
  for (let i = 0; i < req.rawHeaders.length; i += 2)
    if (!/^(?:content-length|transfer-encoding|trailer|expect)$/i.test(req.rawHeaders[i]!))
      headers.push(req.rawHeaders[i]!, req.rawHeaders[i + 1]!)
  copy.rawHeaders = [...headers, 'content-length', String(body.length)]
  copy.headers = { ...req.headers, 'content-length': String(body.length) }
  for (const gone of ['transfer-encoding', 'trailer', 'expect']) delete copy.headers[gone]
  copy.method = req.method
  copy.url = req.url
  copy.httpVersion = req.httpVersion
  copy.httpVersionMajor = req.httpVersionMajor
  copy.httpVersionMinor = req.httpVersionMinor
  copy.complete = true
  if (body.length > 0) copy.push(body)
  copy.push(null)
  return copy
}
