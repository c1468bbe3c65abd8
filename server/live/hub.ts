import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { LiveEndpoint } from '@/lib/http/live-caller'
import { reloadSigningKeys } from '@/lib/identity/sessions/stored-signing-keys'
import { isBusAlive } from '@/lib/platform/bus/bus'
import { now } from '@/lib/platform/clock'
import { once } from '@/lib/platform/once'
import { reloadSettings } from '@/lib/settings/follow-settings'
import { AccessWatch, SessionWatch } from '@/server/live/access-watch'
import type { Admission, FeedAdmission } from '@/server/live/admission'
import { consumeBus } from '@/server/live/bus-consumer'
import { ChangeFeed } from '@/server/live/change-feed'
import { Connections } from '@/server/live/connections'
import { InboxUpdates } from '@/server/live/inbox-updates'
import type { LiveSocket } from '@/server/live/live-socket'
import { ChangeHints, PageUpdates } from '@/server/live/page-updates'
import { openPlainEndpoint } from '@/server/live/plain-websocket'
import { openSocketIoEndpoint } from '@/server/live/socket-io'

/** How long clients have to acknowledge the close of their connections when the service stops. */
const DRAIN_MS = 1500
/**
 * Connections are closed in slices over at most 3 s, so that they don't all reconnect at the same
 * moment.
 */
const SLICES = 60
const SLICE_EVERY_MS = 50
const SMALLEST_SLICE = 50

/** The live connections of this process. */
export interface Hub {
  isOpen(): boolean
  /** Whether a Socket.IO connection has this `sid`. */
  knows(endpoint: LiveEndpoint, sid: string): boolean
  /**
   * Handles a polling request: of an accepted handshake, or of a client identified by its `sid`.
   */
  poll(
    endpoint: LiveEndpoint,
    req: IncomingMessage,
    res: ServerResponse,
    admission?: Admission,
  ): void
  /** The same for a WebSocket that uses Socket.IO. */
  upgrade(
    endpoint: LiveEndpoint,
    req: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    admission?: Admission,
  ): void
  upgradePlain(req: IncomingMessage, socket: Duplex, head: Buffer, admission: Admission): void
  /** A connection to the feed of changes. */
  upgradeFeed(req: IncomingMessage, socket: Duplex, head: Buffer, admission: FeedAdmission): void
  /** Closes all connections gracefully (1012) and accepts no more. */
  close(): Promise<void>
}

/** Opens the hub, which handles bus messages from now on. */
export function openHub(): Hub {
  const connections = new Connections()
  const sessions = new SessionWatch(connections)
  const pages = new PageUpdates(connections)
  const access = new AccessWatch(connections, pages)
  const hints = new ChangeHints(connections, pages)
  const inbox = new InboxUpdates(connections)
  const on = {
    opened: (socket: LiveSocket) => {
      const { userId, credential, credentialId, accessVersion } = socket.caller
      connections.add(socket)
      if (socket.endpoint === 'api' && credential === 'session') inbox.sync(socket)
      else if (socket.shownAt !== null) pages.catchUp(socket, socket.shownAt)
      // The session or key may have ended between the handshake and now, when nothing here was
      // listening for it.
      sessions.check(credentialId)
      access.watch(userId, accessVersion)
    },
    closed: (socket: LiveSocket) => {
      connections.remove(socket)
      if (!connections.has(socket.caller.userId)) access.leave(socket.caller.userId)
    },
  }
  const endpoints = {
    api: openSocketIoEndpoint('api', on),
    webui: openSocketIoEndpoint('webui', on),
  }
  const plain = openPlainEndpoint(on)
  const feed = new ChangeFeed(() => Promise.all([reloadSettings(), reloadSigningKeys()]))
  const stopListening = consumeBus({ connections, sessions, access, inbox, pages, hints })
  const stopTime = startHeartbeat(connections, sessions)
  let open = true
  const close = once(async () => {
    open = false
    stopListening()
    stopTime()
    feed.close()
    await endAll(connections)
    feed.cut()
    await Promise.all([endpoints.api.close(), endpoints.webui.close()])
  })
  return {
    isOpen: () => open,
    knows: (endpoint, sid) => endpoints[endpoint].knows(sid),
    poll: (endpoint, req, res, admission) => endpoints[endpoint].request(req, res, admission),
    upgrade: (endpoint, req, socket, head, admission) =>
      endpoints[endpoint].upgrade(req, socket, head, admission),
    upgradePlain: plain.upgrade,
    upgradeFeed: (req, socket, head, admission) => feed.upgrade(req, socket, head, admission),
    close,
  }
}

async function endAll(connections: Connections): Promise<void> {
  const all = [...connections.all()]
  const slice = Math.max(SMALLEST_SLICE, Math.ceil(all.length / SLICES))
  for (let i = 0; i < all.length; i += slice) {
    for (const socket of all.slice(i, i + slice)) socket.close(1012, 'service restart')
    if (i + slice < all.length) await pause(SLICE_EVERY_MS)
  }
  const deadline = performance.now() + DRAIN_MS
  while (connections.all().size > 0 && performance.now() < deadline) await pause(SLICE_EVERY_MS)
  for (const socket of connections.all()) socket.cut()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

const TICK_MS = 100
/** How often sessions are checked while the bus may be losing messages. */
const CHECK_WITHOUT_BUS_MS = 400
/** How often they are checked in any case: sessions also expire, which no message announces. */
const CHECK_ALWAYS_MS = 60_000
/** A connection that could not be sent the current state for this long is closed. */
const BEGIN_WITHIN_MS = 10_000

/**
 * Sends heartbeats, closes connections whose credential expired, and checks sessions in the
 * database while the bus is not known to work. Returns a function that stops it.
 */
function startHeartbeat(connections: Connections, sessions: SessionWatch): () => void {
  let checkedAt = performance.now()
  const tick = () => {
    const at = performance.now()
    const date = now()
    const every = isBusAlive() ? CHECK_ALWAYS_MS : CHECK_WITHOUT_BUS_MS
    if (at - checkedAt >= every) {
      checkedAt = at
      sessions.checkAll()
    }
    for (const socket of connections.all()) {
      const { endsAt } = socket.caller
      if (endsAt && endsAt <= date) socket.close(4401, 'token_expired')
      else if (socket.waits && date.getTime() - socket.openedAt.getTime() > BEGIN_WITHIN_MS)
        socket.close(1013, 'try again later')
      else socket.beat(at)
    }
  }
  const timer = setInterval(tick, TICK_MS).unref()
  return () => clearInterval(timer)
}
