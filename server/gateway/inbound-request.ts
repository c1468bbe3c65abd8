import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyLimitOf, drainLimitOf, tooLargeCodeOf } from '@/lib/http/body-limits'
import type { LiveEndpoint } from '@/lib/http/live-caller'
import { toRefusal } from '@/lib/http/problem-response'
import { logger } from '@/lib/platform/logger'
import { isHost } from '@/server/gateway/inbound-headers'
import { answerProblem, type ProblemAnswer } from '@/server/gateway/refuse-request'

const API = '/api/v1'
const API_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const PAGE_METHODS = new Set(['GET', 'HEAD', 'POST'])
export const MAX_HEADERS = 200

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
  const fail = (error: unknown) => refuse({ code: toRefusal(error, requestId).code })
  return { req, res, path, requestId, headers, refuse, fail }
}

/**
 * Admits a request in the normalized form that everything behind the gateway sees, or answers it
 * here and returns null.
 */
export function admitRequest(
  req: IncomingMessage,
  res: ServerResponse,
  by: { requestId: string; headers: readonly string[]; fault: string | null },
): GatewayRequest | null {
  const target = readTarget(withoutClientSlash(req.url ?? ''))
  const path = target.kind === 'path' ? target.path : ''
  logRequest(req, res, by.requestId, path || '(refused)')
  const visit = gatewayRequestOf(req, res, { ...by, path })
  const refuse = (answer: ProblemAnswer) => {
    visit.refuse({ ...answer, close: true })
    return null
  }
  if (by.fault) return refuse({ code: 'bad_request', detail: by.fault })
  if (req.rawHeaders.length / 2 > MAX_HEADERS) return refuse({ code: 'headers_too_large' })
  if (target.kind === 'refused') return refuse({ code: 'bad_request', detail: target.reason })
  if (target.kind === 'redirect') {
    res.writeHead(308, [...by.headers, 'Location', target.location, 'Content-Length', '0']).end()
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
    const known = API_METHODS.has(method) || method === 'TRACE'
    const allow = { Allow: [...methods].join(', ') }
    return refuse({ code: known ? 'method_not_allowed' : 'not_implemented', headers: allow })
  }
  if (isTooLong(req, path)) return refuse({ code: tooLargeCodeOf(path) })
  return visit
}

function isTooLong(req: IncomingMessage, path: string): boolean {
  // A client that waits for 100 Continue gets the response before it sends the body.
  const heardOut = req.headers.expect === undefined ? drainLimitOf(path) : 0
  return Number(req.headers['content-length'] ?? 0) > Math.max(bodyLimitOf(path), heardOut)
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

const UNRESERVED = /[A-Za-z0-9._~-]/
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i

export type RequestTarget =
  | { kind: 'path'; path: string; query: string; authority: string | null }
  | { kind: 'redirect'; location: string }
  | { kind: 'refused'; reason: string }

/**
 * Normalizes a request target to the one form that every guard and router sees. Decodes encoded
 * unreserved characters (RFC 3986 §6.2.2.2: the same address), removes the authority of an absolute
 * form (RFC 9112 §3.2.2; it then replaces Host), and redirects a trailing slash. Refuses anything
 * that two readers could take for different paths: empty, dot and backslash segments, encoded
 * slashes, fragments, bytes outside ASCII, broken escapes, and escapes that are not UTF-8 (which
 * every later reader would fail on).
 */
export function readTarget(target: string): RequestTarget {
  const absolute = target.startsWith('/') ? null : ABSOLUTE.exec(target)
  if (!target.startsWith('/') && !absolute) return refused('The request target is not a path.')
  const local = absolute ? absolute[2]! : target
  if (!/^[\x21-\x7e]*$/.test(local) || local.includes('#'))
    return refused('The URL has characters that must be encoded.')
  const cut = local.indexOf('?')
  const query = cut < 0 ? '' : local.slice(cut)
  const path = (cut < 0 ? local : local.slice(0, cut)) || '/'
  const plain = decodeUnreserved(path)
  if (plain === null) return refused('The URL has an invalid percent-encoding.')
  if (!isDecodable(plain)) return refused('The URL is not encoded as UTF-8.')
  if (/\/\/|\\|%2f|%5c|%00/i.test(plain) || /\/\.{1,2}(?:\/|$)/.test(plain))
    return refused('The URL has empty or dot segments.')
  if (plain.length > 1 && plain.endsWith('/'))
    return { kind: 'redirect', location: plain.slice(0, -1) + query }
  return { kind: 'path', path: plain, query, authority: absolute ? absolute[1]! : null }
}

function refused(reason: string): RequestTarget {
  return { kind: 'refused', reason }
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function decodeUnreserved(path: string): string | null {
  if (!path.includes('%')) return path
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) return null
  return path.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return UNRESERVED.test(character) ? character : escape
  })
}

const PATHS: Record<LiveEndpoint, string> = { api: '/api/v1/ws', webui: '/webui/ws' }
const WITH_SLASH = /^(\/api\/v1\/ws|\/webui\/ws)\/(\?(?:.*&)?EIO=)/

/** The live endpoint at exactly this path; null for any other path. */
export function liveEndpointAt(path: string): LiveEndpoint | null {
  return path === PATHS.api ? 'api' : path === PATHS.webui ? 'webui' : null
}

/**
 * A request target without the trailing slash that Socket.IO clients add to their path by default.
 */
export function withoutClientSlash(target: string): string {
  return target.replace(WITH_SLASH, '$1$2')
}

const SLOW_MS = 1000

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
  res.on('close', () => {
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
    logger()[level]({ request_id: requestId, method: req.method, path, status, ms }, 'request')
  })
}
