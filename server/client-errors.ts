import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuse, type ProblemCode } from '@/lib/platform/problems'
import { isClosing } from '@/server/close-connection'
import { refuseConnection } from '@/server/refuse-connection'

/** What Node's parser refuses, by the code of its error; everything else is no HTTP. */
const CODES: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

/**
 * Answers what never becomes a request: bytes that are not HTTP, headers that are too long or too slow, CONNECT. Each ends
 * its connection, because where the next request would begin is unknown (request smuggling).
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The parser reports the same fault again for every packet that follows.
    if (isClosing(socket)) return
    if (error.code === 'ECONNRESET') return void socket.destroy()
    const code = CODES[error.code ?? ''] ?? 'bad_request'
    const reason = code === 'request_timeout' ? 'timeout' : 'malformed'
    refuseConnection(socket, refuse(code), { reason, path: '', requestId: randomUUID() })
  })
  server.on('connect', (_req, socket: Duplex) => {
    const about = { reason: 'connect', path: '', requestId: randomUUID() } as const
    refuseConnection(socket, refuse('method_not_allowed'), { ...about, headers: { allow: METHODS } })
  })
}
