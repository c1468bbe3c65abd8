import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { toProblemAnswer } from '@/lib/http/problem-answer'
import type { Refusal } from '@/lib/platform/problems'

/** Answers an upgrade with a problem document in place of 101, and ends the connection. `status`: another than the code's own. */
export function refuseUpgrade(
  socket: Duplex,
  refusal: Refusal,
  about: { path: string; requestId: string; status?: number },
): void {
  if (!socket.writable) return void socket.destroy()
  const answer = toProblemAnswer(refusal, about)
  const status = about.status ?? answer.status
  const body = JSON.stringify({ ...(JSON.parse(answer.text ?? '{}') as object), status })
  const headers = {
    ...answer.headers,
    'content-length': String(Buffer.byteLength(body)),
    'x-content-type-options': 'nosniff',
    'x-request-id': about.requestId,
    connection: 'close',
    ...(status === 426 ? { upgrade: 'websocket' } : {}),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
}
