import type { Duplex } from 'node:stream'

/** How long the peer may take to close its side once ours is closed. */
const WITHIN_MS = 5000
/** How much of what the peer still sends is read and thrown away in that time. */
const MAX_DISCARDED_BYTES = 16_000_000
/** How many connections may wait for their peer at once. Further ones are destroyed as soon as their last bytes are written. */
const MAX_WAITING = 1000

/** Why a connection is closed before its peer is done. */
export type CloseReason = 'upgrade' | 'connect' | 'malformed' | 'timeout' | 'unread_body'

const closing = new WeakSet<Duplex>()
const waiting = new Set<Duplex>()
const closed = new Map<CloseReason, number>()

/**
 * Closes a connection whose peer may still be sending (RFC 9112 §9.6): writes the last bytes, closes our side, and reads and
 * discards what arrives until the peer closes its side too, for 5 seconds or 16 MB at most. Destroying the socket right away
 * would reset the connection, and the peer could lose the answer. Nothing that arrives from now on is parsed.
 */
export function closeConnection(
  socket: Duplex,
  reason: CloseReason,
  last: { bytes?: string; wait?: boolean } = {},
): void {
  if (closing.has(socket)) return
  closing.add(socket)
  closed.set(reason, (closed.get(reason) ?? 0) + 1)
  const destroy = () => void socket.destroy()
  socket.on('error', destroy)
  if (!socket.writable) return destroy()
  const timer = setTimeout(destroy, WITHIN_MS)
  socket.once('close', () => {
    clearTimeout(timer)
    waiting.delete(socket)
  })
  const waits = last.wait !== false && waiting.size < MAX_WAITING
  if (waits) waiting.add(socket)
  discard(socket, destroy)
  socket.end(last.bytes ?? '', waits ? undefined : destroy)
}

/** Whether nothing more is to be answered on a connection. */
export function isClosing(socket: Duplex): boolean {
  return closing.has(socket)
}

/** What the metrics tell: connections closed so far by reason, and how many wait for their peer now. */
export function closedConnections(): { byReason: ReadonlyMap<CloseReason, number>; waiting: number } {
  return { byReason: closed, waiting: waiting.size }
}

function discard(socket: Duplex, stop: () => void): void {
  let discarded = 0
  const count = (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > MAX_DISCARDED_BYTES) stop()
  }
  // Node's HTTP parser takes bytes right from the handle. It gives them up to a listener, but must be reading by then.
  socket.once('resume', () => socket.removeAllListeners('data').on('data', count))
  socket.pause().resume()
}
