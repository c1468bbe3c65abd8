import { expect, it } from 'vitest'
import { io as connectIo } from 'socket.io-client'
import { inTransaction } from '@/lib/platform/db/transaction'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { describeOnServer } from '@/tests/kit/describe-if'
import { accepted, openPlain, openSocketIo } from '@/tests/kit/live-client'
import { fromOwnPage, useLiveInstances, withBearer } from '@/tests/kit/live-instances'
import { RawConnection } from '@/tests/kit/raw-request'
import { until } from '@/tests/kit/until'

const API = '/api/v1/ws'
const WEBUI = '/webui/ws'
const WITHIN_MS = 5000
const LIMIT = 65_536

describeOnServer('what a client sends', () => {
  const live = useLiveInstances(1)
  const url = () => live.url()
  const plain = async () => accepted(openPlain(url(), withBearer(await live.signedInUser())))
  const io = async () => accepted(openSocketIo(url(), API, withBearer(await live.signedInUser())))
  const frame = (bytes: number) =>
    JSON.stringify({ event: 'x', data: '' }).replace('""', `"${'a'.repeat(bytes - 23)}"`)

  it.each([LIMIT + 1, 1_000_000, 10_000_000])(
    'ends a plain connection with 1009 if it is a frame of %i bytes',
    async (bytes) => {
      const client = await plain()
      client.ws.send(frame(bytes))
      expect((await client.end()).code).toBe(1009)
    },
  )

  it.each([LIMIT + 1, 1_000_000, 10_000_000])(
    'ends a Socket.IO connection with 1009 if it is a message of %i bytes',
    async (bytes) => {
      const client = await io()
      client.send('x', 'a'.repeat(bytes))
      expect((await client.end()).code).toBe(1009)
    },
  )

  it('may be as long as the maximum frame, and is ignored unless it is auth.renew', async () => {
    const client = await plain()
    client.ws.send(frame(LIMIT))
    client.send('inbox.updated', { unread_count: 99 })
    client.send('subscribe', { room: 'another user' })
    const ioClient = await io()
    for (const event of ['join', 'subscribe', 'inbox.updated'])
      ioClient.send(event, { room: 'another user' })
    client.send('auth.renew', {})
    await until('an answer', WITHIN_MS, () => client.of('auth.renew').length > 0)
    expect(client.of('auth.renew')).toEqual([{ ok: false, code: 'validation_failed' }])
    expect(await ioClient.socket.emitWithAck('auth.renew', 'x')).toEqual({
      ok: false,
      code: 'validation_failed',
    })
    expect([client.ended(), ioClient.ended()]).toEqual([null, null])
    expect(client.frames.map(({ event }) => event)).toEqual(['inbox.updated', 'auth.renew'])
  })

  it('ends the connection with 1008 if it is binary, malformed or nested a hundred deep', async () => {
    const deep = `{"event":"x","data":${'['.repeat(100)}${']'.repeat(100)}}`
    for (const sent of [
      Buffer.from('{"event":"x"}'),
      'not json',
      '"text"',
      'null',
      '{"event":1}',
      deep,
    ]) {
      const client = await plain()
      client.ws.send(sent)
      expect((await client.end()).code).toBe(1008)
    }
    for (const sent of [Buffer.alloc(10), JSON.parse(deep) as unknown]) {
      const client = await io()
      client.send('x', sent)
      expect((await client.end()).code).toBe(1008)
    }
  })

  it('ends the connection with 1008 if it is a flood, while others are served immediately', async () => {
    const bystander = await accepted(openPlain(url(), withBearer(await live.signedInUser())))
    const pinger = await plain()
    const floods = [await plain(), await io(), pinger]
    for (let i = 0; i < 10_000; i++) {
      floods[0]!.send('x', i)
      floods[1]!.send('x', i)
      pinger.ws.ping()
    }
    const at = performance.now()
    bystander.send('auth.renew', {})
    await until('an answer', WITHIN_MS, () => bystander.of('auth.renew').length > 0)
    expect(performance.now() - at).toBeLessThan(1000)
    for (const flood of floods) expect((await flood.end()).code).toBe(1008)
    expect(bystander.ended()).toBeNull()
  })

  it('opens no other namespace', async () => {
    const signedInUser = await live.signedInUser()
    const admin = connectIo(`${url()}/admin`, {
      path: API,
      transports: ['websocket'],
      extraHeaders: withBearer(signedInUser).headers,
      reconnection: false,
      forceNew: true,
    })
    const error = await new Promise<Error>((resolve) => admin.once('connect_error', resolve))
    admin.close()
    expect(error.message).toBe('Invalid namespace')
  })

  it('is never decompressed: compression is refused', async () => {
    const client = await accepted(openPlain(url(), withBearer(await live.signedInUser())))
    expect(client.ws.extensions).toBe('')
  })

  it('is awaited for ten seconds, and any number of half-sent handshakes blocks no one else', async () => {
    const { port } = live.services[0]!
    const half = Array.from({ length: 1000 }, () =>
      new RawConnection(port).send(
        `GET ${API} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\n`,
      ),
    )
    const client = await plain()
    await until('the first frame', WITHIN_MS, () => client.frames.length > 0)
    const answers = await Promise.all(half.map((connection) => connection.untilClosed()))
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408'))).toHaveLength(1000)
  })

  it('is cut off if it stops reading, without delaying the others', async () => {
    const signedInUser = await live.signedInUser()
    const [deaf, listener] = [
      await accepted(openPlain(url(), withBearer(signedInUser))),
      await accepted(openPlain(url(), withBearer(signedInUser))),
    ]
    await until(
      'both know their inbox',
      WITHIN_MS,
      () => deaf.frames.length + listener.frames.length === 2,
    )
    deaf.ws.pause()
    const ids = Array.from({ length: 1000 }, () => newId())
    // The maximum size of an item: 16 kB in UTF-8.
    const body = '😀'.repeat(4000)
    await db().inboxItem.createMany({
      data: ids.map((id) => ({
        id,
        userId: signedInUser.id,
        kind: 'test',
        title: 'Long',
        body,
        createdAt: new Date(),
      })),
    })
    for (let i = 0; i < ids.length; i += 5) {
      const received = listener.frames.length
      await inTransaction(async (tx) => {
        const changes = ids
          .slice(i, i + 5)
          .map((itemId) => ({ userId: signedInUser.id, reason: 'created', itemId }))
        await tx.$executeRaw`SELECT pg_notify('gatehouse_bus', ${JSON.stringify({ from: '', message: { type: 'inbox.changed', id: newId(), changes } })})`
      })
      await until(
        'the listener is notified',
        WITHIN_MS,
        () => listener.frames.length >= received + 5,
      )
    }
    expect(listener.frames).toHaveLength(1001)
    deaf.ws.resume()
    expect((await deaf.end()).code).toBe(1006)
  })
})

