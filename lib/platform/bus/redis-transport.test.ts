import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BusMessage, BusTransport } from '@/lib/platform/bus/bus'
import { redisTransport } from '@/lib/platform/bus/redis-transport'
import type { Tx } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { describeWithOwnRedis } from '@/tests/kit/redis-for-tests'

const DEADLINE = { timeout: 15_000, interval: 5 }
const changed = (userId: string): BusMessage => ({ type: 'user.changed', userId })
const tx = {} as Tx
const noGaps = { count: async () => {}, read: async () => 0 }

interface Instance {
  transport: BusTransport
  /** The messages it received, except `resync`. */
  heard: BusMessage[]
  /** How many resyncs it received. */
  resyncs: number
}

describeWithOwnRedis('instances connected through Redis', (redis) => {
  let here: Instance
  let there: Instance
  /** What the database would count. */
  let gaps: number

  function startInstance(url = redis.url): Instance {
    const instance = { heard: [] as BusMessage[], resyncs: 0 }
    const receive = (message: BusMessage) => {
      if (message.type === 'resync') instance.resyncs++
      else instance.heard.push(message)
    }
    const counter = { count: async () => void gaps++, read: async () => gaps }
    return Object.assign(instance, { transport: redisTransport(url, receive, counter) })
  }
  const waitAlive = (wanted: boolean, ...instances: Instance[]) =>
    vi.waitFor(() => {
      for (const { transport } of instances) expect(transport.isAlive()).toBe(wanted)
    }, DEADLINE)

  beforeEach(async () => {
    gaps = 0
    await redis.kill()
    await redis.start()
    here = startInstance()
    there = startInstance()
    await waitAlive(true, here, there)
  })
  afterEach(async () => {
    redis.thaw()
    await Promise.all([here.transport.close(), there.transport.close()])
  })

  it('name the database in the log when it is away, not Redis', async () => {
    const warn = vi.spyOn(logger(), 'warn').mockReturnValue(undefined)
    const read = async () => Promise.reject(new Error('ECONNREFUSED'))
    const cutOff = redisTransport(redis.url, () => {}, { ...noGaps, read })
    await vi.waitFor(() => expect(warn).toHaveBeenCalled(), DEADLINE)
    await cutOff.close()
    const lines = warn.mock.calls.map(([, message]) => message)
    warn.mockRestore()
    expect(lines).toEqual([expect.stringContaining('no answer from the database;')])
  })

  describe('in normal operation', () => {
    it('receive a change before and after its commit, in order, and none of their own', async () => {
      await here.transport.publishBeforeCommit!(tx, [changed('ann')])
      await here.transport.publishAfterCommit!(changed('ann'))
      await here.transport.publishAfterCommit!(changed('bob'))
      await vi.waitFor(
        () => expect(there.heard).toEqual([changed('ann'), changed('ann'), changed('bob')]),
        DEADLINE,
      )
      await there.transport.publishAfterCommit!(changed('cy'))
      await vi.waitFor(() => expect(here.heard).toEqual([changed('cy')]), DEADLINE)
      expect(gaps).toBe(0)
    })

    it('can distinguish the announcement from the change', async () => {
      const copies: boolean[] = []
      const listener = redisTransport(redis.url, (_message, early) => copies.push(early), noGaps)
      await vi.waitFor(() => expect(listener.isAlive()).toBe(true), DEADLINE)
      copies.length = 0
      await here.transport.publishBeforeCommit!(tx, [changed('ann')])
      await here.transport.publishAfterCommit!(changed('ann'))
      await vi.waitFor(() => expect(copies).toEqual([true, false]), DEADLINE)
      await listener.close()
    })

    it('receive a change even if the instance dies right after the commit, and know that it may not be visible yet', async () => {
      await here.transport.publishBeforeCommit!(tx, [changed('ann')])
      await here.transport.close()
      await vi.waitFor(() => expect(there.heard).toEqual([changed('ann')]), DEADLINE)
      expect(there.transport.needsFence).toBe(true)
    })

    it('receive nothing from a service that uses another database number', async () => {
      const stranger = startInstance(`${redis.url}/1`)
      await waitAlive(true, stranger)
      await stranger.transport.publishAfterCommit!(changed('ann'))
      await here.transport.publishAfterCommit!(changed('bob'))
      await vi.waitFor(() => expect(there.heard).toEqual([changed('bob')]), DEADLINE)
      expect(stranger.heard).toEqual([])
      await stranger.transport.close()
    })
  })

  describe('when Redis is unavailable', () => {
    it('are not alive, publish without failing, then reconnect by themselves and resync', async () => {
      await redis.kill()
      await waitAlive(false, here, there)
      await here.transport.publishBeforeCommit!(tx, [changed('ann')])
      await here.transport.publishAfterCommit!(changed('ann'))
      expect(gaps).toBe(1)
      const { resyncs } = there
      await redis.start()
      await waitAlive(true, here, there)
      expect(there.resyncs).toBeGreaterThan(resyncs)
      await here.transport.publishAfterCommit!(changed('bob'))
      await vi.waitFor(() => expect(there.heard).toEqual([changed('bob')]), DEADLINE)
    })

    it('start anyway, and are alive once it is available', async () => {
      await redis.kill()
      const late = startInstance()
      await here.transport.publishBeforeCommit!(tx, [changed('ann')])
      expect(late.transport.isAlive()).toBe(false)
      await redis.start()
      await waitAlive(true, late)
      await late.transport.close()
    })
  })

  it('send all changes of a transaction before they wait for the first answer', async () => {
    const cable = await layCable(redis.url)
    const distant = startInstance(cable.url)
    await waitAlive(true, distant)
    const users = Array.from({ length: 20 }, (_, i) => changed(`user-${i}`))
    cable.holdAnswersUntil('user-19')
    await distant.transport.publishBeforeCommit!(tx, users)
    expect(gaps).toBe(0)
    await vi.waitFor(() => expect(there.heard).toEqual(users), DEADLINE)
    await distant.transport.close()
    cable.cut()
  })

  it('wait once for all changes of a transaction, and count one gap for them', async () => {
    redis.freeze()
    // The signal may take effect after the first.
    await here.transport.publishBeforeCommit!(tx, [changed('ann')])
    const before = gaps
    const users = Array.from({ length: 20 }, (_, i) => changed(`user-${i}`))
    await here.transport.publishBeforeCommit!(tx, users)
    expect(gaps).toBe(before + 1)
    redis.thaw()
    await vi.waitFor(() => expect(there.heard).toEqual([changed('ann'), ...users]), DEADLINE)
  })

  it('do not wait for a Redis that hangs, and are alive again when it resumes', async () => {
    redis.freeze()
    // From here on Redis answers nothing: these resolve because they don't wait for it.
    for (let i = 0; i < 20; i++)
      await here.transport.publishBeforeCommit!(tx, [changed(`user-${i}`)])
    expect(gaps).toBeGreaterThanOrEqual(19) // the signal may take effect after the first
    await waitAlive(false, here, there)
    redis.thaw()
    await waitAlive(true, here, there)
  })

  it('resync when another instance, cut off alone, could not announce a change', async () => {
    const cable = await layCable(redis.url)
    const lonely = startInstance(cable.url)
    await waitAlive(true, lonely)
    cable.cut()
    await waitAlive(false, lonely)
    const { resyncs } = there
    await lonely.transport.publishBeforeCommit!(tx, [changed('ann')])
    await lonely.transport.publishAfterCommit!(changed('ann'))
    await vi.waitFor(() => expect(there.resyncs).toBeGreaterThan(resyncs), DEADLINE)
    expect(there.heard).toEqual([])
    await lonely.transport.close()
  })
})

interface Cable {
  url: string
  cut(): void
  /** Passes on no answers until `text` was sent to Redis. */
  holdAnswersUntil(text: string): void
}

/** A proxy to Redis for one instance alone. */
async function layCable(redisUrl: string): Promise<Cable> {
  const { hostname, port } = new URL(redisUrl)
  const pairs: { inner: Socket; outer: Socket }[] = []
  const server: Server = createServer((inner) => {
    const outer = connect(Number(port), hostname)
    pairs.push({ inner: inner.on('error', () => {}), outer: outer.on('error', () => {}) })
    inner.pipe(outer).pipe(inner)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      server.close()
      for (const { inner, outer } of pairs) [inner, outer].forEach((socket) => socket.destroy())
    },
    holdAnswersUntil(text) {
      for (const { inner, outer } of pairs) {
        outer.unpipe(inner)
        let sent = ''
        inner.on('data', (chunk: Buffer) => {
          sent += chunk.toString()
          if (sent.includes(text)) outer.pipe(inner)
        })
      }
    },
  }
}
