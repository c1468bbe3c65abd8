import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { settings } from '@/lib/config/settings'
import { DIRECT, REMOTE_ADDRESS } from '@/lib/http/gateway-headers'
import type { LiveEndpoint } from '@/lib/http/live-caller'
import { clientAddress } from '@/lib/platform/ip-address'
import { type Refusal, refuse } from '@/lib/platform/problems'

/** How many headers a request may have. */
export const MAX_HEADERS = 200

/**
 * Headers that must not occur twice, because two readers of the request could disagree on the value
 * (RFC 9110 §5.3).
 */
const SINGLE = new Map(
  [
    'host',
    'authorization',
    'content-type',
    'content-length',
    'transfer-encoding',
    'origin',
    'x-request-id',
  ].map((name, i) => [name, 1 << i]),
)
/**
 * What proxies report about the external address. We build nothing from it: the base URL is a
 * setting.
 */
const FORWARDED_ADDRESS = new Set([
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
])
const CLIENT_ADDRESS = new Set(['x-forwarded-for', 'x-real-ip'])
/**
 * Headers besides X-Forwarded-* that reveal a proxy: standards (RFC 7239, RFC 9110 §7.6.3) and
 * conventions of large ones.
 */
const PROXY_TRACES = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-envoy-external-address',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'fly-client-ip',
])
const LOOPBACK_PEER = /^(?:::ffff:)?127\.|^::1$/
/**
 * The development server uses these to send a page the data of its own request, and the page waits
 * for that.
 */
const DEVELOPMENT = new Set(['x-nextjs-request-id', 'x-nextjs-html-request-id'])
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

export interface CleanHeaders {
  requestId: string
  /** What is wrong with the request. */
  fault: Refusal | null
  /**
   * Whether the client is a program on this machine: a loopback peer without any trace of a proxy.
   */
  direct: boolean
}

/**
 * Makes the headers of a request safe to trust, in both `rawHeaders` and `headers`: removes names
 * reserved for us or Next, and adds the peer address and the request id. Refuses too many headers,
 * duplicated single-value headers, a missing or invalid Host, and transfer codings that no one
 * would decode (RFC 9112 §3.2, §6.1). With `dev`, keeps the names that hot reload needs.
 */
export function cleanHeaders(
  req: IncomingMessage,
  trustProxyHops: number,
  dev = false,
): CleanHeaders {
  const raw = req.rawHeaders
  // Built now, from the received headers: Node builds this object on first use, limited to the
  // number of headers received.
  const { headers } = req
  const clean: string[] = []
  let seen = 0
  let requestId = ''
  // Counted before any is removed: Node drops those beyond its limit but frames the body by them,
  // so its length would be hidden from every check.
  const tooMany = raw.length / 2 > MAX_HEADERS
  let fault = ''
  // nginx forwards in HTTP/1.0 by default, without adding any header of its own.
  let direct = LOOPBACK_PEER.test(req.socket.remoteAddress ?? '') && req.httpVersion !== '1.0'
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase()
    const value = raw[i + 1]!
    const single = SINGLE.get(name) ?? 0
    if (seen & single) fault = `Send the ${raw[i]} header only once.`
    seen |= single
    if (direct && isProxyTrace(name)) direct = false
    if (name === 'host' && !isHost(value)) fault = 'The Host header is invalid.'
    if (name === 'transfer-encoding' && value.toLowerCase() !== 'chunked')
      fault = 'The only Transfer-Encoding is chunked.'
    if (name === 'x-request-id') {
      if (REQUEST_ID.test(value)) requestId = value
      continue
    }
    // Only a form post may name a server action, and the gateway checks the origin of such a post.
    const idle = name === 'next-action' && req.method !== 'POST'
    if (idle || (isForged(name, trustProxyHops) && !(dev && DEVELOPMENT.has(name))))
      delete headers[name]
    else clean.push(raw[i]!, value)
  }
  if (headers.host === undefined && req.httpVersion === '1.1') fault = 'Send a Host header.'
  requestId ||= randomUUID()
  const add = (name: string, value: string | undefined) => {
    if (value === undefined) return
    headers[name] = value
    clean.push(name, value)
  }
  add('x-request-id', requestId)
  add(REMOTE_ADDRESS, req.socket.remoteAddress)
  add(DIRECT, direct ? '1' : undefined)
  req.rawHeaders = clean
  return { requestId, fault: tooMany ? TOO_MANY : faultOf(fault), direct }
}

const TOO_MANY = refuse('headers_too_large')

function faultOf(detail: string): Refusal | null {
  return detail ? refuse('bad_request', { detail }) : null
}

function isProxyTrace(name: string): boolean {
  return name.startsWith('x-forwarded') || PROXY_TRACES.has(name)
}

/** The last valid Host: nearly all requests name the same one. */
let validHost = ''

/** Whether a Host header is usable in a URL: `1.2.3.4.5` and port 99999 are not. */
export function isHost(value: string): boolean {
  if (value === validHost) return true
  const valid = HOST.test(value) && URL.canParse(`http://${value}`)
  if (valid) validHost = value
  return valid
}

/**
 * Names that would control the internals of Next or of this service when sent from outside
 * (CVE-2025-29927: x-middleware-subrequest).
 */
function isForged(name: string, trustProxyHops: number): boolean {
  if (name.charCodeAt(0) !== 120 /* x */) return name === 'forwarded'
  if (name.startsWith('x-gatehouse-') || name.startsWith('x-middleware-')) return true
  if (name.startsWith('x-nextjs-') || name.startsWith('x-next-') || name.startsWith('x-invoke-'))
    return true
  if (name.startsWith('x-action-')) return true
  if (name === 'x-matched-path' || FORWARDED_ADDRESS.has(name)) return true
  return trustProxyHops === 0 && CLIENT_ADDRESS.has(name)
}

const UNRESERVED = /[A-Za-z0-9._~-]/
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i

export type RequestTarget =
  | { kind: 'path'; path: string; query: string; authority: string | null }
  | { kind: 'redirect'; path: string; location: string }
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
    return { kind: 'redirect', path: plain, location: plain.slice(0, -1) + query }
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

/** The value of a header, given in lowercase; null if it is missing. Repeated values are joined. */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name]
  return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
}

/** The whole query: a `?` may also be a part of it (RFC 3986 §3.4). */
export function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  const cut = url.indexOf('?')
  return new URLSearchParams(cut < 0 ? '' : url.slice(cut + 1))
}

/** The client's address. */
export function clientAddressOf(req: IncomingMessage): string | null {
  return clientAddress({
    remoteAddress: req.socket.remoteAddress,
    forwardedFor: String(req.headers['x-forwarded-for'] ?? ''),
    hops: settings().trustProxyHops,
  })
}
