import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { corsHeaders, toProblemResponse } from '@/lib/http/wire-response'
import { HTTP_METHODS } from '@/lib/platform/http-methods'
import { logger } from '@/lib/platform/logger'
import { type ProblemCode, type Refusal, refuse } from '@/lib/platform/problems'
import {
  closeConnection,
  type CloseReason,
  isClosing,
  mayWriteRefusal,
} from '@/server/gateway/http-server'

export interface ProblemAnswer {
  code: ProblemCode
  detail?: string
  headers?: Record<string, string>
  retryAfterSeconds?: number
  /** Ends the connection because what follows on it is untrusted or unwanted. */
  close?: boolean
}

/**
 * Answers with a problem document, or cuts the connection when the response has already started.
 * `about.headers`: the headers of every response, as alternating names and values.
 */
export function answerProblem(
  res: ServerResponse,
  answer: ProblemAnswer,
  about: { path: string; requestId: string; headers: readonly string[] },
): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  const { code, detail, retryAfterSeconds, close } = answer
  const refusal = refuse(code, { detail, retryAfterSeconds })
  const extra = { ...corsHeadersFor(res.req), ...answer.headers }
  const { status, text, headers: own } = toProblemResponse(refusal, about, extra)
  const body = text ?? ''
  const headers = [
    ...about.headers,
    ...Object.entries(own).flat(),
    ...['Content-Length', String(Buffer.byteLength(body))],
  ]
  if (close) res.setHeader('Connection', 'close')
  res.writeHead(status, headers).end(res.req.method === 'HEAD' ? undefined : body)
}

/** Scripts of an allowed origin may read every refusal of the API. */
export function corsHeadersFor({ url = '', headers }: IncomingMessage): Record<string, string> {
  return url.startsWith('/api/v1/') ? corsHeaders(headers.origin ?? null) : {}
}

export interface RefusedConnection {
  reason: CloseReason
  path: string
  requestId: string
  headers?: Record<string, string>
  /** False: the socket is destroyed as soon as the response is written. */
  wait?: boolean
}

/**
 * Answers with a problem document on a connection that has no HTTP response object, and closes it.
 * Writes nothing while the response to an earlier request is pending: the client would take the
 * refusal for that response.
 */
export function refuseConnection(socket: Duplex, refusal: Refusal, about: RefusedConnection): void {
  const { reason, path, requestId, wait } = about
  const { status, text, ...answer } = toProblemResponse(refusal, about)
  logger().debug({ request_id: requestId, path, status, reason }, 'connection refused')
  if (!mayWriteRefusal(socket)) return closeConnection(socket, reason, { wait: false })
  const body = text ?? ''
  const headers = {
    ...answer.headers,
    ...about.headers,
    'content-length': String(Buffer.byteLength(body)),
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const bytes = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
  closeConnection(socket, reason, { bytes, wait })
}

/**
 * Refusals by the error code of Node's parser; any other error means that the bytes are not HTTP.
 */
const CODES: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/**
 * Answers what never becomes a request: bytes that are not HTTP, headers that are too long or too
 * slow, CONNECT. Each ends its connection, because the start of the next request is unknown
 * (request smuggling).
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The parser reports the same error again for every later packet.
    if (isClosing(socket)) return
    if (error.code === 'ECONNRESET') return void socket.destroy()
    const code = CODES[error.code ?? ''] ?? 'bad_request'
    const reason = code === 'request_timeout' ? 'timeout' : 'malformed'
    refuseConnection(socket, refuse(code), { reason, path: '', requestId: randomUUID() })
  })
  server.on('connect', (_req, socket: Duplex) => {
    const about = { reason: 'connect', path: '', requestId: randomUUID() } as const
    refuseConnection(socket, refuse('method_not_allowed'), {
      ...about,
      headers: { allow: HTTP_METHODS.join(', ') },
    })
  })
}
