import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyLimitOf, heardOutOf, tooLargeCodeOf } from '@/lib/http/body-limits'
import { refusalOf } from '@/lib/http/refusal-of'
import { answerProblem, type ProblemAnswer } from '@/server/answer-problem'
import { withoutClientSlash } from '@/server/hub/paths'
import { isHost } from '@/server/inbound-headers'
import { logRequest } from '@/server/request-log'
import { readTarget } from '@/server/request-target'

const API = '/api/v1'
const API_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const PAGE_METHODS = new Set(['GET', 'HEAD', 'POST'])
export const MAX_HEADERS = 200

/** What is known of a request besides its parts. */
export interface About {
  path: string
  requestId: string
  /** What every answer carries: names and values in turn. */
  headers: readonly string[]
}

/** One request on its way through the front. */
export interface Visit extends About {
  req: IncomingMessage
  res: ServerResponse
  refuse(answer: ProblemAnswer): void
  /** Answers what was thrown, and logs it. */
  fail(error: unknown): void
}

export function isApi(path: string): boolean {
  return path === API || path.startsWith(`${API}/`)
}

export function visitOf(req: IncomingMessage, res: ServerResponse, about: About): Visit {
  const { path, requestId, headers } = about
  const refuse = (answer: ProblemAnswer) => answerProblem(res, answer, about)
  const fail = (error: unknown) => refuse({ code: refusalOf(error, requestId).code })
  return { req, res, path, requestId, headers, refuse, fail }
}

/** Lets a request in, in the one form that everything behind sees, or answers it here and gives null. */
export function admit(
  req: IncomingMessage,
  res: ServerResponse,
  by: { requestId: string; headers: readonly string[]; fault: string | null },
): Visit | null {
  const target = readTarget(withoutClientSlash(req.url ?? ''))
  const path = target.kind === 'path' ? target.path : ''
  logRequest(req, res, by.requestId, path || '(refused)')
  const visit = visitOf(req, res, { ...by, path })
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
  // Who asks before sending is answered before.
  const heardOut = req.headers.expect === undefined ? heardOutOf(path) : 0
  return Number(req.headers['content-length'] ?? 0) > Math.max(bodyLimitOf(path), heardOut)
}

/** RFC 9112 §3.2.2: the authority of an absolute-form target counts, not the Host header. */
function replaceHost(req: IncomingMessage, authority: string): void {
  const kept = req.rawHeaders.flatMap((name, i, raw) =>
    i % 2 === 0 && name.toLowerCase() !== 'host' ? [name, raw[i + 1]!] : [],
  )
  req.rawHeaders = ['Host', authority, ...kept]
  req.headers.host = authority
}
