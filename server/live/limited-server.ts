import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import { refuseBadHandshake } from '@/server/live/admission'
import { MAX_FRAME_BYTES, MessageRate } from '@/server/live/inbound-limits'

const LIMITS = {
  /** A few bytes can decompress to very many. */
  perMessageDeflate: false,
  maxPayload: MAX_FRAME_BYTES,
  /** Each fragment, however short, keeps the 64 kB it was read with until its message ends. */
  maxFragments: 16,
  /** In how many pieces a frame may arrive. */
  maxBufferedChunks: 256,
} satisfies ServerOptions

/**
 * How long a client may take to acknowledge a close before it is cut, in milliseconds. Not in the
 * types of `ws`.
 */
const CLOSE_TIMEOUT = { closeTimeout: 3000 }

/**
 * The server of every WebSocket here, under Socket.IO too: engine.io passes on only some of the
 * limits, and hears of neither control frames nor a WebSocket that it has not upgraded to yet.
 */
export class LimitedServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, ...LIMITS, ...CLOSE_TIMEOUT })
    this.on('wsClientError', refuseBadHandshake)
  }

  override handleUpgrade(
    req: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    opened: (ws: WebSocket, req: IncomingMessage) => void,
  ): void {
    super.handleUpgrade(req, socket, head, (ws, asked) => {
      endFlood(ws)
      opened(ws, asked)
    })
  }
}

/**
 * Closes a connection with too many frames a second, and reads nothing more from it: otherwise the
 * flood would be parsed until the client acknowledges the close, or is cut. Counts while the
 * connection closes, too.
 */
function endFlood(ws: WebSocket): void {
  const rate = new MessageRate()
  const count = () => {
    if (rate.admits(performance.now())) return
    ws.close(1008, 'too many messages')
    ws.pause()
  }
  ws.on('message', count).on('ping', count).on('pong', count)
}
