import { pipeline, Readable } from 'node:stream'
import findMyWay from 'find-my-way'
import type { ApiRequest } from '@/lib/http/api-request'
import type { RouteHandler } from '@/lib/http/define-route'
import type { RouteFile } from '@/lib/http/route-declaration'
import { type Chunks, endChunks } from '@/lib/http/web-stream'
import { preflightResponse, type WireResponse } from '@/lib/http/wire-response'
import { HTTP_METHODS } from '@/lib/platform/http-methods'
import { logger } from '@/lib/platform/logger'
import { refuse, RefusedError } from '@/lib/platform/problems'
import { mayBeLarge } from '@/server/gateway/http-server'
import { type GatewayRequest, noteApiKey } from '@/server/gateway/inbound-request'
import { answerProblem } from '@/server/gateway/refuse-request'
import { acceptBody, readBody } from '@/server/gateway/request-bodies'
import { headerOf, queryOf } from '@/server/gateway/request-head'

/** Serves /api/v1 without Next, by calling the route handlers directly. */
export type ApiRouter = (request: GatewayRequest) => void

/**
 * Builds the router from the route files. With `passOn`, calls to known routes are passed to Next
 * instead of being handled here. Calls to unknown routes are refused here in both cases, so that
 * the contract does not depend on who serves the API.
 */
export function createApiRouter(
  files: readonly RouteFile[],
  passOn?: (request: GatewayRequest) => void,
): ApiRouter {
  const find = routeTable(files)
  return (request) => {
    const { req, res } = request
    const match = find(request.path)
    if (!match) return answerProblem(res, { code: 'not_found' }, request)
    const method = req.method ?? ''
    const handler =
      match.handlers.get(method) ?? (method === 'HEAD' ? match.handlers.get('GET') : undefined)
    if (!handler) {
      const allowed = allowedMethods(match)
      if (method === 'OPTIONS')
        return write(request, preflightResponse(req.headers.origin ?? null, allowed))
      const headers = { Allow: [...allowed, 'OPTIONS'].join(', ') }
      return answerProblem(res, { code: 'method_not_allowed', headers }, request)
    }
    if (passOn) passOn(request)
    else answer(handler, request, match.params)
  }
}

function answer(
  handler: RouteHandler,
  request: GatewayRequest,
  params: Record<string, string>,
): void {
  handler
    .answer(new IncomingApiRequest(request), params)
    .then((value) => (value.chunks ? write(request, value) : writeSoon(request, value)))
    .catch(request.fail)
}

type Answer = [request: GatewayRequest, answer: WireResponse]

/** How many answers are written together; more would delay the first one. */
const MAX_COLLECTED = 32
let collected: Answer[] = []

/**
 * Writes an answer at the end of the current turn of the event loop, together with the other
 * answers of that turn. A write to a socket wakes its reader, and waking one that sleeps costs more
 * than everything else about a small answer (docs/decisions/0043).
 */
function writeSoon(request: GatewayRequest, answer: WireResponse): void {
  collected.push([request, answer])
  if (collected.length === 1) setImmediate(writeCollected)
  else if (collected.length >= MAX_COLLECTED) writeCollected()
}

function writeCollected(): void {
  const answers = collected
  collected = []
  for (const [request, answer] of answers) {
    try {
      write(request, answer)
    } catch (error) {
      request.fail(error)
    }
  }
}

function write(request: GatewayRequest, answer: WireResponse): void {
  const { req, res } = request
  // The request was refused before its body was read. The rest of a small body is awaited, and the
  // connection stays open.
  if (!req.complete && mayBeLarge(req)) res.setHeader('Connection', 'close')
  else if (!req.complete) req.resume()
  const { status, text } = answer
  const headers = request.headers.slice()
  for (const name in answer.headers) headers.push(name, answer.headers[name]!)
  if (answer.chunks) return writeStream(request, { status, headers, chunks: answer.chunks })
  if (text === null) {
    res.writeHead(status, headers).end()
    return
  }
  headers.push('content-length', String(Buffer.byteLength(text)))
  res.writeHead(status, headers).end(req.method === 'HEAD' ? undefined : text)
}

