import { IncomingMessage, type ServerResponse } from 'node:http'
import type { BodyLimit } from '@/lib/http/body-limits'
import { isCut } from '@/lib/http/request-body'
import { toRefusal } from '@/lib/http/wire-response'
import { ByteCollector } from '@/lib/platform/byte-collector'
import { HTTP_METHODS } from '@/lib/platform/http-methods'
import { ipKey } from '@/lib/platform/ip-address'
import { logger } from '@/lib/platform/logger'
import type { Refusal } from '@/lib/platform/problems'
import { MAX_BODY_BYTES } from '@/lib/platform/size-limits'
import { Slots } from '@/lib/platform/slots'
import { bindToTrace } from '@/lib/platform/trace'
import type { BodyLimits } from '@/server/gateway/body-limits'
import { announcedLength, mayBeLarge, whenClosed } from '@/server/gateway/http-server'
import { answerProblem, type ProblemAnswer } from '@/server/gateway/refuse-request'
import {
  clientAddressOf,
  isHost,
  readTarget,
  withoutClientSlash,
} from '@/server/gateway/request-head'

const API = '/api/v1'
const API_METHODS = new Set<string>(HTTP_METHODS)
const PAGE_METHODS = new Set(['GET', 'HEAD', 'POST'])

/** What is known about a request besides its own parts. */
export interface RequestInfo {
  path: string
  requestId: string
  /** The headers of every response, as alternating names and values. */
  headers: readonly string[]
}

/** A request on its way through the gateway. */
export interface GatewayRequest extends RequestInfo {
  req: IncomingMessage
  res: ServerResponse
  refuse(answer: ProblemAnswer): void
  /** Logs an error and answers with it. */
  fail(error: unknown): void
}

export function isApi(path: string): boolean {
  return path === API || path.startsWith(`${API}/`)
}

export function gatewayRequestOf(
  req: IncomingMessage,
  res: ServerResponse,
  about: RequestInfo,
): GatewayRequest {
  const { path, requestId, headers } = about
  const refuse = (answer: ProblemAnswer) => answerProblem(res, answer, about)
  const fail = (error: unknown) => {
    const { code, retryAfterSeconds } = toRefusal(error, requestId)
    refuse({ code, retryAfterSeconds })
  }
  return { req, res, path, requestId, headers, refuse, fail }
}

/**
 * Admits a request in the normalized form that everything behind the gateway sees, or answers it
 * here and returns null.
 */
export function admitRequest(
  req: IncomingMessage,
  res: ServerResponse,
  by: {
    requestId: string
    headers: readonly string[]
    fault: Refusal | null
    limitAt: BodyLimits
  },
): GatewayRequest | null {
  const target = readTarget(withoutClientSlash(req.url ?? ''))
  const path = target.kind === 'refused' ? '' : target.path
  logRequest(req, res, by.requestId, path || '(refused)')
  const { requestId, headers } = by
  const request = gatewayRequestOf(req, res, { requestId, headers, path })
  const refuse = (answer: ProblemAnswer) => {
    request.refuse({ ...answer, close: true })
    return null
  }
  if (by.fault) return refuse(by.fault)
  if (target.kind === 'refused') return refuse({ code: 'bad_request', detail: target.reason })
  if (target.kind === 'redirect') {
    if (isApi(path)) {
      request.refuse({ code: 'not_found' })
      return null
    }
    // A query can contain a token.
    const own = ['Location', target.location, 'Cache-Control', 'no-store', 'Content-Length', '0']
    res.writeHead(308, [...by.headers, ...own]).end()
    return null
  }
  if (target.authority !== null) {
    if (!isHost(target.authority))
      return refuse({ code: 'bad_request', detail: 'The URL has no valid host.' })
    replaceHost(req, target.authority)
  }
  req.url = path + target.query
  const method = req.method ?? ''
  const methods = isApi(path) ? API_METHODS : PAGE_METHODS
  if (!methods.has(method)) {
    if (!API_METHODS.has(method)) return refuse({ code: 'not_implemented' })
    const allow = { Allow: [...methods].join(', ') }
    return refuse({ code: 'method_not_allowed', headers: allow })
  }
  const length = announcedLength(req.headers)
  const limit = length > 0 ? by.limitAt(path) : null
  if (limit && length > longestRead(req, limit)) return refuse({ code: limit.tooLargeCode })
  return request
}

