import { io, type Socket } from 'socket.io-client'
import type { ApiSession } from '@/tests/kit/session-client'

/** A live connection of an app, which opens a new one whenever it ends. */
export class LiveSession {
  /** How many connections the service has accepted. */
  opened = 0
  /** Why handshakes failed. */
  readonly failures: string[] = []
  readonly #socket: Socket
  #isServed = false

  constructor(url: string, { access }: ApiSession) {
    this.#socket = io(url, {
      path: '/api/v1/ws',
      transports: ['websocket'],
      extraHeaders: { authorization: `Bearer ${access}` },
      forceNew: true,
    })
    this.#socket.on('connect', () => this.opened++)
    this.#socket.on('inbox.updated', () => (this.#isServed = true))
    this.#socket.on('disconnect', () => (this.#isServed = false))
    this.#socket.on('connect_error', (error) => this.failures.push(`live: ${error.message}`))
  }

  /** Whether a connection is open on which the service has sent the state of the inbox. */
  get isServed(): boolean {
    return this.#isServed
  }

  close(): void {
    this.#socket.disconnect()
  }
}
