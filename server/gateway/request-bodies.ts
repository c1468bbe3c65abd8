import { IncomingMessage } from 'node:http'
import { isCut } from '@/lib/http/request-body'
import { ByteCollector } from '@/lib/platform/byte-collector'
import { ipKey } from '@/lib/platform/ip-address'
import { refuse } from '@/lib/platform/problems'
import { MAX_BODY_BYTES } from '@/lib/platform/size-limits'
import { Slots } from '@/lib/platform/slots'
import {
  announcedLength,
  announcesBody,
  mayBeLarge,
  whenClosed,
} from '@/server/gateway/http-server'
import type { GatewayRequest } from '@/server/gateway/inbound-request'
import { refuseConnection } from '@/server/gateway/refuse-request'
import { clientAddressOf } from '@/server/gateway/request-head'

/** A request whose body is read. */
type WithBody = Pick<GatewayRequest, 'req' | 'res' | 'path' | 'requestId'>

/** How long every body may take to arrive, and how many bytes more must arrive each second. */
const BODY_MS = 30_000
const SLOWEST_BYTES_PER_S = 64_000

/** How long a body of so many bytes may take to arrive: 10 MiB about three minutes. */
export function arrivalMs(bytes: number): number {
  return bytes <= MAX_BODY_BYTES ? BODY_MS : BODY_MS + (bytes / SLOWEST_BYTES_PER_S) * 1000
}

/**
 * Accepts the body of a request: tells a client that sent Expect: 100-continue to send it, and
 * answers 408 if it has not arrived in time and there is no answer yet. A client that doesn't
 * announce its length gets the time of the longest, `maxBytes`. Call it after the request has been
 * accepted.
 */
export function acceptBody({ req, res, path, requestId }: WithBody, maxBytes: number): void {
  const asks = req.httpVersion === '1.1' && req.headers.expect?.toLowerCase() === '100-continue'
  if (asks && !res.headersSent) res.writeContinue()
  if (!announcesBody(req) || isCut(req)) return
  const bytes = Math.min(announcedLength(req.headers) || maxBytes, maxBytes)
  const timer = setTimeout(() => {
    if (req.complete) return
    refuseConnection(req.socket, refuse('request_timeout'), { reason: 'timeout', path, requestId })
  }, arrivalMs(bytes))
  whenClosed(res, () => clearTimeout(timer))
}

/** Why a body was not read to the end. */
export type Unread = 'too_large' | 'aborted' | 'overloaded'

/**
 * How many large bodies may be in the memory of this process at once, and how many of them from one
 * address, so that a slow sender leaves room for others. Each worker has its own.
 */
const MAX_LARGE_BODIES = 6
const MAX_LARGE_BODIES_EACH = 3
const largeBodies = new Slots(MAX_LARGE_BODIES)

/**
 * Reads a whole request body of at most `limit` bytes. A longer one of at most `most` bytes is read
 * to the end and discarded: 'drained'. 'too_large' by declared or actual length, whichever shows
 * first; 'aborted' when the client disconnected; 'overloaded' when the maximum number of large
 * bodies is already being read, of all or of this address. Check first that the sender is allowed
 * to send it.
 */
export async function readBody(
  request: WithBody,
  limit: number,
  most = limit,
): Promise<Buffer | 'drained' | Unread> {
  const { req } = request
  if (announcedLength(req.headers) > most) return 'too_large'
  if (limit <= MAX_BODY_BYTES || !mayBeLarge(req)) return collect(request, limit, most)
  const release = largeBodies.take(ipKey(clientAddressOf(req)), MAX_LARGE_BODIES_EACH)
  if (!release) return 'overloaded'
  try {
    return await collect(request, limit, most)
  } finally {
    release()
  }
}

function collect(
  request: WithBody,
  limit: number,
  most: number,
): Promise<Buffer | 'drained' | 'too_large' | 'aborted'> {
  const { req } = request
  if (isCut(req)) return Promise.resolve('aborted')
  acceptBody(request, limit)
  return new Promise((resolve) => {
    let body = new ByteCollector(limit, announcedLength(req.headers))
    let length = 0
    req.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > most) {
        req.removeAllListeners('data').pause()
        resolve('too_large')
      } else if (length > limit) body = new ByteCollector(0)
      else body.push(chunk)
    })
    req.on('end', () => resolve(length > limit ? 'drained' : body.bytes()))
    req.on('error', () => resolve('aborted'))
    req.on('close', () => resolve('aborted'))
  })
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