function longestRead(req: IncomingMessage, { maxBytes, maxDrainedBytes }: BodyLimit): number {
  // A client that waits for 100 Continue gets the response before it sends the body.
  return req.headers.expect === undefined ? Math.max(maxBytes, maxDrainedBytes) : maxBytes
}

/**
 * RFC 9112 §3.2.2: the authority of an absolute-form target takes precedence over the Host header.
 */
function replaceHost(req: IncomingMessage, authority: string): void {
  const kept = req.rawHeaders.flatMap((name, i, raw) =>
    i % 2 === 0 && name.toLowerCase() !== 'host' ? [name, raw[i + 1]!] : [],
  )
  req.rawHeaders = ['Host', authority, ...kept]
  req.headers.host = authority
}

const SLOW_MS = 1000

/** The API key of each request that was authenticated with one. */
const apiKeys = new WeakMap<IncomingMessage, string>()

/** Names the API key of a request in its log line: the id, never the key. */
export function noteApiKey(req: IncomingMessage, id: string): void {
  apiKeys.set(req, id)
}

/**
 * Writes one log line per finished response: error for a 500 (from either router, whatever else was
 * logged), info for unsafe methods, other server errors and slow requests, debug for the rest.
 * Never logs the query string (it may contain a token), cookies, credentials or bodies.
 */
function logRequest(
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  path: string,
): void {
  const startedAt = performance.now()
  const write = () => {
    const ms = Math.round(performance.now() - startedAt)
    const safe = req.method === 'GET' || req.method === 'HEAD' || req.method === 'OPTIONS'
    const level =
      res.statusCode === 500
        ? 'error'
        : !safe || res.statusCode >= 500 || ms > SLOW_MS
          ? 'info'
          : 'debug'
    if (!logger().isLevelEnabled(level)) return
    const status = res.writableFinished ? res.statusCode : 499 // the client disconnected first
    const about = { request_id: requestId, method: req.method, path, status, ms }
    const key = apiKeys.get(req)
    logger()[level](key ? { ...about, api_key_id: key } : about, 'request')
  }
  whenClosed(res, bindToTrace(write))
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
 * Tells a client that sent Expect: 100-continue to send the body. Call it after the request has
 * been accepted.
 */
export function sendContinue(res: ServerResponse): void {
  const { headers, httpVersion } = res.req
  const asks = httpVersion === '1.1' && headers.expect?.toLowerCase() === '100-continue'
  if (asks && !res.headersSent) res.writeContinue()
}

/**
 * Reads a whole request body of at most `limit` bytes. A longer one of at most `most` bytes is read
 * to the end and discarded: 'drained'. 'too_large' by declared or actual length, whichever shows
 * first; 'aborted' when the client disconnected; 'overloaded' when the maximum number of large
 * bodies is already being read, of all or of this address. Check first that the sender is allowed
 * to send it.
 */
export async function readBody(
  res: ServerResponse,
  limit: number,
  most = limit,
): Promise<Buffer | 'drained' | Unread> {
  const { req } = res
  if (announcedLength(req.headers) > most) return 'too_large'
  if (limit <= MAX_BODY_BYTES || !mayBeLarge(req)) return collect(res, limit, most)
  const release = largeBodies.take(ipKey(clientAddressOf(req)), MAX_LARGE_BODIES_EACH)
  if (!release) return 'overloaded'
  try {
    return await collect(res, limit, most)
  } finally {
    release()
  }
}

function collect(
  res: ServerResponse,
  limit: number,
  most: number,
): Promise<Buffer | 'drained' | 'too_large' | 'aborted'> {
  const { req } = res
  if (isCut(req)) return Promise.resolve('aborted')
  sendContinue(res)
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
