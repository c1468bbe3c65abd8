import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { toProblemAnswer } from '@/lib/http/problem-answer'
import { logger } from '@/lib/platform/logger'
import type { Refusal } from '@/lib/platform/problems'
import { closeConnection, type CloseReason } from '@/server/close-connection'
import { isMidAnswer } from '@/server/open-answers'

export interface RefusedConnection {
  reason: CloseReason
  path: string
  requestId: string
  headers?: Record<string, string>
  /** False: the socket is destroyed as soon as the answer is written. */
  wait?: boolean
}

/**
 * Answers with a problem document on a connection that has no HTTP response (any more), and closes it. Without a word where the answer
 * to an earlier request has begun.
 */
export function refuseConnection(socket: Duplex, refusal: Refusal, about: RefusedConnection): void {
  const { reason, path, requestId, wait } = about
  const { status, text, ...answer } = toProblemAnswer(refusal, about)
  logger().debug({ request_id: requestId, path, status, reason }, 'connection refused')
  if (isMidAnswer(socket)) return closeConnection(socket, reason, { wait: false })
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
