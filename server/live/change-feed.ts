import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { presentFeedEvent } from '@/lib/messaging/live/present-live-event'
import { type BusMessage, isBusAlive, subscribe } from '@/lib/platform/bus/bus'
import { now } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { problems } from '@/lib/platform/problems'
import type { FeedAdmission } from '@/server/live/admission'
import { CommitWait } from '@/server/live/commit-wait'
import { type CloseCode, MAX_WAITING_BYTES } from '@/server/live/live-socket'
import { newPlainServer } from '@/server/live/plain-websocket'

/** How often each connection gets `feed.alive`, which says that it has missed no change. */
const ALIVE_EVERY_MS = 1000
const PING_EVERY_MS = 5000
/** How often connections are checked. */
const CHECK_EVERY_MS = 5000
/** How often they are checked while the bus may be losing messages. */
const CHECK_WITHOUT_BUS_MS = 400
/** How soon settings that could not be read are tried again. */
const RETRY_MS = 500
/** A client that has answered none of this many pings is cut. */
const MAX_UNANSWERED = 4

type FeedEvent = [
  type: Parameters<typeof presentFeedEvent>[0],
  about?: Parameters<typeof presentFeedEvent>[2],
]
type Change = Exclude<BusMessage, { id: string }>
type AccessChange = Exclude<Change, { type: 'settings.changed' | 'resync' }>

/**
 * The feed of changes for other services: every session that ended, and every user whose sessions
 * or permissions changed, with the regular statement that nothing is missing. A changed setting or
 * signing key may concern every user.
 */
export class ChangeFeed {
  readonly #sockets = new Set<FeedSocket>()
  readonly #server = newPlainServer()
  readonly #waiting = new CommitWait()
  readonly #stop: (() => void)[]
  readonly #applySettings: () => Promise<unknown>
  /** The newest change of settings that is not in force here yet. */
  #pendingSettings: object | null = null

