import type { LiveEndpoint } from '@/lib/http/live-caller'
import type { LiveSocket } from '@/server/live/live-socket'

/** The live connections of this process, indexed by user and session. */
export class Connections {
  readonly #all = new Set<LiveSocket>()
  readonly #byUser = {
    api: new Map<string, Set<LiveSocket>>(),
    webui: new Map<string, Set<LiveSocket>>(),
  }
  readonly #bySession = new Map<string, Set<LiveSocket>>()

  add(socket: LiveSocket): void {
    this.#all.add(socket)
    put(this.#byUser[socket.endpoint], socket.caller.userId, socket)
    put(this.#bySession, socket.caller.sessionId, socket)
  }

  remove(socket: LiveSocket): void {
    this.#all.delete(socket)
    take(this.#byUser[socket.endpoint], socket.caller.userId, socket)
    take(this.#bySession, socket.caller.sessionId, socket)
  }

  all(): ReadonlySet<LiveSocket> {
    return this.#all
  }

  of(userId: string, endpoint: LiveEndpoint): readonly LiveSocket[] {
    return [...(this.#byUser[endpoint].get(userId) ?? [])]
  }

  ofSession(sessionId: string): readonly LiveSocket[] {
    return [...(this.#bySession.get(sessionId) ?? [])]
  }

  has(userId: string): boolean {
    return this.#byUser.api.has(userId) || this.#byUser.webui.has(userId)
  }

  usersAt(endpoint: LiveEndpoint): readonly string[] {
    return [...this.#byUser[endpoint].keys()]
  }

  sessions(): readonly string[] {
    return [...this.#bySession.keys()]
  }

  sessionsOf(userId: string): readonly string[] {
    const sockets = [...this.of(userId, 'api'), ...this.of(userId, 'webui')]
    return [...new Set(sockets.map(({ caller }) => caller.sessionId))]
  }
}

function put(index: Map<string, Set<LiveSocket>>, key: string, socket: LiveSocket): void {
  const there = index.get(key)
  if (there) there.add(socket)
  else index.set(key, new Set([socket]))
}

function take(index: Map<string, Set<LiveSocket>>, key: string, socket: LiveSocket): void {
  const there = index.get(key)
  there?.delete(socket)
  if (there?.size === 0) index.delete(key)
}
