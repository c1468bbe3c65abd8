import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { problemBody, type ProblemAnswer } from '@/server/answer-problem'

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
}

/**
 * Answers what never becomes a request: bytes that are not HTTP, headers that are too long or too slow, CONNECT. Each ends
 * its connection, because where the next request would begin is unknown (request smuggling).
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    end(socket, refusalFor(error.code))
  })
  server.on('connect', (_req, socket: Duplex) => end(socket, { code: 'method_not_allowed' }, 405))
}

function refusalFor(code: string | undefined): ProblemAnswer {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'bad_request', status: 431, detail: 'The headers are too long.' }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return { code: 'body_too_large', status: 413 }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'bad_request', status: 408, detail: 'The request took too long to arrive.' }
  return { code: 'bad_request', status: 400 }
}

function end(socket: Duplex, answer: ProblemAnswer, status = answer.status ?? 400): void {
  const requestId = randomUUID()
  const body = problemBody({ ...answer, status }, { path: '', requestId })
  socket.on('error', () => socket.destroy())
  socket.end(
    [
      `HTTP/1.1 ${status} ${REASONS[status]}`,
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
