import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { ApiRequest } from '@/lib/http/api-request'
import { preflightAnswer } from '@/lib/http/cors'
import type { RouteHandler } from '@/lib/http/define-route'
import type { WireAnswer } from '@/lib/http/problem-answer'
import { logger } from '@/lib/platform/logger'
import { answerProblem } from '@/server/answer-problem'
import { readBody } from '@/server/page-body'
import { allowedMethods, routeTable, type RouteFile } from '@/server/route-table'

/** Answers /api/v1 without Next: the route files' own answers, from plain values to plain values. */
export type ApiLane = (req: IncomingMessage, res: ServerResponse, about: Call) => void

interface Call {
  path: string
  requestId: string
  /** What every answer carries: names and values in turn. */
  headers: readonly string[]
}

/**
 * Makes the lane out of the route files. With `passOn` known calls are handed to it (Next) instead of being made here; what
 * no route answers is refused here all the same, so that both ways give one contract.
 */
export function makeApiLane(files: readonly RouteFile[], passOn?: ApiLane): ApiLane {
  const find = routeTable(files)
  return (req, res, about) => {
    const match = find(about.path)
    if (!match) return answerProblem(res, { code: 'not_found' }, about)
    const method = req.method ?? ''
    const handler = match.handlers.get(method) ?? (method === 'HEAD' ? match.handlers.get('GET') : undefined)
    if (!handler) {
      const allowed = allowedMethods(match)
      if (method === 'OPTIONS')
        return write(req, res, about, preflightAnswer(req.headers.origin ?? null, allowed))
      const headers = { Allow: [...allowed, 'OPTIONS'].join(', ') }
      return answerProblem(res, { code: 'method_not_allowed', headers }, about)
    }
    if (passOn) return passOn(req, res, about)
    answer(handler, req, res, about, match.params)
  }
}

/** Answers in the same turn where the route needs not wait for anything. */
function answer(
  handler: RouteHandler,
  req: IncomingMessage,
  res: ServerResponse,
  about: Call,
  params: Record<string, string>,
): void {
  const fail = (error: unknown) => {
    logger().error({ error, request_id: about.requestId }, 'an answer could not be written')
    answerProblem(res, { code: 'internal_error' }, about)
  }
  try {
    const result = handler.answer(apiRequest(req, about), params)
    if (result instanceof Promise) result.then((value) => write(req, res, about, value)).catch(fail)
    else write(req, res, about, result)
  } catch (error) {
    fail(error)
  }
}

function write(req: IncomingMessage, res: ServerResponse, about: Call, answer: WireAnswer): void {
  // What was not read of the body (it was refused before) must not be taken for the next request.
  if (!req.complete && req.headers['content-length'] !== '0') closeUnlessRead(req, res)
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
 * Writes chunks as they are made and as fast as the client takes them. A client that goes away ends the generator; a fault on the way cuts
 * the connection, so that nobody takes the half for the whole.
 */
function writeStream(
  req: IncomingMessage,
  res: ServerResponse,
  answer: { status: number; headers: string[]; chunks: AsyncGenerator<string> },
  { requestId }: Call,
): void {
  const { status, headers, chunks } = answer
  res.writeHead(status, headers)
  if (req.method === 'HEAD') {
    res.end()
    void chunks.return(undefined)
    return
  }
  pipeline(Readable.from(chunks), res, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      logger().warn({ request_id: requestId, reason: error.message }, 'a streamed answer was cut')
  })
}

function closeUnlessRead(req: IncomingMessage, res: ServerResponse): void {
  if (req.headers['content-length'] || req.headers['transfer-encoding']) res.setHeader('Connection', 'close')
}

function apiRequest(req: IncomingMessage, { path, requestId }: Call): ApiRequest {
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
    readBody: async (maxBytes) => {
      const body = await readBody(req, maxBytes)
      return body === 'too_large' ? null : body === 'aborted' ? new Uint8Array() : body
    },
  }
}
