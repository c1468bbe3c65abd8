import type { LiveEndpoint } from '@/lib/http/live-caller'
import { once } from '@/lib/platform/once'
import { Slots } from '@/lib/platform/slots'
import type { Channel } from '@/lib/platform/workers/channel'
import { primaryChannel } from '@/lib/platform/workers/primary-channel'

/**
 * How many connections a user may have per endpoint and instance. Every instance of another service
 * has one to the feed.
 */
const CONNECTIONS_PER_USER = { api: 20, webui: 20, feed: 200 }

type Endpoint = LiveEndpoint | 'feed'
/** Releases a slot; safe to call twice. */
type Leave = () => void

/**
 * Counts the connections of each user, starting when a handshake is accepted. At the limit, new
 * connections are refused: if the oldest were closed instead, twenty-one clients that reconnect
 * automatically would keep evicting each other. With several workers, the primary process counts;
 * a worker counts its own while it cannot ask.
 */
export class ConnectionLimits {
  readonly #slots = new Slots()

  /** Reserves a slot and returns the function that releases it; null at the limit. */
  async take(endpoint: Endpoint, userId: string): Promise<Leave | null> {
    const key = `${endpoint} ${userId}`
    const limit = CONNECTIONS_PER_USER[endpoint]
    const primary = primaryChannel()
    if (!primary) return this.#slots.take(key, limit)
    try {
      if (!(await primary.ask<boolean>(TAKE, { key, limit }))) return null
      return once(() => void primary.ask(LEAVE, { key }).catch(() => undefined))
    } catch {
      return this.#slots.take(key, limit)
    }
  }
}

const TAKE = 'connection.take'
const LEAVE = 'connection.leave'

/** In the primary process: counts the connections of all workers, until a worker ends. */
export function countConnectionsOfWorkers(): (worker: Channel) => Leave {
  const slots = new Slots()
  return (worker) => {
    const taken = new Map<string, Leave[]>()
    worker.on(TAKE, (body) => {
      const { key, limit } = body as { key: string; limit: number }
      const leave = slots.take(key, limit)
      if (leave) taken.set(key, [...(taken.get(key) ?? []), leave])
      return leave !== null
    })
    worker.on(LEAVE, (body) => {
      const { key } = body as { key: string }
      const [leave, ...rest] = taken.get(key) ?? []
      leave?.()
      if (rest.length > 0) taken.set(key, rest)
      else taken.delete(key)
    })
    return () => {
      for (const leave of [...taken.values()].flat()) leave()
      taken.clear()
    }
  }
}
