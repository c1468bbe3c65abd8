import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { ApiRequest } from '@/lib/http/api-request'
import { preflightResponse } from '@/lib/http/cors'
import { isAuthorized, type RouteHandler } from '@/lib/http/define-route'
import type { WireResponse } from '@/lib/http/problem-response'
import { type Chunks, endChunks } from '@/lib/http/web-stream'
import { now } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { refuse, RefusedError } from '@/lib/platform/problems'
import type { GatewayRequest, RequestInfo } from '@/server/gateway/inbound-request'
import { answerProblem } from '@/server/gateway/refuse-request'
import { askForBody, mayBeLarge, readBody } from '@/server/gateway/request-body'
import { allowedMethods, type RouteFile, routeTable } from '@/server/gateway/route-table'

/** Serves /api/v1 without Next, by calling the route handlers directly. */
export type ApiRouter = (visit: GatewayRequest) => void

/**
 * Builds the router from the route files. With `passOn`, calls to known routes are passed to Next
 * instead of being handled here, along with a check of whether the caller is allowed to make them.
 * Calls to unknown routes are refused here in both cases, so both lanes have the same contract.
 */
export function createApiRouter(
  files: readonly RouteFile[],
  passOn?: (visit: GatewayRequest, maySend: () => Promise<boolean>) => void,
): ApiRouter {
  const find = routeTable(files)
  return (visit) => {
    const { req, res, ...about } = visit
    const match = find(about.path)
    if (!match) return answerProblem(res, { code: 'not_found' }, about)
    const method = req.method ?? ''
    const handler =
      match.handlers.get(method) ?? (method === 'HEAD' ? match.handlers.get('GET') : undefined)
    if (!handler) {
      const allowed = allowedMethods(match)
      if (method === 'OPTIONS')
        return write(req, res, about, preflightResponse(req.headers.origin ?? null, allowed))
      const headers = { Allow: [...allowed, 'OPTIONS'].join(', ') }
      return answerProblem(res, { code: 'method_not_allowed', headers }, about)
    }
    if (!passOn) return answer(handler, visit, match.params)
    const { access } = handler.declaration
    passOn(visit, async () => isAuthorized(apiRequest(res, about), access, now()))
  }
}

function answer(
  handler: RouteHandler,
  visit: GatewayRequest,
  params: Record<string, string>,
): void {
  const { req, res, fail } = visit
  handler
    .answer(apiRequest(res, visit), params)
    .then((value) => write(req, res, visit, value))
    .catch(fail)
}

function write(
  req: IncomingMessage,
  res: ServerResponse,
  about: RequestInfo,
  answer: WireResponse,
): void {
  // The request was refused before its body was read. The rest of a small body is awaited, and the
  // connection stays open.
  if (!req.complete && mayBeLarge(req)) res.setHeader('Connection', 'close')
  else if (!req.complete) req.resume()
  const { status, text } = answer
  const headers = about.headers.slice()
  for (const name in answer.headers) headers.push(name, answer.headers[name]!)
  if (answer.chunks) return writeStream(req, res, { status, headers, chunks: answer.chunks }, about)
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
  req: IncomingMessage,
  res: ServerResponse,
  answer: { status: number; headers: string[]; chunks: Chunks },
  { requestId }: RequestInfo,
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

function apiRequest(res: ServerResponse, { path, requestId }: RequestInfo): ApiRequest {
  const { req } = res
  const { headers } = req
  return {
    method: req.method ?? 'GET',
    path,
    requestId,
    query: () => new URLSearchParams(req.url?.split('?', 2)[1] ?? ''),
    header: (name) => {
      const value = headers[name]
      return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
    },
    bodyStream: () => {
      askForBody(res)
      return req
    },
    readBody: async (maxBytes) => {
      const body = await readBody(res, maxBytes)
      if (body === 'too_large' || body === 'heard_out') return null
      if (body === 'overloaded') throw new RefusedError(refuse('overloaded'))
      // A request whose body is incomplete has no effect.
      if (body === 'aborted') throw new RefusedError(refuse('bad_request'))
      return body
    },
  }
}
