import { createClient } from 'redis'
import type { Line, LineEvents } from '@/lib/platform/bus/bus-link'

const CONNECT_WITHIN_MS = 1500

/** A line through Redis that can also publish to everybody. */
export interface RedisLine extends Line {
  /** Resolves when Redis has the message, and with it every subscriber's connection; rejects when the line is not open. */
  publish(text: string): Promise<unknown>
}

/**
 * Opens one connection (RESP3: it subscribes and publishes) to the Redis server at `url`. A beat first asks `readGaps` how
 * many changes were announced to nobody and reports a new one: a beat that comes back thus proves that there is none.
 */
export function openRedisLine(
  url: string,
  instanceId: string,
  events: LineEvents,
  readGaps: () => Promise<number>,
): RedisLine {
  // Channels know no database numbers: the number keeps two services on one Redis apart.
  const channel = `gatehouse:${new URL(url).pathname.slice(1) || '0'}:bus`
  const ownChannel = `${channel}:${instanceId}`
  const client = createClient({
    url,
    RESP: 3,
    name: 'gatehouse-bus',
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // A new line is opened instead, so that one place knows of every gap.
    socket: { connectTimeout: CONNECT_WITHIN_MS, reconnectStrategy: false },
  })
  client.on('error', (error) => events.onLost(error))
  client.on('end', () => events.onLost(new Error('the connection ended')))
  client.unref()
  let gaps = -1
  const ready = async () => {
    await client.connect()
    await client.subscribe(channel, (text) => events.onMessage(text))
    await client.subscribe(ownChannel, (text) => events.onBeat(text))
  }
  return {
    ready: ready(),
    beat: async (text) => {
      const found = await readGaps()
      if (found !== gaps && gaps !== -1) events.onGap()
      gaps = found
      await client.publish(ownChannel, text)
    },
    publish: (text) => client.publish(channel, text),
    close: () => client.destroy(),
  }
}
