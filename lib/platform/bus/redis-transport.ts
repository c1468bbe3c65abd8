import { createClient } from 'redis'
import {
  type BusListener,
  type BusMessage,
  type BusTransport,
  deliver,
  encodeMessage,
} from '@/lib/platform/bus/bus'
import { countGap, readGaps } from '@/lib/platform/bus/bus-gap.store'
import {
  BeatError,
  type BusConnection,
  type BusConnectionEvents,
  BusLink,
} from '@/lib/platform/bus/bus-link'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'

/** How long a commit waits for Redis to confirm a message. */
const CONFIRM_WITHIN_MS = 200

/** Where changes are counted that Redis did not confirm; the database, except in tests. */
export interface GapCounter {
  count: typeof countGap
  read: typeof readGaps
}

/**
 * Pub/sub of the Redis server at `url`. A message is sent twice: before its commit, so that a
 * process that dies right after the commit has announced the change (receivers then cache nothing
 * about it for long), and after it. A message that Redis does not confirm is counted in the
 * database as part of the transaction. Every instance reads that count with each heartbeat and
 * drops everything cached when it has changed. So while Redis is unavailable, no request is delayed
 * and no instance serves outdated values.
 */
export function redisTransport(
  url: string,
  receive: BusListener = deliver,
  gaps: GapCounter = { count: countGap, read: readGaps },
): BusTransport {
  const instanceId = newId()
  let line: RedisConnection | null = null
  let answers = true
  let complained = false
  const link = new BusLink({
    name: 'Redis',
    instanceId,
    open: (events) => {
      const onBeat = (text: string) => {
        answers = true
        events.onBeat(text)
      }
      return (line = openRedisConnection(url, instanceId, { ...events, onBeat }, gaps.read))
    },
    receive,
  })

  async function send(message: BusMessage, early: boolean): Promise<boolean> {
    try {
      await line?.publish(encodeMessage(instanceId, message, early))
      return line !== null
    } catch (error) {
      // The link reports a lost connection. This is for a server that refuses to publish, and is
      // logged once.
      if (!complained && link.isAlive()) logger().warn({ error }, 'Redis did not take a message')
      complained ||= link.isAlive()
      return false
    }
  }

  async function confirmed(message: BusMessage): Promise<boolean> {
    const sent = send(message, true)
    // Redis has not answered recently: the message is sent, but its answer is not awaited.
    if (!answers || !link.isAlive()) return false
    const taken = await within(CONFIRM_WITHIN_MS, sent)
    answers = taken
    return taken
  }

  return {
    needsFence: true,
    isAlive: () => link.isAlive(),
    lagMs: () => link.lagMs(),
    publishBeforeCommit: async (tx, messages) => {
      const taken = await Promise.all(messages.map(confirmed))
      if (taken.includes(false)) await gaps.count(tx)
    },
    publishAfterCommit: async (message) => void send(message, false),
    close: async () => link.close(),
  }
}

function within(ms: number, sent: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    void sent.then((value) => {
      clearTimeout(timer)
      resolve(value)
    })
  })
}

/** Channels are not per database, so the number separates two services on one Redis. */
export function redisChannel(url: string): string {
  return `gatehouse:${new URL(url).pathname.slice(1) || '0'}:bus`
}

const CONNECT_WITHIN_MS = 1500

/** A connection through Redis that can also publish to all instances. */
interface RedisConnection extends BusConnection {
  /**
   * Resolves when Redis has the message, and with it every subscriber's connection; rejects if the
   * connection is not open.
   */
  publish(text: string): Promise<unknown>
}

/**
 * Opens one connection (RESP3: it subscribes and publishes) to the Redis server at `url`. A beat
 * first reads from `readGaps` how many changes were not announced, and reports a new one: so a beat
 * that comes back proves that there is none.
 */
function openRedisConnection(
  url: string,
  instanceId: string,
  events: BusConnectionEvents,
  readGaps: () => Promise<number>,
): RedisConnection {
  const channel = redisChannel(url)
  const ownChannel = `${channel}:${instanceId}`
  const client = createClient({
    url,
    RESP: 3,
    name: 'gatehouse-bus',
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // The link opens a new connection instead, so that it sees every gap.
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
      const found = await readGaps().catch((error: unknown) => {
        throw new BeatError('the database', error)
      })
      if (found !== gaps && gaps !== -1) events.onGap()
      gaps = found
      await client.publish(ownChannel, text)
    },
    publish: (text) => client.publish(channel, text),
    close: () => client.destroy(),
  }
}
