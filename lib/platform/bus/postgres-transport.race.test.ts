import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  closeBus,
  publish,
  subscribe,
  useTransport,
  type BusMessage,
  type BusTransport,
} from '@/lib/platform/bus/bus'
import { postgresTransport } from '@/lib/platform/bus/postgres-transport'
import { database, db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { countStatements } from '@/tests/kit/count-statements'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const DEADLINE = { timeout: 10_000, interval: 5 }
const changed = (userId: string): BusMessage => ({ type: 'user.changed', userId })

interface Instance {
  transport: BusTransport
  /** The messages it received, except `resync`. */
  heard: BusMessage[]
  /** How many resyncs it received. */
  resyncs: number
}
let here: Instance
let there: Instance

function startInstance(): Instance {
  const instance = { heard: [] as BusMessage[], resyncs: 0 }
  const transport = postgresTransport(database().pool.options.connectionString!, (message) => {
    if (message.type === 'resync') instance.resyncs++
    else instance.heard.push(message)
  })
  return Object.assign(instance, { transport })
}

const alive = (...instances: Instance[]) =>
  vi.waitFor(
    () =>
      expect(instances.map(({ transport }) => transport.isAlive())).toEqual(
        instances.map(() => true),
      ),
    DEADLINE,
  )

const send = ({ transport }: Instance, message: BusMessage) =>
  inTransaction((tx) => transport.publishBeforeCommit!(tx, [message]))

/** Ends the listening connections of both instances, as a server restart or a firewall would. */
const cut = () => db().$queryRaw`
  SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
  WHERE application_name = 'gatehouse bus' AND datname = current_database()`

beforeEach(async () => {
  here = startInstance()
  there = startInstance()
  await alive(here, there)
})
afterEach(async () => {
  await closeBus()
  await Promise.all([here.transport.close(), there.transport.close()])
})

describe('two instances on one PostgreSQL server', () => {
  it("receive each other's committed messages, in order, and none of their own", async () => {
    await send(here, changed('ann'))
    await send(here, changed('bob'))
    await vi.waitFor(() => expect(there.heard).toEqual([changed('ann'), changed('bob')]), DEADLINE)
    await send(there, changed('cy'))
    await vi.waitFor(() => expect(here.heard).toEqual([changed('cy')]), DEADLINE)
  })

  it('receive nothing that was rolled back', async () => {
    const rolledBack = inTransaction(async (tx) => {
      await here.transport.publishBeforeCommit!(tx, [changed('ann')])
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await send(here, changed('bob'))
    await vi.waitFor(() => expect(there.heard).toEqual([changed('bob')]), DEADLINE)
  })

  it('receive what is published: this one right after the commit, the other soon after', async () => {
    useTransport(here.transport)
    const delivered: BusMessage[] = []
    const stop = subscribe((message) => delivered.push(message))
    await inTransaction(async (tx) => {
      await publish(tx, changed('ann'))
      expect(delivered).toEqual([])
    })
    expect(delivered).toEqual([changed('ann')])
    stop()
    await vi.waitFor(() => expect(there.heard).toEqual([changed('ann')]), DEADLINE)
    expect(here.heard).toEqual([])
  })

  it('receive all messages of a transaction in order, sent with one statement', async () => {
    useTransport(here.transport)
    const messages = Array.from({ length: 12_000 }, (_, i) => changed(`user-${i}`))
    const publishAll = (count: number) => () =>
      inTransaction(async (tx) => {
        for (const message of messages.slice(0, count)) await publish(tx, message)
      })
    const statements = await countStatements(publishAll(1))
    await vi.waitFor(() => expect(there.heard).toHaveLength(1), DEADLINE)
    expect(await countStatements(publishAll(messages.length))).toBe(statements)
    await vi.waitFor(() => expect(there.heard.slice(1)).toEqual(messages), DEADLINE)
  })

  it('receive all of twenty changes that commit at once', async () => {
    const users = Array.from({ length: 20 }, (_, i) => `user-${i}`)
    await Promise.all(users.map((userId) => send(here, changed(userId))))
    await vi.waitFor(() => expect(there.heard).toHaveLength(20), DEADLINE)
    const heard = there.heard.map((message) => (message as { userId: string }).userId)
    expect(heard.sort()).toEqual(users.sort())
  })
})

describe('an instance whose listening connection is cut', () => {
  it('is not alive, reconnects by itself and resyncs before it is alive again', async () => {
    await cut()
    await vi.waitFor(() => expect(there.transport.isAlive()).toBe(false), DEADLINE)
    const { resyncs } = there
    await alive(here, there)
    expect(there.resyncs).toBeGreaterThan(resyncs)
    await send(here, changed('ann'))
    await vi.waitFor(() => expect(there.heard).toEqual([changed('ann')]), DEADLINE)
  })

  it('keeps retrying while the server refuses it', async () => {
    const url = new URL(database().pool.options.connectionString!)
    const name = url.pathname.slice(1)
    url.pathname = '/postgres'
    const admin = new pg.Client(url.toString())
    await admin.connect()
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`)
    await cut()
    await vi.waitFor(
      () =>
        expect([here, there].map(({ transport }) => transport.isAlive())).toEqual([false, false]),
      DEADLINE,
    )
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`)
    await admin.end()
    const { resyncs } = there
    await alive(here, there)
    expect(there.resyncs).toBeGreaterThan(resyncs)
  })

  it('leaves no connection open after it is closed', async () => {
    await here.transport.close()
    await there.transport.close()
    await vi.waitFor(async () => {
      const rows = await db().$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE application_name = 'gatehouse bus' AND datname = current_database()`
      expect(rows).toEqual([{ count: 0 }])
    }, DEADLINE)
  })
})
