import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { problems, type ProblemCode } from '@/lib/platform/problems'
import { problemBody } from '@/server/answer-problem'

/** What Node's parser refuses, by the code of its error; everything else is no HTTP. */
const CODES: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/**
 * Answers what never becomes a request: bytes that are not HTTP, headers that are too long or too slow, CONNECT. Each ends
 * its connection, because where the next request would begin is unknown (request smuggling).
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    end(socket, CODES[error.code ?? ''] ?? 'bad_request')
  })
  server.on('connect', (_req, socket: Duplex) => end(socket, 'method_not_allowed'))
}

function end(socket: Duplex, code: ProblemCode): void {
  const requestId = randomUUID()
  const [status] = problems[code]
  const body = problemBody({ code }, { path: '', requestId })
  socket.on('error', () => socket.destroy())
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
