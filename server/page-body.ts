import { IncomingMessage } from 'node:http'
import { MAX_BODY_BYTES } from '@/lib/http/body-limits'
import { BODY_TOO_LONG } from '@/lib/http/front-headers'

/**
 * Reads a whole request body, at most `limit` bytes. 'too_large' by its announcement or by count, whichever shows it first;
 * 'aborted' when the client went away.
 */
export async function readBody(
  req: IncomingMessage,
  limit: number,
): Promise<Buffer | 'too_large' | 'aborted'> {
  const body = await hearOut(req, { limit, most: limit })
  return body === 'heard_out' ? 'too_large' : body
}

/** The same; a body of more than `limit` bytes but at most `most` is read to its end and thrown away: 'heard_out'. */
export function hearOut(
  req: IncomingMessage,
  { limit, most }: { limit: number; most: number },
): Promise<Buffer | 'too_large' | 'heard_out' | 'aborted'> {
  if (Number(req.headers['content-length'] ?? 0) > most) return Promise.resolve('too_large')
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

/** So many requests at a time may have a large body held in memory before anybody knows who sends it. */
const MAX_LARGE_BODIES = 4
let largeBodies = 0

/** Reads a body in its turn: at once where the address takes only small ones; 'overloaded' when too many large ones are coming in. */
export async function inLargeBodyTurn<T>(limit: number, read: () => Promise<T>): Promise<T | 'overloaded'> {
  if (limit <= MAX_BODY_BYTES) return read()
  if (largeBodies >= MAX_LARGE_BODIES) return 'overloaded'
  largeBodies++
  try {
    return await read()
  } finally {
    largeBodies--
  }
}

/** The same request with a body that was read already, for a reader that wants a stream; without one it was too long, and says so. */
export function replayed(req: IncomingMessage, body: Buffer | 'heard_out'): IncomingMessage {
  if (body === 'heard_out') {
    const marked = replayed(req, Buffer.alloc(0))
    marked.rawHeaders.push(BODY_TOO_LONG, '1')
    marked.headers[BODY_TOO_LONG] = '1'
    return marked
  }
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
