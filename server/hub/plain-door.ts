import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type ServerOptions } from 'ws'
import type { Admission } from '@/server/hub/admission'
import { refuseBadHandshake } from '@/server/hub/bad-handshake'
import { MAX_FRAME_BYTES } from '@/server/hub/inbound-guard'
import { PlainSocket } from '@/server/hub/plain-socket'

/** How long a client may take to answer the end of a connection before it is cut. */
const CLOSE_WITHIN_MS = 3000

interface PlainDoor {
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, admission: Admission): void
}

/** Plain WebSockets, which see only what was let in and is given to them. */
export function openPlainDoor(on: {
  opened(socket: PlainSocket): void
  closed(socket: PlainSocket): void
}): PlainDoor {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    /** A few bytes can unpack to very many. */
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    // A subprotocol that nobody speaks is not confirmed.
    handleProtocols: () => false,
    closeTimeout: CLOSE_WITHIN_MS,
  } as ServerOptions)
  server.on('wsClientError', refuseBadHandshake)
  return {
    upgrade: (req, socket, head, admission) => {
      socket.once('close', () => !admission.claimed && admission.leave())
      server.handleUpgrade(req, socket, head, (ws) => {
        admission.claimed = true
        const live = new PlainSocket(ws, admission.caller)
        ws.once('close', () => {
          admission.leave()
          on.closed(live)
        })
        on.opened(live)
      })
    },
  }
}
