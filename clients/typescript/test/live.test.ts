import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { LiveConnection } from '@/clients/typescript/src/live'
import type { Requests } from '@/clients/typescript/src/request'
import { SessionKeeper } from '@/clients/typescript/src/session'
import { memoryStore } from '@/clients/typescript/src/store'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 5000
const PROBE_EVERY_MS = 30_000
const ANSWER_WITHIN_MS = 10_000
const LONGEST_FIRST_WAIT_MS = 1000
const TOKENS = {
  access_token: 'access',
  token_type: 'Bearer',
  expires_in: 900,
  refresh_token: 'refresh',
  refresh_expires_in: 2_592_000,
  session_id: '019335e0-0000-7000-8000-000000000002',
  device_token: 'device',
  user: {} as never,
} as const

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  return () => vi.useRealTimers()
})

/** A live connection to a stand-in of the service, which answers while `answers` is true. */
async function connect() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const service = { answers: true, connections: 0, received: [] as unknown[] }
  server.on('connection', (socket) => {
    service.connections++
    const send = (event: string, data: object) => socket.send(JSON.stringify({ event, data }))
    send('inbox.updated', { reason: 'sync' })
    socket.on('message', (data) => {
      service.received.push(JSON.parse((data as Buffer).toString()))
      if (service.answers) send('auth.renew', { ok: true, expires_at: null })
    })
  })
  const keeper = new SessionKeeper({
    store: memoryStore(),
    exchange: () => Promise.reject(new Error('not asked')),
    now: Date.now,
  })
  await keeper.adopt(TOKENS)
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const requests = { call: () => async () => ({ data: { ticket: 't' } }) } as unknown as Requests
  const heard = { states: 0, answers: 0 }
  const on = { 'inbox.updated': () => heard.states++, 'auth.renew': () => heard.answers++ }
  const live = new LiveConnection({ baseUrl, requests, keeper }, { on, WebSocket: WebSocket })
  onTestFinished(() => {
    live.close()
    for (const client of server.clients) client.terminate()
    server.close()
  })
  await until('the present state', WITHIN_MS, () => heard.states === 1)
  return { service, live, heard }
}

it('asks every 30 seconds whether the service is there, with the access token', async () => {
  const { service, heard } = await connect()
  for (const times of [1, 2, 3]) {
    vi.advanceTimersByTime(PROBE_EVERY_MS)
    await until('the answer', WITHIN_MS, () => heard.answers === times)
  }
  expect(service.received[0]).toEqual({ event: 'auth.renew', data: { access_token: 'access' } })
  expect(service.connections).toBe(1)
})

it('connects again if the service falls silent on an open connection', async () => {
  const { service, heard } = await connect()
  service.answers = false
  vi.advanceTimersByTime(PROBE_EVERY_MS)
  await until('the question', WITHIN_MS, () => service.received.length === 1)
  vi.advanceTimersByTime(ANSWER_WITHIN_MS - 1)
  expect(service.connections).toBe(1)
  vi.advanceTimersByTime(1 + LONGEST_FIRST_WAIT_MS)
  await until('the state is sent again', WITHIN_MS, () => heard.states === 2)
  expect(service.connections).toBe(2)
})

it('asks nothing more after it was closed', async () => {
  const { live } = await connect()
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  live.close()
  await until('no timer is left', WITHIN_MS, () => vi.getTimerCount() === 0)
})