/**
 * Writes chunks as they are generated, at the pace of the client. When the client disconnects, the
 * generator ends. An error midway cuts the connection, so that a partial response is not mistaken
 * for a complete one.
 */
function writeStream(
  { req, res, requestId }: GatewayRequest,
  answer: { status: number; headers: string[]; chunks: Chunks },
): void {
  const { status, headers, chunks } = answer
  res.writeHead(status, headers)
  if (req.method === 'HEAD') {
    res.end()
    endChunks(chunks)
    return
  }
  pipeline(chunks instanceof Readable ? chunks : Readable.from(chunks), res, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      logger().warn({ request_id: requestId, reason: error.message }, 'a streamed answer was cut')
  })
}

/** The request that a route handler gets from this router. */
class IncomingApiRequest implements ApiRequest {
  readonly method: string
  readonly path: string
  readonly requestId: string
  readonly #request: GatewayRequest

  constructor(request: GatewayRequest) {
    this.method = request.req.method ?? 'GET'
    this.path = request.path
    this.requestId = request.requestId
    this.#request = request
  }

  noteApiKey(id: string): void {
    noteApiKey(this.#request.req, id)
  }

  isGone(): boolean {
    return this.#request.res.destroyed
  }

  query(): URLSearchParams {
    return queryOf(this.#request.req)
  }

  header(name: string): string | null {
    return headerOf(this.#request.req, name)
  }

  bodyStream(): Readable {
    acceptBody(this.#request)
    return this.#request.req
  }

  async readBody(maxBytes: number): Promise<Uint8Array | null> {
    const body = await readBody(this.#request, maxBytes)
    if (body === 'too_large' || body === 'drained') return null
    if (body === 'overloaded') throw new RefusedError(refuse('overloaded'))
    // A request whose body is incomplete has no effect.
    if (body === 'aborted') throw new RefusedError(refuse('bad_request'))
    return body
  }
}

interface Route {
  path: string
  handlers: Map<string, RouteHandler>
}

interface RouteMatch extends Route {
  params: Record<string, string>
}

/** Longer than any path can be: the head of a request is limited to 16 KiB. */
const MAX_PARAM_LENGTH = 16_384

/**
 * Builds a matcher for route files by the rules of Next's file tree: a literal segment before
 * `[name]` before `[...name]`, whose value is not passed on by name. Dynamic values are
 * percent-decoded; a path that cannot be decoded matches nothing. Expects paths that `readTarget`
 * has normalized.
 */
export function routeTable(files: readonly RouteFile[]): (path: string) => RouteMatch | null {
  // One tree for all methods, because a known path with another method is 405, not 404.
  const router = findMyWay({ maxParamLength: MAX_PARAM_LENGTH })
  const literal = new Map<string, RouteMatch>()
  for (const file of files) {
    const route: Route = { path: file.path, handlers: handlersOf(file) }
    if (!file.path.includes('[')) literal.set(file.path, { ...route, params: {} })
    const pattern = file.path.replace(/\[\.{3}\w+\]/, '*').replace(/\[(\w+)\]/g, ':$1')
    router.on('GET', pattern, () => {}, route)
  }
  return (path) => {
    const direct = literal.get(path)
    if (direct) return direct
    const found = router.find('GET', path)
    if (!found) return null
    // Not spread: that would cost more than the search.
    const { path: pattern, handlers } = found.store as Route
    return { path: pattern, handlers, params: found.params as Record<string, string> }
  }
}

/** The methods of a route, for the Allow header (RFC 9110 §10.2.1). GET includes HEAD. */
function allowedMethods({ handlers }: Route): string[] {
  return HTTP_METHODS.filter(
    (method) => handlers.has(method) || (method === 'HEAD' && handlers.has('GET')),
  )
}

function handlersOf(file: RouteFile): Map<string, RouteHandler> {
  return new Map(
    HTTP_METHODS.flatMap((method) => {
      const handler = file.handlers[method]
      return isRouteHandler(handler) ? [[method, handler] as const] : []
    }),
  )
}

/** Only handlers made by `defineRoute` are served here, because they enforce access themselves. */
function isRouteHandler(handler: unknown): handler is RouteHandler {
  return typeof handler === 'function' && 'answer' in handler
}
