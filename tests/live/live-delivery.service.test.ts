import { expect, it, onTestFinished } from 'vitest'
import {
  type InboxChange,
  publishInboxChanged,
  publishPatch,
  publishToast,
} from '@/lib/messaging/live/publish-live'
import { type BusTransport, publish, useTransport } from '@/lib/platform/bus/bus'
import { postgresTransport } from '@/lib/platform/bus/postgres-transport'
import { redisTransport } from '@/lib/platform/bus/redis-transport'
import { database, db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { describeOnServer } from '@/tests/kit/describe-if'
import { accepted, type LiveClient, openPlain, openSocketIo } from '@/tests/kit/live-client'
import { fromOwnPage, useLiveInstances, withBearer } from '@/tests/kit/live-instances'
import { describeWithOwnRedis } from '@/tests/kit/redis-for-tests'
import { startBalancer } from '@/tests/kit/start-balancer'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 5000

/** Two instances, and the test as a third one that publishes. */
function delivery(env: () => Record<string, string>, open: () => BusTransport): void {
  const live = useLiveInstances(2, env)

  async function withTransport<T>(work: () => Promise<T>): Promise<T> {
    const transport = open()
    useTransport(transport)
    await until('the bus is alive', WITHIN_MS, () => transport.isAlive())
    return work().finally(() => transport.close())
  }
  /** Creates an item, as a use case would. */
  const addItem = (userId: string, title: string, href: string | null = null) =>
    inTransaction(async (tx) => {
      const id = newId()
      const item = { id, userId, kind: 'test', title, body: null, href, createdAt: new Date() }
      await tx.inboxItem.create({ data: item })
      await publishInboxChanged(tx, [{ userId, reason: 'created', itemId: id }])
      return item
    })
  const notices = (client: LiveClient, reason: string) =>
    client.of('inbox.updated').filter((event) => event.reason === reason)
  const synced = (...clients: LiveClient[]) =>
    until('every client knows its inbox', WITHIN_MS, () =>
      clients.every((client) => notices(client, 'sync').length > 0),
    )

  it('reach every connection of their user on every instance, once, within a second, and no one else', async () => {
    const [ann, bob] = [await live.signedInUser(), await live.signedInUser()]
    const clients = await Promise.all<LiveClient>([
      accepted(openPlain(live.url(0), withBearer(ann))),
      accepted(openPlain(live.url(1), withBearer(ann))),
      accepted(openSocketIo(live.url(0), '/api/v1/ws', withBearer(ann))),
      accepted(openSocketIo(live.url(1), '/api/v1/ws', withBearer(ann), ['polling'])),
    ])
    const stranger = await accepted(openPlain(live.url(1), withBearer(bob)))
    await synced(...clients, stranger)
    await withTransport(async () => {
      const item = await addItem(ann.id, 'Welcome', '/dashboard')
      const at = performance.now()
      await until('every client is notified', WITHIN_MS, () =>
        clients.every((client) => notices(client, 'created').length),
      )
      expect(performance.now() - at).toBeLessThan(1000)
      // A second copy would have arrived before this one.
      await addItem(ann.id, 'The next one')
      await until('the next one', WITHIN_MS, () =>
        clients.every((client) => notices(client, 'created').length >= 2),
      )
      const { id, kind, title, body, href } = item
      const shown = { id, kind, title, body, href, created_at: item.createdAt.toISOString() }
      for (const client of clients)
        expect(notices(client, 'created')).toMatchObject([
          {
            v: 1,
            type: 'inbox.updated',
            user_id: ann.id,
            unread_count: 1,
            reason: 'created',
            item: shown,
          },
          { unread_count: 2, item: { title: 'The next one' } },
        ])
      expect(stranger.frames).toHaveLength(1)
    })
  })

  it('contain nothing that was rolled back', async () => {
    const ann = await live.signedInUser()
    const client = await accepted(openPlain(live.url(1), withBearer(ann)))
    await synced(client)
    await withTransport(async () => {
      await inTransaction(async (tx) => {
        await publishInboxChanged(tx, [{ userId: ann.id, reason: 'created', itemId: newId() }])
        throw new Error('no')
      }).catch(() => undefined)
      await addItem(ann.id, 'After')
      await until('the next one', WITHIN_MS, () => notices(client, 'created').length > 0)
      expect(client.frames).toHaveLength(2)
    })
  })

  it('are merged into one with the current state when there are many', async () => {
    const ann = await live.signedInUser()
    const client = await accepted(openPlain(live.url(1), withBearer(ann)))
    await synced(client)
    await withTransport(async () => {
      await inTransaction(async (tx) => {
        const ids = Array.from({ length: 120 }, () => newId())
        const about = { userId: ann.id, kind: 'test', title: 'Many', createdAt: new Date() }
        await tx.inboxItem.createMany({ data: ids.map((id) => ({ id, ...about })) })
        const changes: InboxChange[] = ids.map((itemId) => ({
          userId: ann.id,
          reason: 'created',
          itemId,
        }))
        await publishInboxChanged(tx, changes)
      })
      await until(
        'the number',
        WITHIN_MS,
        () => client.of('inbox.updated').at(-1)?.unread_count === 120,
      )
      expect(client.frames.length).toBeLessThan(6)
    })
  })

  it('reach open pages by permission, checked on arrival', async () => {
    const [admin, plain] = [await live.signedInUser('web'), await live.signedInUser('web')]
    await db().$executeRaw`
      INSERT INTO user_roles (user_id, role_id) SELECT ${admin.id}::uuid, id FROM roles WHERE name = 'admin'`
    const [of, other] = [
      await accepted(openSocketIo(live.url(1), '/webui/ws', fromOwnPage(live.url(1), admin))),
      await accepted(openSocketIo(live.url(0), '/webui/ws', fromOwnPage(live.url(0), plain))),
    ]
    const invalidate = { target: 'users', op: 'invalidate' } as const
    await withTransport(async () => {
      await inTransaction(async (tx) => {
        await publishPatch(tx, { permission: 'users:list' }, invalidate)
        await publishToast(tx, admin.id, { level: 'success', title: 'Done' })
      })
      await until('patch and toast', WITHIN_MS, () => of.frames.length === 2)
      await inTransaction(async (tx) => {
        await tx.$executeRaw`DELETE FROM user_roles WHERE user_id = ${admin.id}::uuid`
        await publish(tx, { type: 'user.changed', userId: admin.id })
      })
      await until('their permissions changed', WITHIN_MS, () => of.frames.length === 3)
      await inTransaction(async (tx) => {
        await publishPatch(tx, { permission: 'users:list' }, invalidate)
        await publishToast(tx, admin.id, { level: 'success', title: 'The last' })
      })
      await until('the last', WITHIN_MS, () => of.of('ui.toast').length === 2)
    })
    expect(of.frames.map(({ event, data }) => [event, data.target ?? data.title])).toEqual([
      ['ui.patch', 'users'],
      ['ui.toast', 'Done'],
      ['ui.patch', 'permissions'],
      ['ui.toast', 'The last'],
    ])
    const revs = of.of('ui.patch').map(({ rev }) => Number(rev))
    expect(revs).toEqual([...revs].sort((a, b) => a - b))
    expect(other.frames).toEqual([])
  })

  // Must be last because it kills an instance.
  it('continue when an instance is killed: its client reconnects to the other one and gets what it missed', async () => {
    const balancer = await startBalancer([live.url(0), live.url(1)])
    onTestFinished(() => balancer.close())
    const ann = await live.signedInUser('web')
    // Connections alternate between the instances: two of each user's four are on the one that is
    // killed.
    const open = (path: '/api/v1/ws' | '/webui/ws') =>
      accepted(openSocketIo(balancer.url, path, fromOwnPage(balancer.url, ann)))
    const bells = [await open('/api/v1/ws'), await open('/api/v1/ws')]
    const tabs = [await open('/webui/ws'), await open('/webui/ws')]
    await synced(...bells)
    await withTransport(async () => {
      await addItem(ann.id, 'To both')
      const patch = { target: 'sessions', op: 'invalidate' } as const
      const change = () => inTransaction((tx) => publishPatch(tx, { userId: ann.id }, patch))
      await change()
      await until('both hear', WITHIN_MS, () =>
        bells.every((bell) => notices(bell, 'created').length === 1),
      )
      await until('both see', WITHIN_MS, () => tabs.every((tab) => tab.frames.length === 1))

      await live.services[0]!.kill9()
      await until(
        'half of them end',
        WITHIN_MS,
        () => [...bells, ...tabs].filter((client) => client.ended()).length === 2,
      )
      await addItem(ann.id, 'Meanwhile')
      for (const client of [...bells, ...tabs]) if (client.ended()) client.socket.connect()
      await until('every page is notified', WITHIN_MS, () =>
        bells.every((bell) => bell.of('inbox.updated').at(-1)?.unread_count === 2),
      )
      await until('every page is connected again', WITHIN_MS, () =>
        tabs.every((tab) => tab.socket.connected),
      )
      await change()
      await until('both see', WITHIN_MS, () => tabs.every((tab) => tab.frames.length === 2))
    })
  }, 30_000)
}

describeOnServer('live events through PostgreSQL', () => {
  delivery(
    () => ({}),
    () => postgresTransport(database().pool.options.connectionString!),
  )
})

describeOnServer('live events after a gap', () => {
  const live = useLiveInstances(1)

  it('send everyone the current state, because something may have been missed', async () => {
    const ann = await live.signedInUser()
    const page = await live.signedInUser('web', ann.id)
    const client = await accepted(openPlain(live.url(), withBearer(ann)))
    const pageClient = await accepted(
      openSocketIo(live.url(), '/webui/ws', fromOwnPage(live.url(), page)),
    )
    await until('the first state', WITHIN_MS, () => client.frames.length === 1)
    await db().inboxItem.create({
      data: { id: newId(), userId: ann.id, kind: 'test', title: 'Missed', createdAt: new Date() },
    })
    await db().$queryRaw`
      SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE application_name = 'gatehouse bus' AND datname = current_database()`
    await until('the state', WITHIN_MS, () => client.of('inbox.updated').at(-1)?.unread_count === 1)
    expect(client.of('inbox.updated').at(-1)).toMatchObject({ reason: 'sync', item: null })
    await until('the page', WITHIN_MS, () => pageClient.frames.length > 0)
    expect(pageClient.frames[0]).toMatchObject({
      event: 'ui.patch',
      data: { target: '*', op: 'invalidate' },
    })
  })
})

describeOnServer('live events', () => {
  describeWithOwnRedis('through Redis', (redis) => {
    delivery(
      () => ({ REDIS_URL: redis.url }),
      () => redisTransport(redis.url),
    )
  })
})
