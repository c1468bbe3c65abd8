import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  type BusMessage,
  type BusTransport,
  deliver,
  inProcessTransport,
  useTransport,
} from '@/lib/platform/bus/bus'
import { refuse } from '@/lib/platform/problems'
import { accepted, closeLiveClients, openPlain } from '@/tests/kit/live-client'
import { until } from '@/tests/kit/until'
import type { FeedAdmission } from '@/server/live/admission'
import { ChangeFeed } from '@/server/live/change-feed'

const WITHIN_MS = 5000
const transport: BusTransport = { ...inProcessTransport, needsFence: true }

beforeEach(() => {
  // What the feed does regularly, it does only when a test says so.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  useTransport(transport)
  return () => {
    vi.useRealTimers()
    useTransport(inProcessTransport)
  }
})

/** A feed on a server of its own. Returns its address. */
async function serve(
  admission: Partial<FeedAdmission> = {},
  applySettings: () => Promise<unknown> = async () => {},
): Promise<string> {
  const feed = new ChangeFeed(applySettings)
  const server = createServer()
  server.on('upgrade', (req, socket, head) => {
    const admitted = {
      userId: 'owner',
      check: async () => ({ ok: true as const }),
      leave: () => {},
    }
    feed.upgrade(req, socket, head, { ...admitted, ...admission })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    closeLiveClients()
    feed.close()
    feed.cut()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A client of a feed of its own. */
const listen = async (...of: Parameters<typeof serve>) => accepted(openPlain(await serve(...of)))

let marks = 0

/** The events up to a mark, without the fields that all have. */
async function heard(client: Awaited<ReturnType<typeof listen>>): Promise<unknown[]> {
  const mark = `mark-${++marks}`
  deliver({ type: 'session.revoked', userId: mark, sessionId: mark })
  const place = () => client.frames.findIndex(({ data }) => data.user_id === mark)
  await until('the mark arrives', WITHIN_MS, () => place() >= 0)
  return client.frames
    .slice(0, place())
    .filter(({ data }) => !String(data.user_id).startsWith('mark-'))
    .map(({ event, data: { v: _v, id: _id, type: _type, occurred_at: _at, ...about } }) => ({
      event,
      ...about,
    }))
}

it('says first that it is alive, then which sessions and users changed', async () => {
  const client = await listen()
  deliver({ type: 'session.revoked', userId: 'u1', sessionId: 's1' })
  deliver({ type: 'user.sessions_revoked', userId: 'u2', exceptSessionId: 's2' })
  deliver({ type: 'user.changed', userId: 'u3' })
  deliver({ type: 'rbac.changed' })
  deliver({ type: 'api_key.revoked', keyId: 'k', userId: 'u4' })
  expect(await heard(client)).toEqual([
    { event: 'feed.alive' },
    { event: 'session.revoked', user_id: 'u1', session_id: 's1' },
    { event: 'user.sessions_revoked', user_id: 'u2' },
    { event: 'permissions.updated', user_id: 'u3' },
    { event: 'permissions.updated', user_id: null },
  ])
})

it('never says that a session ended before it is certain', async () => {
  const client = await listen()
  deliver({ type: 'session.revoked', userId: 'u1', sessionId: 's1' }, true)
  const doubt = { event: 'user.sessions_revoked', user_id: 'u1' }
  expect(await heard(client)).toEqual([{ event: 'feed.alive' }, doubt])
  deliver({ type: 'session.revoked', userId: 'u1', sessionId: 's1' })
  expect((await heard(client)).at(-1)).toEqual({
    event: 'session.revoked',
    user_id: 'u1',
    session_id: 's1',
  })
})

it('says that anything may have changed after a gap in the bus', async () => {
  const client = await listen()
  deliver({ type: 'resync' })
  expect((await heard(client)).at(-1)).toEqual({ event: 'permissions.updated', user_id: null })
})

describe('a change of settings or signing keys', () => {
  const anything = { event: 'permissions.updated', user_id: null }
  const alive = { event: 'feed.alive' }

  it('is announced as a change of anything, once it is in force here', async () => {
    let apply = () => {}
    const url = await serve({}, () => new Promise<void>((resolve) => (apply = resolve)))
    const client = await accepted(openPlain(url))
    deliver({ type: 'settings.changed' })
    expect(await heard(client)).toEqual([alive])
    const late = await accepted(openPlain(url))
    expect(await heard(late)).toEqual([])
    apply()
    await until('it is alive again', WITHIN_MS, () => late.of('feed.alive').length > 0)
    expect(await heard(client)).toEqual([alive, anything, alive])
    expect(await heard(late)).toEqual([anything, alive])
  })

  it('is announced when it can be read at last', async () => {
    let reads = 0
    const applySettings = async () => {
      if (++reads === 1) throw new Error('the database is away')
    }
    const client = await listen({}, applySettings)
    deliver({ type: 'settings.changed' })
    expect(await heard(client)).toEqual([alive])
    await until('it is announced', WITHIN_MS, () => client.of('permissions.updated').length > 0)
    expect(reads).toBe(2)
  })

  it('is not announced before its commit', async () => {
    let reads = 0
    const client = await listen({}, async () => reads++)
    deliver({ type: 'settings.changed' }, true)
    await heard(client)
    expect(reads).toBe(0)
    deliver({ type: 'settings.changed' })
    await until('it is announced', WITHIN_MS, () => client.of('permissions.updated').length > 0)
  })

  it('closes a connection whose credential it refuses', () =>
    endsAfter({ type: 'settings.changed' }, 'invalid_token', 4401))
})

it('does not claim to be alive while messages between instances may be lost', async () => {
  useTransport({ ...transport, isAlive: () => false })
  const client = await listen()
  vi.advanceTimersByTime(3000)
  expect(await heard(client)).toEqual([])
})

it('says every second that it is alive', async () => {
  const client = await listen()
  vi.advanceTimersByTime(3000)
  expect(await heard(client)).toEqual(Array(4).fill({ event: 'feed.alive' }))
})

it('says that it is alive as soon as no message is missing anymore', async () => {
  let isAlive = false
  useTransport({ ...transport, isAlive: () => isAlive })
  const client = await listen()
  isAlive = true
  deliver({ type: 'resync' })
  await until('it is alive', WITHIN_MS, () => client.of('feed.alive').length > 0)
  expect(client.frames[0]).toMatchObject({ event: 'permissions.updated', data: { user_id: null } })
})

it.each([
  ['ended', 'invalid_token', 4401],
  ['lost its permission', 'insufficient_permission', 4403],
] as const)('closes a connection whose credential %s', async (_, code, close) => {
  await endsAfter({ type: 'user.changed', userId: 'owner' }, code, close)
})

it('closes a connection whose credential ended in a gap of the bus', () =>
  endsAfter({ type: 'resync' }, 'invalid_token', 4401))

it('closes a connection whose credential ended in a change of which only the announcement came', async () => {
  let holds = true
  let checks = 0
  const check = async () => {
    checks++
    return holds ? { ok: true as const } : refuse('invalid_token')
  }
  const client = await listen({ check })
  deliver({ type: 'user.changed', userId: 'owner' }, true)
  await until('it was checked before the commit', WITHIN_MS, () => checks >= 2)
  holds = false
  const ended = await until('it ends', WITHIN_MS, () => client.ended())
  expect(ended).toMatchObject({ code: 4401 })
})

async function endsAfter(
  message: BusMessage,
  code: 'invalid_token' | 'insufficient_permission',
  close: number,
): Promise<void> {
  let holds = true
  const check = async () => (holds ? { ok: true as const } : refuse(code))
  const client = await listen({ check })
  holds = false
  deliver(message)
  const ended = await until('it ends', WITHIN_MS, () => client.ended())
  expect(ended).toEqual({ code: close, reason: code })
}

it('keeps a connection open while its credential can’t be checked', async () => {
  let checks = 0
  const check = async () => (++checks > 1 ? refuse('unavailable') : { ok: true as const })
  const client = await listen({ check })
  deliver({ type: 'user.changed', userId: 'owner' })
  await until('it was checked', WITHIN_MS, () => checks >= 2)
  await heard(client)
  expect(client.ended()).toBeNull()
})

it('closes a connection that sends something', async () => {
  const client = await listen()
  client.send('auth.renew', {})
  expect(await client.end()).toMatchObject({ code: 1008 })
})
