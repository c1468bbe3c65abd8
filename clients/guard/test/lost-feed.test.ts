import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { WebSocket } from 'ws'
import { until } from '../../../tests/kit/until.js'
import { Feed, retryWaitMs } from '../src/feed.js'
import { readOptions } from '../src/options.js'
import { GatehouseStandIn, stage } from './gatehouse-stand-in.js'
import { arrived, askedAgain, KEY, listening, READ, REFUSED, WITHIN_MS } from './listening.js'

const UNAVAILABLE = { ok: false, code: 'unavailable' }

/** A guard that has noticed that its feed is gone, and can't open another one. */
async function cutOff(end = (socket: WebSocket) => socket.terminate()) {
  const staged = await listening()
  const { gatehouse } = staged
  const tries = gatehouse.feedKeys.length
  gatehouse.refusesFeed = 503
  gatehouse.sockets.forEach(end)
  await until('the feed is missed', WITHIN_MS, () => gatehouse.feedKeys.length > tries)
  return staged
}

it.each<[string, (socket: WebSocket) => void]>([
  ['cut', (socket) => socket.terminate()],
  ['closed, as its key has ended', (socket) => socket.close(4401, 'session_revoked')],
  ['closed, as the instance restarts', (socket) => socket.close(1012, 'service restart')],
])('follows Gatehouse within a second while the feed is %s', async (_, end) => {
  const { gatehouse, guard, clock, bearer, errors } = await cutOff(end)
  gatehouse.permissions = []
  clock.advance(1)
  expect(await guard.check(bearer, READ)).toEqual(REFUSED)
  gatehouse.revoked.add('session-1')
  clock.advance(1)
  expect(await guard.check(bearer, READ)).toEqual({ ok: false, code: 'session_revoked' })
  expect(errors.map(String).join()).toContain('was closed')
})

it.each([1, 5])('follows Gatehouse when a beat of every %i seconds is late', async (interval) => {
  const staged = await listening()
  const { gatehouse, guard, clock, bearer } = staged
  for (let n = 0; n < 4; n++) {
    clock.advance(interval)
    gatehouse.say('feed.alive')
    await arrived(staged)
  }
  const asked = askedAgain(gatehouse)
  gatehouse.permissions = []
  clock.advance(interval * 1.5)
  expect(await guard.check(bearer, READ)).toMatchObject({ ok: true })
  expect(askedAgain(gatehouse)).toBe(asked)
  clock.advance(0.1)
  expect(await guard.check(bearer, READ)).toEqual(REFUSED)
})

it('trusts nothing for long while a feed that it should have never opened', async () => {
  const { gatehouse, guard, clock } = await stage({ apiKey: KEY })
  gatehouse.refusesFeed = 401
  const bearer = gatehouse.bearer()
  expect(await guard.check(bearer, READ)).toMatchObject({ ok: true })
  gatehouse.permissions = []
  clock.advance(0.6)
  expect(await guard.check(bearer, READ)).toEqual(REFUSED)
})

it('asks about each token at most every half second while the feed is lost', async () => {
  const { gatehouse, guard, clock, bearer } = await cutOff()
  const asked = askedAgain(gatehouse)
  const checks = () => Promise.all(Array.from({ length: 20 }, () => guard.check(bearer, READ)))
  for (let n = 1; n <= 3; n++) {
    clock.advance(0.6)
    for (const decision of await checks()) expect(decision).toMatchObject({ ok: true })
    clock.advance(0.5)
    await checks()
    expect(askedAgain(gatehouse)).toBe(asked + n)
  }
  expect(gatehouse.matches.slice(-3)).toEqual(Array(3).fill('"shop:orders:read"'))
})

