import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket, WebSocketServer } from 'ws'
import type { LiveCaller } from '@/lib/http/live-caller'
import type { Admission } from '@/server/live/admission'
import { isTooDeep } from '@/server/live/inbound-limits'
import { LimitedServer } from '@/server/live/limited-server'
import {
  type CloseCode,
  LiveSocket,
  MAX_WAITING_BYTES,
  RENEW,
  renewCredential,
} from '@/server/live/live-socket'

const PING_EVERY_MS = 20_000

/** A plain WebSocket: JSON frames `{event, data}` in both directions. */
class PlainSocket extends LiveSocket {
  readonly #ws: WebSocket
  #pingAt = performance.now() + PING_EVERY_MS
  #answered = true

  constructor(ws: WebSocket, caller: LiveCaller) {
    super('api', caller, 'first-event')
    this.#ws = ws
    ws.on('message', (data, isBinary) => this.#onMessage(data, isBinary))
    ws.on('pong', () => (this.#answered = true))
    // ws closes the connection itself, with the code for the error (1002, 1007, 1009).
    ws.on('error', () => undefined)
  }

  override cut(): void {
    this.#ws.terminate()
  }

  override beat(at: number): void {
    if (at < this.#pingAt) return
    if (!this.#answered) return this.cut()
    this.#answered = false
    this.#pingAt = at + PING_EVERY_MS
    this.#ws.ping()
  }

  protected override write(event: string, data: object): void {
    if (this.#ws.bufferedAmount > MAX_WAITING_BYTES) return this.cut()
    this.#ws.send(JSON.stringify({ event, data }))
  }

  protected override closeTransport(code: CloseCode, reason: string): void {
    this.#ws.close(code, reason)
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.closed || this.#ws.readyState !== this.#ws.OPEN) return
    if (isBinary) return this.close(1008, 'text frames only')
    const text = (data as Buffer).toString()
    const frame = isTooDeep(text) ? null : readFrame(text)
    if (!frame) return this.close(1008, 'not a frame of {event, data}')
    // All other events from clients are ignored.
    if (frame.event === RENEW)
      void renewCredential(this, frame.data).then((answer) => this.send(RENEW, answer))
  }
}

function readFrame(text: string): { event: string; data: unknown } | null {
  try {
    const { event, data } = JSON.parse(text) as { event: unknown; data: unknown }
    return typeof event === 'string' ? { event, data } : null
  } catch {
    return null
  }
}

interface PlainEndpoint {
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, admission: Admission): void
}

/** A server for plain WebSockets. It sees only accepted handshakes that are handed to it. */
export function newPlainServer(): WebSocketServer {
  return new LimitedServer({
    noServer: true,
    clientTracking: false,
    // An unsupported subprotocol is not confirmed.
    handleProtocols: () => false,
  })
}

/** The endpoint for plain WebSockets of users. */
export function openPlainEndpoint(on: {
  opened(socket: PlainSocket): void
  closed(socket: PlainSocket): void
}): PlainEndpoint {
  const server = newPlainServer()
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
