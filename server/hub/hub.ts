import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Door } from '@/lib/http/live-caller'
import { AccessWatch } from '@/server/hub/access-watch'
import type { Admission } from '@/server/hub/admission'
import { takeInBus } from '@/server/hub/bus-intake'
import { ChangeHints } from '@/server/hub/change-hints'
import { Connections } from '@/server/hub/connections'
import { keepTime } from '@/server/hub/heartbeat'
import { InboxUpdates } from '@/server/hub/inbox-updates'
import type { LiveSocket } from '@/server/hub/live-socket'
import { PageUpdates } from '@/server/hub/page-updates'
import { openPlainDoor } from '@/server/hub/plain-door'
import { SessionWatch } from '@/server/hub/session-watch'
import { openSocketIoDoor } from '@/server/hub/socket-io-door'

/** How long clients have to answer the end of their connections when the service stops. */
const LAST_WORDS_MS = 1500
/** Connections are ended in slices over at most 3 s, so that not all of them come back in one moment. */
const SLICES = 60
const SLICE_EVERY_MS = 50
const SMALLEST_SLICE = 50

/** The live connections of this process. */
export interface Hub {
  isOpen(): boolean
  /** Whether a Socket.IO connection has this `sid`. */
  knows(door: Door, sid: string): boolean
  /** A polled request: of a handshake that was let in, or of a client that is known by its `sid`. */
  poll(door: Door, req: IncomingMessage, res: ServerResponse, admission?: Admission): void
  /** The same for a WebSocket that speaks Socket.IO. */
  upgrade(door: Door, req: IncomingMessage, socket: Duplex, head: Buffer, admission?: Admission): void
  upgradePlain(req: IncomingMessage, socket: Duplex, head: Buffer, admission: Admission): void
  /** Ends all connections in order (1012) and opens no more. */
  close(): Promise<void>
}

/** Opens the hub: from now on it acts on what the bus says. */
export function openHub(): Hub {
  const connections = new Connections()
  const sessions = new SessionWatch(connections)
  const pages = new PageUpdates(connections)
  const access = new AccessWatch(connections, pages)
  const hints = new ChangeHints(connections, pages)
  const inbox = new InboxUpdates(connections)
  const on = {
    opened: (socket: LiveSocket) => {
      const { userId, sessionId, accessVersion } = socket.caller
      connections.add(socket)
      if (socket.door === 'api') inbox.sync(socket)
      else if (socket.shownAt !== null) pages.catchUp(socket, socket.shownAt)
      // Something may have ended between the handshake and this moment, when nobody here was listening for it.
      sessions.check(sessionId)
      access.watch(userId, accessVersion)
    },
    closed: (socket: LiveSocket) => {
      connections.remove(socket)
      if (!connections.has(socket.caller.userId)) access.leave(socket.caller.userId)
    },
  }
  const doors = { api: openSocketIoDoor('api', on), webui: openSocketIoDoor('webui', on) }
  const plain = openPlainDoor(on)
  const stopListening = takeInBus({ connections, sessions, access, inbox, pages, hints })
  const stopTime = keepTime(connections, sessions)
  let open = true
  return {
    isOpen: () => open,
    knows: (door, sid) => doors[door].knows(sid),
    poll: (door, req, res, admission) => doors[door].request(req, res, admission),
    upgrade: (door, req, socket, head, admission) => doors[door].upgrade(req, socket, head, admission),
    upgradePlain: plain.upgrade,
    close: async () => {
      open = false
      stopListening()
      stopTime()
      await endAll(connections)
      await Promise.all([doors.api.close(), doors.webui.close()])
    },
  }
}

async function endAll(connections: Connections): Promise<void> {
  const all = [...connections.all()]
  const slice = Math.max(SMALLEST_SLICE, Math.ceil(all.length / SLICES))
  for (let i = 0; i < all.length; i += slice) {
    for (const socket of all.slice(i, i + slice)) socket.close(1012, 'service restart')
    if (i + slice < all.length) await pause(SLICE_EVERY_MS)
  }
  const deadline = performance.now() + LAST_WORDS_MS
  while (connections.all().size > 0 && performance.now() < deadline) await pause(SLICE_EVERY_MS)
  for (const socket of connections.all()) socket.cut()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
