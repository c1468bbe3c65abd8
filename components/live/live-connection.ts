import type { Socket } from 'socket.io-client'
import { isLeaving } from '@/components/live/leaving'
import { isPosting } from '@/components/live/refresh-scheduler'

interface LiveConnection {
  path: '/api/v1/ws' | '/webui/ws'
  /** The handler of each event. */
  events: Record<string, (data: never) => void>
  /** Sent with each handshake. */
  query?: Record<string, string>
  /** Connected. `again` means after a lost connection, so events may have been missed. */
  onConnect?: (again: boolean) => void
  /** The session is over, or the account may no longer be used. */
  onEnded?: () => void
}

/** The page loads first: the client library is large. */
const START_AFTER_MS = 300
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
/** The close code for connections that must not reconnect. */
const SESSION_OVER = 4401
const NO_ACCESS = 4403
/**
 * With `SESSION_OVER`: the password was changed in another tab, so only the token is invalid. The
 * browser soon has the next one.
 */
const TOKEN_SUPERSEDED = 'invalid_token'

/**
 * Keeps a live connection open and reconnects after losses. WebSocket only: with a cookie, the
 * service requires the page's origin, which browsers do not send when polling. Returns a function
 * that stops it.
 */
export function keepConnected({
  path,
  events,
  query,
  onConnect,
  onEnded,
}: LiveConnection): () => void {
  let socket: Socket | null = null
  let stopped = false
  let lost = false
  let failures = 0
  let timer = setTimeout(() => void begin().catch(later), START_AFTER_MS)

  async function begin() {
    if (isBusy()) return later()
    const { io } = await import('socket.io-client')
    if (stopped) return
    const options = { path, query, addTrailingSlash: false, transports: ['websocket'] }
    socket = io({ ...options, reconnection: false, forceNew: true })
    socket.on('connect', () => {
      failures = 0
      onConnect?.(lost)
      lost = false
    })
    for (const [event, listener] of Object.entries(events)) socket.on(event, listener as () => void)
    socket.on('connect_error', later)
    socket.on('disconnect', (_reason, details) => {
      const closed = (details as { context?: { code?: number; reason?: string } } | undefined)
        ?.context
      if (isOver(closed)) end()
      else later()
    })
  }

  function end() {
    if (stopped) return
    stop()
    onEnded?.()
  }

  /** Reconnects with growing, randomized delays, so that tabs don't retry at the same time. */
  function later() {
    if (stopped) return
    lost = true
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
    clearTimeout(timer)
    timer = setTimeout(() => void again(), longest * (0.5 + Math.random() / 2))
  }

  async function again() {
    if (isBusy()) return later()
    // Scripts don't learn why a handshake failed. An expired access cookie is likely, and can be
    // renewed.
    if (failures++ > 0) {
      const renewed = await renewSession()
      if (stopped) return
      if (renewed === 'over') return end()
      if (renewed === 'failed') return later()
    }
    if (socket) socket.connect()
    else await begin().catch(later)
  }

  function stop() {
    stopped = true
    clearTimeout(timer)
    socket?.disconnect()
  }
  return stop
}

/**
 * Whether a response is on its way that may set new cookies or end the session: a request sent now
 * could arrive after it and be refused.
 */
const isBusy = () => isPosting() || isLeaving()

function isOver(closed: { code?: number; reason?: string } | undefined): boolean {
  if (closed?.code === NO_ACCESS) return true
  return closed?.code === SESSION_OVER && closed.reason !== TOKEN_SUPERSEDED
}

/** A session renewed this recently is not the reason for a refused connection. */
const RENEWED_FOR_MS = 60_000

let renewedAt = -Infinity
let renewing: Promise<'renewed' | 'over' | 'failed'> | null = null

/**
 * Renews the session's cookies, once for all concurrent callers. `over`: the session has ended;
 * `failed`: unknown.
 */
function renewSession(): Promise<'renewed' | 'over' | 'failed'> {
  if (Date.now() - renewedAt < RENEWED_FOR_MS) return Promise.resolve('renewed')
  return (renewing ??= ask().finally(() => (renewing = null)))
}

async function ask() {
  const answer = await fetch('/auth/renew', { method: 'POST' }).catch(() => null)
  if (answer?.status === 401 || answer?.status === 403) return 'over'
  if (!answer?.ok) return 'failed'
  renewedAt = Date.now()
  return 'renewed'
}
