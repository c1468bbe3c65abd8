import type { Socket } from 'socket.io-client'
import { isPosting } from '@/components/live/refresh-scheduler'

interface LiveConnection {
  path: '/api/v1/ws' | '/webui/ws'
  /** What is done with each event. */
  events: Record<string, (data: never) => void>
  /** Sent with each handshake. */
  query?: Record<string, string>
  /** It is there; `again`: after it was lost, so that something may have been missed. */
  onConnect?: (again: boolean) => void
  /** The session is over, or the account may not be used any more. */
  onEnded?: () => void
}

/** The page comes first: the client library is not small. */
const START_AFTER_MS = 300
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
/** What the service ends connections with when they are not to come back. */
const SESSION_OVER = 4401
const NO_ACCESS = 4403
/**
 * With `SESSION_OVER`: the password was changed in another tab, so only the token is over. The
 * browser has the next one soon.
 */
const TOKEN_SUPERSEDED = 'invalid_token'

/**
 * Keeps a live connection of the page, lost ones come back. WebSocket only: with a cookie the
 * service wants to know the page's origin, which browsers do not send when they poll. Returns the
 * way to stop.
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
    if (isPosting() || isLeaving()) return later()
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

  /** Tries again after a while that no two tabs share, longer each time. */
  function later() {
    if (stopped) return
    lost = true
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
    clearTimeout(timer)
    timer = setTimeout(() => void again(), longest * (0.5 + Math.random() / 2))
  }

  async function again() {
    // The answer of a form may bring other cookies: a handshake with the old ones would be refused.
    if (isPosting() || isLeaving()) return later()
    // Script is not told why a handshake failed. That the access cookie ran out is likely, and can
    // be mended.
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
 * When the page was last about to be left, in milliseconds. A download leaves nothing: it counts
 * for a moment only.
 */
let leftAt = -Infinity
const LEAVING_MS = 3000
if (typeof window !== 'undefined')
  window.addEventListener('beforeunload', () => void (leftAt = performance.now()))

/**
 * Whether another page is on its way: what is sent now may arrive after its answer ended the
 * session.
 */
function isLeaving(): boolean {
  return performance.now() - leftAt < LEAVING_MS
}

function isOver(closed: { code?: number; reason?: string } | undefined): boolean {
  if (closed?.code === NO_ACCESS) return true
  return closed?.code === SESSION_OVER && closed.reason !== TOKEN_SUPERSEDED
}

/** A session that was renewed this lately is not why a connection is refused. */
const RENEWED_FOR_MS = 60_000

let renewedAt = -Infinity
let renewing: Promise<'renewed' | 'over' | 'failed'> | null = null

/**
 * Renews the session's cookies, once for all that ask. `over`: there is no session any more;
 * `failed`: nobody knows.
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
