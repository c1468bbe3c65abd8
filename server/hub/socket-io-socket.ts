import type { Socket } from 'socket.io'
import type { WebSocket } from 'ws'
import type { Door, LiveCaller } from '@/lib/http/live-caller'
import { LiveSocket, type CloseCode } from '@/server/hub/live-socket'
import { RENEW, renewCredential } from '@/server/hub/renew-credential'

/** An engine.io connection: what a Socket.IO client sits on. */
export type EngineSocket = Socket['conn']

/** What may wait to be taken by the client before it counts as too slow. */
const MAX_WAITING_BYTES = 512 * 1024
/** So few packets are never too much (each is shorter than 8 kB): their length is not looked at. */
const FEW_PACKETS = 50
const LAST_WORDS_MS = 200

/** A Socket.IO client. */
export class SocketIoSocket extends LiveSocket {
  readonly #socket: Socket
  readonly #conn: EngineSocket

  constructor(socket: Socket, door: Door, caller: LiveCaller, shownAt: number | null) {
    super(door, caller, door === 'api' ? 'first-event' : 'nothing', shownAt)
    this.#socket = socket
    this.#conn = socket.conn
    if (door === 'api')
      socket.on(RENEW, (data: unknown, answer: unknown) => {
        void renewCredential(this, data).then((result) => {
          if (typeof answer === 'function') (answer as (result: object) => void)(result)
        })
      })
  }

  override cut(): void {
    const ws = webSocketOf(this.#conn)
    if (ws) ws.terminate()
    else this.#conn.close(true)
  }

  override beat(): void {
    // engine.io sends the pings.
  }

  protected override write(event: string, data: object): void {
    if (isTooSlow(this.#conn)) return this.cut()
    this.#socket.emit(event, data)
  }

  /** What was said before is sent first, if the client takes it soon. */
  protected override shut(code: CloseCode, reason: string): void {
    if (waitingIn(this.#conn).length === 0) return endConnection(this.#conn, code, reason)
    const end = () => {
      clearTimeout(tooLate)
      endConnection(this.#conn, code, reason)
    }
    const tooLate = setTimeout(end, LAST_WORDS_MS)
    this.#conn.once('drain', end)
  }
}

/**
 * Ends a connection with a code. Socket.IO has no codes: over a WebSocket the frame's own says it (the client's `disconnect` event
 * has it in `details.context.code`). Over polling there is none: when the client is to stay away it is told so in Socket.IO's way
 * (`io server disconnect`, after which it does not connect again by itself), and asks again otherwise.
 */
export function endConnection(conn: EngineSocket, code: CloseCode, reason: string): void {
  const ws = webSocketOf(conn)
  if (ws) ws.close(code, reason)
  else {
    if (code !== 1012 && code !== 1013) conn.write('1')
    conn.close()
  }
}

/** The WebSocket below, when the client speaks over one. */
export function webSocketOf(conn: EngineSocket): WebSocket | null {
  const { transport } = conn as unknown as { transport: { name: string; socket?: WebSocket } }
  return transport.name === 'websocket' ? (transport.socket ?? null) : null
}

function isTooSlow(conn: EngineSocket): boolean {
  if ((webSocketOf(conn)?.bufferedAmount ?? 0) > MAX_WAITING_BYTES) return true
  const waiting = waitingIn(conn)
  if (waiting.length < FEW_PACKETS) return false
  return waiting.reduce((bytes, { data }) => bytes + (data?.length ?? 0), 0) > MAX_WAITING_BYTES
}

function waitingIn(conn: EngineSocket): readonly { data?: string }[] {
  return (conn as unknown as { writeBuffer: { data?: string }[] }).writeBuffer
}
