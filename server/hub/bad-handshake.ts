import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuse } from '@/lib/platform/problems'
import { refuseConnection } from '@/server/refuse-connection'

/** Answers a WebSocket handshake whose key, version or subprotocols are wrong. The header says which version is spoken (RFC 6455 §4.4). */
export function refuseBadHandshake(error: Error, socket: Duplex, req: IncomingMessage): void {
  refuseConnection(socket, refuse('bad_request', { detail: `${error.message}.` }), {
    reason: 'upgrade',
    path: (req.url ?? '').split('?', 1)[0]!,
    requestId: String(req.headers['x-request-id']),
    headers: { 'sec-websocket-version': '13' },
  })
}
