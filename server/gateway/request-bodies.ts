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
import { corsHeadersFor, refuseConnection } from '@/server/gateway/refuse-request'
import { clientAddressOf } from '@/server/gateway/request-head'

/** A request whose body is read. */
type WithBody = Pick<GatewayRequest, 'req' | 'res' | 'path' | 'requestId'>

/** How long any body may take to arrive. Every 64 kB that arrive give it another second. */
const BODY_MS = 30_000
const BYTES_PER_MS = 64
/** The least time between two checks, so a body may take up to this much longer. */
const LEAST_MS = 1000

/** How long a body may take of which so many bytes have arrived: 10 MiB about three minutes. */
export function arrivalMs(bytes: number): number {
  return BODY_MS + bytes / BYTES_PER_MS
}

/**
 * Accepts the body of a request: tells a client that sent Expect: 100-continue to send it, and
 * answers 408 if it arrives too slowly and there is no answer yet. Call it after the request has
 * been accepted.
 */
export function acceptBody(request: WithBody): void {
  const { req, res } = request
  const asks = req.httpVersion === '1.1' && req.headers.expect?.toLowerCase() === '100-continue'
  if (asks && !res.headersSent) res.writeContinue()
  if (!announcesBody(req) || isCut(req)) return
  const { socket } = req
  const before = socket.bytesRead
  let timer: NodeJS.Timeout
  const wait = (ms: number, waited: number) => {
    timer = setTimeout(() => {
      if (req.complete) return
      const elapsed = waited + ms
      const left = arrivalMs(socket.bytesRead - before) - elapsed
      if (left <= 0) refuseSlowBody(request)
      else wait(Math.max(left, LEAST_MS), elapsed)
    }, ms)
  }
  wait(BODY_MS, 0)
  whenClosed(res, () => clearTimeout(timer))
}

/** Answers on the connection itself, so that whatever reads the body notices its end. */
function refuseSlowBody({ req, path, requestId }: WithBody): void {
  const about = { path, requestId, headers: corsHeadersFor(req) }
  refuseConnection(req.socket, refuse('request_timeout'), { ...about, reason: 'timeout' })
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
  acceptBody(request)
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
