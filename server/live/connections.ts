import type { LiveEndpoint } from '@/lib/http/live-caller'
import type { LiveSocket } from '@/server/live/live-socket'

/** The live connections of this process, indexed by user, and by session or API key. */
export class Connections {
  readonly #all = new Set<LiveSocket>()
  readonly #byUser = {
    api: new Map<string, Set<LiveSocket>>(),
    webui: new Map<string, Set<LiveSocket>>(),
  }
  readonly #byCredential = new Map<string, Set<LiveSocket>>()

  add(socket: LiveSocket): void {
    this.#all.add(socket)
    put(this.#byUser[socket.endpoint], socket.caller.userId, socket)
    put(this.#byCredential, socket.caller.credentialId, socket)
  }

  remove(socket: LiveSocket): void {
    this.#all.delete(socket)
    take(this.#byUser[socket.endpoint], socket.caller.userId, socket)
    take(this.#byCredential, socket.caller.credentialId, socket)
  }

  all(): ReadonlySet<LiveSocket> {
    return this.#all
  }

  of(userId: string, endpoint: LiveEndpoint): readonly LiveSocket[] {
    return [...(this.#byUser[endpoint].get(userId) ?? [])]
  }

  ofCredential(credentialId: string): readonly LiveSocket[] {
    return [...(this.#byCredential.get(credentialId) ?? [])]
  }

  has(userId: string): boolean {
    return this.#byUser.api.has(userId) || this.#byUser.webui.has(userId)
  }

  usersAt(endpoint: LiveEndpoint): readonly string[] {
    return [...this.#byUser[endpoint].keys()]
  }

  credentials(): readonly string[] {
    return [...this.#byCredential.keys()]
  }

  credentialsOf(userId: string): readonly string[] {
    const sockets = [...this.of(userId, 'api'), ...this.of(userId, 'webui')]
    return [...new Set(sockets.map(({ caller }) => caller.credentialId))]
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
