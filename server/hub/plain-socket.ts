import type { RawData, WebSocket } from 'ws'
import type { LiveCaller } from '@/lib/http/live-caller'
import { InboundGuard, isTooDeep } from '@/server/hub/inbound-guard'
import { LiveSocket, type CloseCode } from '@/server/hub/live-socket'
import { RENEW, renewCredential } from '@/server/hub/renew-credential'

const PING_EVERY_MS = 20_000
/** What may wait to be taken by the client before it counts as too slow. */
const MAX_WAITING_BYTES = 512 * 1024

/** A plain WebSocket: JSON frames `{event, data}` both ways. */
export class PlainSocket extends LiveSocket {
  readonly #ws: WebSocket
  readonly #guard = new InboundGuard()
  #pingAt = performance.now() + PING_EVERY_MS
  #answered = true

  constructor(ws: WebSocket, caller: LiveCaller) {
    super('api', caller, 'first-event')
    this.#ws = ws
    ws.on('message', (data, isBinary) => this.#heard(data, isBinary))
    ws.on('ping', () => this.#mayGoOn())
    ws.on('pong', () => {
      this.#answered = true
      this.#mayGoOn()
    })
    // ws ends the connection itself, with the code for what was wrong (1002, 1007, 1009).
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

  protected override shut(code: CloseCode, reason: string): void {
    this.#ws.close(code, reason)
  }

  #mayGoOn(): boolean {
    if (this.closed) return false
    if (this.#guard.admits(performance.now())) return true
    this.close(1008, 'too many messages')
    return false
  }

  #heard(data: RawData, isBinary: boolean): void {
    if (!this.#mayGoOn()) return
    if (isBinary) return this.close(1008, 'text frames only')
    const text = (data as Buffer).toString()
    const frame = isTooDeep(text) ? null : readFrame(text)
    if (!frame) return this.close(1008, 'not a frame of {event, data}')
    // Whatever else a client says is nobody's business.
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
