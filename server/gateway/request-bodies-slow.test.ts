import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { fileBody, multipartBody } from '@/lib/http/route-body'
import { echo } from '@/tests/kit/echo-gateway'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { RawConnection } from '@/tests/kit/raw-request'
import { serverSockets } from '@/tests/kit/server-sockets'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const about = {
  operationId: 'getTest',
  tag: 'Service',
  summary: 'Returns the length of a file.',
  access: 'public',
  responses: { 200: z.object({ length: z.number() }) },
} as const
const MAX = 640_000

const whole = defineRoute({
  ...about,
  body: fileBody({ types: ['text/plain'], maxBytes: MAX }),
  handle: async ({ body }) => ({ status: 200, body: { length: body.bytes.length } }),
})
const spooled = defineRoute({
  ...about,
  body: multipartBody({ fields: z.object({}), types: ['text/plain'], maxFileBytes: MAX }),
  handle: async ({ body }) => ({
    status: 200,
    body: { length: (await body.file.bytes()).length },
  }),
})

let gateway: Awaited<ReturnType<typeof openTestGateway>>
beforeAll(async () => {
  gateway = await openTestGateway({
    env: { DATA_DIR: temporaryFolder(), CORS_ALLOWED_ORIGINS: 'https://app.example' },
    routes: [
      { path: '/api/v1/things', handlers: { POST: echo } },
      { path: '/api/v1/whole', handlers: { POST: whole } },
      { path: '/api/v1/spooled', handlers: { POST: spooled } },
    ],
    pages: async (req, res) => (req.url === '/hang' ? undefined : void res.end('page')),
  })
})
afterAll(() => gateway.close())

// Only the timers of our code: Node's own limits keep their time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Waits, without timers, until the service has read so many bytes of a connection. */
async function arrived(socket: Socket, bytes: number): Promise<void> {
  while (socket.bytesRead < bytes) await new Promise((done) => setImmediate(done))
}

const SMALL = JSON.stringify({ word: 'a'.repeat(50_000) })
const LARGE = 'a'.repeat(MAX)
const FORM = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--b--\r\n'
const MULTIPART = 'multipart/form-data; boundary=b'

/** What reads a body, the body, and how long half of it may take after 30 seconds. */
const READERS = [
  ['a small body', '/api/v1/things', 'application/json', SMALL, 0],
  ['a form of a page', '/form', MULTIPART, FORM, 0],
  ['a large body', '/api/v1/whole', 'text/plain', LARGE, 5],
  ['a file', '/api/v1/spooled', 'text/plain', LARGE, 5],
] as const

/** Sends the first half of a body once it has been asked for. */
async function sendHalf(path: string, type: string, body: string, isChunked = false) {
  const sockets = serverSockets(gateway.port)
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const head =
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
    `Content-Type: ${type}\r\nExpect: 100-continue\r\n${framing}\r\n\r\n`
  const connection = new RawConnection(gateway.port).send(head)
  await once(connection.socket, 'data')
  expect(connection.received()).toMatch(/^HTTP\/1\.1 100 /)
  const half = body.slice(0, body.length / 2)
  const sent = isChunked ? `${half.length.toString(16)}\r\n${half}\r\n` : half
  connection.send(sent)
  await arrived(sockets[0]!, head.length + sent.length)
  return connection
}

it.each(READERS)('%s that arrives in time is accepted', async (_, path, type, body, seconds) => {
  const connection = await sendHalf(path, type, body)
  vi.advanceTimersByTime((30 + seconds) * 1000 - 1)
  connection.send(body.slice(body.length / 2))
  expect(await connection.untilClosed()).toMatch(/\r\n\r\nHTTP\/1\.1 200 /)
})

it.each(READERS)('%s that arrives too slowly is refused', async (_, path, type, body, seconds) => {
  for (const isChunked of [false, true]) {
    const connection = await sendHalf(path, type, body, isChunked)
    vi.advanceTimersByTime((30 + seconds) * 1000 + 1000)
    const answer = await connection.untilClosed()
    expect(answer).toMatch(/\r\n\r\nHTTP\/1\.1 408 /)
    expect(answer).toContain(`"instance":"${path}"`)
  }
})

it('a large body is given no time for bytes that it only announces', async () => {
  const connection = await sendHalf('/api/v1/whole', 'text/plain', LARGE.slice(0, 2))
  vi.advanceTimersByTime(30_000)
  expect(await connection.untilClosed()).toMatch(/\r\n\r\nHTTP\/1\.1 408 /)
})

it('the refusal of a slow body can be read by an allowed origin', async () => {
  const connection = await sendHalf(
    '/api/v1/whole',
    'text/plain\r\nOrigin: https://app.example',
    LARGE,
  )
  vi.advanceTimersByTime(60_000)
  expect(await connection.untilClosed()).toContain(
    '\r\naccess-control-allow-origin: https://app.example\r\n',
  )
})

it('a slow body is not refused in place of the answer to an earlier request', async () => {
  const sockets = serverSockets(gateway.port)
  const first = 'GET /hang HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const second =
    'POST /api/v1/things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
    'Content-Length: 13\r\n\r\n{"word"'
  const connection = new RawConnection(gateway.port).send(first + second)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  await arrived(sockets[0]!, first.length + second.length)
  vi.advanceTimersByTime(31_000)
  expect(await connection.untilClosed()).toBe('')
})

it('the time of a body that was answered is not up later', async () => {
  const connection = await sendHalf('/api/v1/things', 'application/json', SMALL)
  connection.send(SMALL.slice(SMALL.length / 2))
  await connection.untilClosed()
  expect(vi.getTimerCount()).toBe(0)
})
