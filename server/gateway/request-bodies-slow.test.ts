import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { fileBody, multipartBody } from '@/lib/http/route-body'
import { echo } from '@/tests/kit/echo-gateway'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { RawConnection } from '@/tests/kit/raw-request'
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
    env: { DATA_DIR: temporaryFolder() },
    routes: [
      { path: '/api/v1/things', handlers: { POST: echo } },
      { path: '/api/v1/whole', handlers: { POST: whole } },
      { path: '/api/v1/spooled', handlers: { POST: spooled } },
    ],
    pages: async (_, res) => void res.end('page'),
  })
})
afterAll(() => gateway.close())

// Only the timers of our code: Node's own limits keep their time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const SMALL = JSON.stringify({ word: 'a'.repeat(50_000) })
const CASES = [
  ['a small body', '/api/v1/things', 'application/json', SMALL, 30],
  ['a large body', '/api/v1/whole', 'text/plain', 'a'.repeat(MAX), 40],
  ['a file', '/api/v1/spooled', 'text/plain', 'a'.repeat(MAX), 40],
] as const

/** Sends half of a body once it has been asked for. */
async function sendHalf(path: string, type: string, body: string): Promise<RawConnection> {
  const connection = new RawConnection(gateway.port).send(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\n` +
      `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  await once(connection.socket, 'data')
  expect(connection.received()).toMatch(/^HTTP\/1\.1 100 /)
  return connection.send(body.slice(0, body.length / 2))
}

it.each(CASES)('%s that arrives in time is accepted', async (_, path, type, body, seconds) => {
  const connection = await sendHalf(path, type, body)
  vi.advanceTimersByTime(seconds * 1000 - 1)
  connection.send(body.slice(body.length / 2))
  expect(await connection.untilClosed()).toMatch(/\r\n\r\nHTTP\/1\.1 200 /)
})

it.each(CASES)('%s that arrives too slowly is refused', async (_, path, type, body, seconds) => {
  const connection = await sendHalf(path, type, body)
  vi.advanceTimersByTime(seconds * 1000)
  const answer = await connection.untilClosed()
  expect(answer).toMatch(/\r\n\r\nHTTP\/1\.1 408 /)
  expect(answer).toContain(`"instance":"${path}"`)
})

it('the time of a body that has arrived is not up later', async () => {
  const connection = await sendHalf('/api/v1/things', 'application/json', SMALL)
  connection.send(SMALL.slice(SMALL.length / 2))
  await connection.untilClosed()
  expect(vi.getTimerCount()).toBe(0)
})