it.each([500, 429])(
  'uses what it knows for 30 seconds of a lost feed only if Gatehouse gives no answer: %i',
  async (status) => {
    const { gatehouse, guard, clock, bearer } = await cutOff()
    const check = () => guard.check(bearer, READ)
    const before = gatehouse.permissionRequests
    gatehouse.faults.push({ status }, { status })
    clock.advance(15)
    for (let n = 0; n < 5; n++) expect(await check()).toMatchObject({ ok: true })
    expect(gatehouse.permissionRequests).toBe(before + 1)
    clock.advance(0.6)
    for (let n = 0; n < 5; n++) expect(await check()).toMatchObject({ ok: true })
    expect(gatehouse.permissionRequests).toBe(before + 2)
    gatehouse.permissions = []
    clock.advance(0.6)
    expect(await check()).toEqual(REFUSED)
  },
)

it('refuses 30 seconds after the last proof if the feed and Gatehouse are lost', async () => {
  const { gatehouse, guard, clock, bearer } = await cutOff()
  gatehouse.broken = true
  clock.advance(30)
  expect(await guard.check(bearer, READ)).toMatchObject({ ok: true })
  clock.advance(1)
  expect(await guard.check(bearer, READ)).toEqual(UNAVAILABLE)
})

it('does not use what it knows during an outage after hearing of a change', async () => {
  const staged = await listening()
  const { gatehouse, guard, bearer } = staged
  gatehouse.say('permissions.updated', { user_id: 'user-1' })
  await arrived(staged)
  gatehouse.broken = true
  gatehouse.sockets.forEach((socket) => socket.terminate())
  expect(await guard.check(bearer, READ)).toEqual(UNAVAILABLE)
})

it('stops asking when the feed is back', async () => {
  const staged = await cutOff()
  const { gatehouse, guard, clock, bearer } = staged
  gatehouse.refusesFeed = null
  await until('the feed is back', WITHIN_MS, () => gatehouse.sockets.size === 1)
  await arrived(staged)
  clock.advance(3)
  gatehouse.say('feed.alive')
  await arrived(staged)
  await guard.check(bearer, READ)
  const asked = askedAgain(gatehouse)
  clock.advance(1)
  expect(await guard.check(bearer, READ)).toMatchObject({ ok: true })
  expect(askedAgain(gatehouse)).toBe(asked)
})

it.each([
  [503, false],
  [401, true],
  [403, true],
  [429, true],
])('knows when a handshake was refused, not lost: %i', async (status, isRefused) => {
  const gatehouse = await GatehouseStandIn.start()
  gatehouse.refusesFeed = status
  const waits: unknown[] = []
  const { context } = readOptions({ issuer: gatehouse.url })
  const listener = { began() {}, proven() {}, changed() {} }
  const feed = new Feed({ baseUrl: gatehouse.url, apiKey: KEY }, context, listener, (...waited) => {
    waits.push(waited)
    return 0
  })
  onTestFinished(() => feed.close())
  await until('three failures', WITHIN_MS, () => waits.length >= 3)
  expect(waits.slice(0, 3)).toEqual([
    [0, isRefused],
    [1, isRefused],
    [2, isRefused],
  ])
})

it('reports nothing if it is closed before Gatehouse has answered the handshake', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const errors: unknown[] = []
  const { context } = readOptions({ issuer: url, onError: (error) => errors.push(error) })
  const listener = { began() {}, proven() {}, changed() {} }
  const feed = new Feed({ baseUrl: url, apiKey: KEY }, context, listener)
  const [socket] = (await once(server, 'connection')) as [Socket]
  const ended = once(socket.resume(), 'close')
  feed.close()
  await ended
  expect(errors).toEqual([])
})

it('tries again within 2 seconds in an outage, more slowly if refused, and out of step', () => {
  for (let failures = 0; failures < 50; failures++) {
    expect(retryWaitMs(failures, false)).toBeLessThanOrEqual(2000)
    expect(retryWaitMs(failures, true)).toBeGreaterThanOrEqual(5000)
  }
  expect(retryWaitMs(0, false)).toBeLessThanOrEqual(250)
  expect(retryWaitMs(9, false)).not.toBe(retryWaitMs(9, false))
})