describeOnServer('pages', () => {
  const live = useLiveInstances(1)

  it('receive only ui.patch and ui.toast, whatever happens and whatever they send', async () => {
    const page = await live.signedInUser('web')
    const client = await accepted(openSocketIo(live.url(), WEBUI, fromOwnPage(live.url(), page)))
    for (const event of ['inbox.updated', 'auth.renew', 'ui.patch']) client.send(event, { a: 1 })
    const say = (message: object) =>
      db()
        .$queryRaw`SELECT pg_notify('gatehouse_bus', ${JSON.stringify({ from: '', message })})::text`
    await say({
      type: 'inbox.changed',
      id: newId(),
      changes: [{ userId: page.id, reason: 'created', itemId: newId() }],
    })
    await say({ type: 'user.changed', userId: page.id })
    await say({ type: 'rbac.changed' })
    await say({ type: 'session.revoked', sessionId: newId(), userId: page.id })
    await say({
      type: 'ui.patch',
      id: newId(),
      audience: { permission: 'users:list' },
      patch: { target: 'users', op: 'invalidate' },
    })
    await say({
      type: 'ui.patch',
      id: newId(),
      audience: { userId: newId() },
      patch: { target: 'x', op: 'invalidate' },
    })
    await say({
      type: 'ui.patch',
      id: newId(),
      audience: { userId: page.id },
      patch: { target: 'sessions', op: 'invalidate' },
    })
    await until('the end of a session', WITHIN_MS, () => client.of('ui.patch').length === 2)
    await say({
      type: 'ui.toast',
      id: newId(),
      userId: page.id,
      toast: { level: 'info', title: 'Done' },
    })
    await until('the toast', WITHIN_MS, () => client.of('ui.toast').length > 0)
    await db().sessionFamily.updateMany({
      where: { id: page.session.sessionId },
      data: { revokedAt: new Date() },
    })
    await say({ type: 'session.revoked', sessionId: page.session.sessionId, userId: page.id })
    expect((await client.end()).code).toBe(4401)
    const patch = { target: 'sessions', op: 'invalidate', rev: expect.any(Number) as number }
    expect(client.frames.slice(0, 3)).toEqual([
      { event: 'ui.patch', data: patch },
      { event: 'ui.patch', data: patch },
      { event: 'ui.toast', data: { level: 'info', title: 'Done' } },
    ])
    expect(client.frames.slice(3).filter(({ event }) => event !== 'ui.patch')).toEqual([])
  })
})
