import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Settings } from '@/lib/config/settings'
import { database } from '@/lib/platform/db/database'
import { primaryPosition, replayedPosition, STALE_AFTER_MS } from '@/lib/platform/db/replica'
import { identityOf } from '@/lib/platform/db/same-database'
import { openServerPool } from '@/lib/platform/db/server-pool'
import { reasonOf } from '@/lib/platform/describe-error'
import { newId } from '@/lib/platform/ids'
import { failed, ok, skipped, type Verdict, warning } from '@/server/ctl/doctor-checks'

const WITHIN_MS = 5000

/** Whether Redis does what the bus and the request limits need: messages and scripts. */
export async function checkRedis({ redisUrl }: Settings): Promise<Verdict> {
  if (!redisUrl) return skipped('REDIS_URL is not set.')
  const { host } = new URL(redisUrl)
  try {
    await useRedis(redisUrl)
    return ok(`Redis at ${host} passes on messages and runs scripts.`)
  } catch (error) {
    return failed(
      `REDIS_URL: ${host} cannot be used: ${reasonOf(error)}. ` +
        'Check that Redis 6 or newer runs there, the firewall, the password, ' +
        'and that the user may publish, subscribe, and run scripts.',
    )
  }
}

async function useRedis(url: string): Promise<void> {
  const [{ createClient }, { redisChannel }] = await Promise.all([
    import('redis'),
    import('@/lib/platform/bus/redis-transport'),
  ])
  const client = createClient({
    url,
    RESP: 3,
    name: 'gatehousectl',
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: WITHIN_MS, reconnectStrategy: false },
  })
  // Without a listener, the error would end the process. The pending command rejects with it
  // anyway.
  client.on('error', () => undefined)
  const work = async () => {
    await client.connect()
    // A channel that no instance listens to, but covered by an access list (ACL) made for the bus.
    const channel = `${redisChannel(url)}:${newId()}`
    await new Promise<void>((heard, refused) => {
      const subscribed = client.subscribe(channel, () => heard())
      subscribed.then(() => client.publish(channel, '')).catch(refused)
    })
    await client.eval('return 1')
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer within 5 seconds')), WITHIN_MS)
  })
  try {
    await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
    client.destroy()
  }
}

/**
 * Whether DATABASE_REPLICA_URL is a replica of the open database, and how far it is behind. The
 * service notices all of this too, but only reads from the primary instead.
 */
export async function checkReplica({ databaseReplicaUrl: url }: Settings): Promise<Verdict> {
  if (!url) return skipped('DATABASE_REPLICA_URL is not set.')
  const { host } = new URL(url)
  const { pool, close } = openServerPool(url)
  try {
    return await examineReplica(pool, host)
  } catch (error) {
    return failed(
      `DATABASE_REPLICA_URL: ${host} cannot be used: ${reasonOf(error)}. ` +
        'Check that the replica runs, its address, not that of a pooler, and the password. ' +
        SERVED_BY_PRIMARY,
    )
  } finally {
    await close()
  }
}

const SERVED_BY_PRIMARY = 'Until then, DATABASE_URL serves lists and exports of the audit trail.'
const POLL_MS = 100

async function examineReplica(replica: pg.Pool, host: string): Promise<Verdict> {
  const primary = database().pool
  const [ours, theirs] = await Promise.all([identityOf(primary), identityOf(replica)])
  if (ours !== null && theirs !== null && ours !== theirs)
    return failed(
      `DATABASE_REPLICA_URL: ${host} is another database than DATABASE_URL. ` +
        `Name a streaming replica of it. ${SERVED_BY_PRIMARY}`,
    )
  const startedAt = performance.now()
  const wanted = (await primaryPosition(primary)) ?? 0n
  for (;;) {
    const replayed = await replayedPosition(replica)
    const waitedMs = performance.now() - startedAt
    if (replayed === null)
      return failed(
        `DATABASE_REPLICA_URL: ${host} is not in recovery, so it is no replica, or was promoted. ` +
          `Name a streaming replica. ${SERVED_BY_PRIMARY}`,
      )
    if (replayed >= wanted)
      return ok(`The replica at ${host} is at most ${(waitedMs / 1000).toFixed(1)} s behind.`)
    if (waitedMs > STALE_AFTER_MS)
      return warning(
        `The replica at ${host} is more than ${STALE_AFTER_MS / 1000} s behind, ` +
          `by ${String(wanted - replayed)} bytes of the log. Look at pg_stat_replication on the primary ` +
          `and at the log of the replica. ${SERVED_BY_PRIMARY}`,
      )
    await sleep(POLL_MS)
  }
}