  /** `applySettings` resolves when the stored settings and signing keys are in force here. */
  constructor(applySettings: () => Promise<unknown>) {
    this.#applySettings = applySettings
    this.#stop = [
      every(ALIVE_EVERY_MS, () => this.#sayAlive()),
      every(PING_EVERY_MS, () => this.#pingAll()),
      every(CHECK_EVERY_MS, () => this.#checkAll()),
      every(CHECK_WITHOUT_BUS_MS, () => !isBusAlive() && this.#checkAll()),
      subscribe((message, early) => {
        if (!('id' in message)) this.#take(message, early)
      }),
    ]
  }

  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, admission: FeedAdmission): void {
    socket.once('close', admission.leave)
    this.#server.handleUpgrade(req, socket, head, (ws) => {
      const opened = new FeedSocket(ws, admission)
      this.#sockets.add(opened)
      ws.once('close', () => this.#sockets.delete(opened))
      if (this.#isCurrent()) opened.send(presentFeedEvent('feed.alive', now()))
      // The credential may have ended between the handshake and now, when nothing listened for it.
      opened.check()
    })
  }

  /** Closes all connections gracefully and accepts no more. */
  close(): void {
    this.#pendingSettings = null
    for (const stop of this.#stop) stop()
    for (const socket of this.#sockets) socket.close(1012, 'service restart')
  }

  /** Closes those that did not acknowledge the close. */
  cut(): void {
    for (const socket of this.#sockets) socket.cut()
  }

  #take(message: Change, early: boolean): void {
    if (message.type === 'resync') {
      this.#anythingChanged()
      return void this.#takeSettings()
    }
    if (message.type === 'settings.changed')
      return this.#waiting.take(message, early, () => void this.#takeSettings())
    // Announced before its commit: it may never be made, so no subscriber is told that a session
    // ended.
    if (early) this.#doubt(message)
    this.#waiting.take(message, early, (isMade) => {
      if (isMade) this.#announce(message)
      else this.#doubt(message)
      this.#recheck(message)
    })
    if (early) this.#recheck(message)
  }

  /**
   * Announces changed settings or keys once they are in force here, so that clients that ask
   * then get the new answer. Until they are, the feed is not alive.
   */
  async #takeSettings(): Promise<void> {
    const change = (this.#pendingSettings = {})
    while (this.#pendingSettings === change) {
      try {
        await this.#applySettings()
        break
      } catch {
        // The code that follows the settings reports why they could not be read.
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
    if (this.#pendingSettings !== change) return
    this.#pendingSettings = null
    this.#anythingChanged()
    this.#sayAlive()
  }

  /** Announces a change that was made. */
  #announce(message: AccessChange): void {
    if (message.type === 'session.revoked')
      this.#send('session.revoked', { user_id: message.userId, session_id: message.sessionId })
    else this.#doubt(message)
  }

  /** Announces that what is known about users may be outdated, which does no harm. */
  #doubt(message: AccessChange): void {
    if (message.type === 'api_key.revoked') return
    if (message.type === 'rbac.changed') return this.#allChanged()
    const { type, userId } = message
    if (type === 'user.changed') this.#send('permissions.updated', { user_id: userId })
    else this.#send('user.sessions_revoked', { user_id: userId })
  }

  /** The end of a credential of the feed itself may be among the changes. */
  #anythingChanged(): void {
    this.#checkAll()
    this.#allChanged()
  }

  #allChanged(): void {
    this.#send('permissions.updated', { user_id: null })
  }

  #send(...[type, about]: FeedEvent): void {
    if (this.#sockets.size === 0) return
    const event = presentFeedEvent(type, now(), about)
    for (const socket of this.#sockets) socket.send(event)
  }

  /** Whether every change up to now has been sent. */
  #isCurrent(): boolean {
    return isBusAlive() && this.#pendingSettings === null
  }

  #sayAlive(): void {
    if (this.#isCurrent()) this.#send('feed.alive')
  }

  #recheck(message: AccessChange): void {
    for (const socket of this.#sockets)
      if (message.type === 'rbac.changed' || message.userId === socket.userId) socket.check()
  }

  #checkAll(): void {
    for (const socket of this.#sockets) socket.check()
  }

  #pingAll(): void {
    for (const socket of this.#sockets) socket.ping()
  }
}

/** Does the work again and again; returns a function that stops it. */
function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms).unref()
  return () => clearInterval(timer)
}

class FeedSocket {
  readonly #ws: WebSocket
  readonly #admission: FeedAdmission
  #unanswered = 0
  #isDue = false
  #checking = false

  constructor(ws: WebSocket, admission: FeedAdmission) {
    this.#ws = ws
    this.#admission = admission
    ws.on('message', () => this.close(1008, 'the feed takes no messages'))
    ws.on('pong', () => (this.#unanswered = 0))
    // ws closes the connection itself, with the code for the error.
    ws.on('error', () => undefined)
  }

  get userId(): string {
    return this.#admission.userId
  }

  send(event: { type: string }): void {
    if (this.#ws.bufferedAmount > MAX_WAITING_BYTES) return this.cut()
    if (this.#ws.readyState === this.#ws.OPEN)
      this.#ws.send(JSON.stringify({ event: event.type, data: event }))
  }

  ping(): void {
    if (this.#unanswered++ >= MAX_UNANSWERED) return this.cut()
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.ping()
  }

  /** Closes the connection soon unless its credential still holds the permission. */
  check(): void {
    this.#isDue = true
    if (this.#checking) return
    this.#checking = true
    // Deferred, because a message that triggers this may not have invalidated the caches yet.
    setImmediate(() => void this.#checkWhileDue())
  }

  async #checkWhileDue(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false
      try {
        const found = await this.#admission.check()
        const status = found.ok ? 200 : problems[found.code][0]
        // Other refusals, such as a database that is away, say nothing about the credential.
        if (!found.ok && (status === 401 || status === 403))
          this.close(status === 401 ? 4401 : 4403, found.code)
      } catch (error) {
        logger().warn({ error }, 'a connection to the feed could not be checked')
      }
    }
    this.#checking = false
  }

  close(code: CloseCode, reason: string): void {
    this.#ws.close(code, reason)
  }

  cut(): void {
    this.#ws.terminate()
  }
}
