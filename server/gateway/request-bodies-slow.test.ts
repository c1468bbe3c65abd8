import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
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
  while (socket.bytesRead < bytes && !socket.destroyed)
    await new Promise((done) => setImmediate(done))
}

const SMALL = JSON.stringify({ word: 'a'.repeat(50_000) })
const LARGE = 'a'.repeat(MAX)
const FORM = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--b--\r\n'
const MULTIPART = 'multipart/form-data; boundary=b'

/** What reads a body, the body, and how long it may take when half of it has arrived. */
const READERS = [
  ['a small body', '/api/v1/things', 'application/json', SMALL, 30_390],
  ['a form of a page', '/form', MULTIPART, FORM, 30_000],
  ['a large body', '/api/v1/whole', 'text/plain', LARGE, 35_000],
  ['a file', '/api/v1/spooled', 'text/plain', LARGE, 35_000],
] as const

/** Sends the first bytes of a body, half of it unless told, once it has been asked for. */
async function sendPart(
  path: string,
  type: string,
  body: string,
  { length = body.length / 2, isChunked = false } = {},
) {
  const sockets = serverSockets(gateway.port)
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const head =
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
    `Content-Type: ${type}\r\nExpect: 100-continue\r\n${framing}\r\n\r\n`
  const connection = new RawConnection(gateway.port).send(head)
  onTestFinished(() => connection.close())
  await once(connection.socket, 'data')
  expect(connection.received()).toMatch(/^HTTP\/1\.1 100 /)
  const part = body.slice(0, length)
  const sent = isChunked && part ? `${part.length.toString(16)}\r\n${part}\r\n` : part
  connection.send(sent)
  const socket = sockets[0]!
  await arrived(socket, head.length + sent.length)
  return { connection, socket }
}

it.each(READERS)('%s that arrives in time is accepted', async (_, path, type, body, ms) => {
  const { connection } = await sendPart(path, type, body)
  vi.advanceTimersByTime(ms - 1)
  connection.send(body.slice(body.length / 2))
  expect(await connection.untilClosed()).toMatch(/\r\n\r\nHTTP\/1\.1 200 /)
})

it('a body that arrives steadily is accepted if its end comes in time', async () => {
  const { connection, socket } = await sendPart('/api/v1/whole', 'text/plain', LARGE, { length: 0 })
  const head = socket.bytesRead
  const eachSecond = MAX / 40
  for (let sent = eachSecond; sent <= MAX; sent += eachSecond) {
    vi.advanceTimersByTime(999)
    connection.send('a'.repeat(eachSecond))
    await arrived(socket, head + sent)
  }
  expect(await connection.untilClosed()).toMatch(/\r\n\r\nHTTP\/1\.1 200 /)
})

it.each(READERS)('%s that arrives too slowly is refused', async (_, path, type, body, ms) => {
  for (const isChunked of [false, true]) {
    const { connection, socket } = await sendPart(path, type, body, { isChunked })
    vi.advanceTimersByTime(ms + 1000)
    expect(socket.writableEnded, 'refused').toBe(true)
    const answer = await connection.untilClosed()
    expect(answer).toMatch(/\r\n\r\nHTTP\/1\.1 408 /)
    expect(answer).toContain(`"instance":"${path}"`)
  }
})

it.each([
  ['one byte of those that it announces', { length: 1 }],
  ['nothing', { length: 0 }],
  ['nothing in chunks', { length: 0, isChunked: true }],
])('a large body of which arrives %s is given no more time', async (_, part) => {
  const { connection, socket } = await sendPart('/api/v1/whole', 'text/plain', LARGE, part)
  vi.advanceTimersByTime(31_000)
  expect(socket.writableEnded, 'refused').toBe(true)
  expect(await connection.untilClosed()).toMatch(/\r\n\r\nHTTP\/1\.1 408 /)
})

it('the refusal of a slow body can be read by an allowed origin', async () => {
  const { connection, socket } = await sendPart(
    '/api/v1/whole',
    'text/plain\r\nOrigin: https://app.example',
    LARGE,
  )
  vi.advanceTimersByTime(60_000)
  expect(socket.writableEnded, 'refused').toBe(true)
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
  expect(sockets[0]!.writableEnded, 'closed').toBe(true)
  expect(await connection.untilClosed()).toBe('')
})

it('the time of a body that was answered is not up later', async () => {
  const { connection } = await sendPart('/api/v1/things', 'application/json', SMALL)
  connection.send(SMALL.slice(SMALL.length / 2))
  await connection.untilClosed()
  expect(vi.getTimerCount()).toBe(0)
})
