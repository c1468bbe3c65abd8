import { Socket } from 'node:net'
import pg from 'pg'
import { type BusListener, type BusTransport, deliver, encodeMessage } from '@/lib/platform/bus/bus'
import { type BusConnection, type BusConnectionEvents, BusLink } from '@/lib/platform/bus/bus-link'
import { newId } from '@/lib/platform/ids'

const CHANNEL = 'gatehouse_bus'

/**
 * LISTEN/NOTIFY of the database at `url`. `pg_notify` is part of the publishing transaction: a
 * message is sent if and only if its change commits, and it cannot be lost between the two. Listens
 * on a separate connection.
 */
export function postgresTransport(url: string, receive: BusListener = deliver): BusTransport {
  const instanceId = newId()
  const link = new BusLink({
    name: 'PostgreSQL',
    instanceId,
    open: (events) => listen(url, instanceId, events),
    receive,
  })
  return {
    needsFence: false,
    isAlive: () => link.isAlive(),
    lagMs: () => link.lagMs(),
    publishBeforeCommit: async (tx, messages) => {
      const texts = messages.map((message) => encodeMessage(instanceId, message))
      await tx.$executeRaw`SELECT pg_notify(${CHANNEL}, text) FROM unnest(${texts}::text[]) AS text`
    },
    close: async () => link.close(),
  }
}

function listen(url: string, instanceId: string, events: BusConnectionEvents): BusConnection {
  // PostgreSQL delivers in commit order across all channels, so the beat doesn't need the shared
  // channel.
  const ownChannel = `gatehouse_beat_${instanceId}`
  // We create the socket, because only destroying it ends a connection whose other end is gone.
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    application_name: 'gatehouse bus',
    stream: () => socket,
    keepAlive: true,
  })
  client.on('notification', ({ channel, payload = '' }) =>
    channel === ownChannel ? events.onBeat(payload) : events.onMessage(payload),
  )
  client.on('error', (error) => events.onLost(error))
  client.on('end', () => events.onLost(new Error('the connection ended')))
  socket.unref()
  let beaten: Promise<unknown> = Promise.resolve()
  const ready = async () => {
    await client.connect()
    await client.query(`LISTEN "${CHANNEL}"; LISTEN "${ownChannel}"`)
  }
  return {
    ready: ready(),
    // One at a time: a pg client accepts no second query while it is busy.
    beat: (text) =>
      (beaten = beaten
        .catch(() => undefined)
        .then(() => client.query('SELECT pg_notify($1, $2)', [ownChannel, text]))),
    close: () => void socket.destroy(),
  }
}
