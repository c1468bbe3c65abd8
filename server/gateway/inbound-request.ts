import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BodyLimit } from '@/lib/http/body-limits'
import { toRefusal } from '@/lib/http/wire-response'
import { HTTP_METHODS } from '@/lib/platform/http-methods'
import { logger } from '@/lib/platform/logger'
import type { Refusal } from '@/lib/platform/problems'
import { bindToTrace } from '@/lib/platform/trace'
import type { BodyLimits } from '@/server/gateway/body-limits'
import { announcedLength, whenClosed } from '@/server/gateway/http-server'
import { answerProblem, type ProblemAnswer } from '@/server/gateway/refuse-request'
import { isHost, readTarget, withoutClientSlash } from '@/server/gateway/request-head'

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
