import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { defineRoute } from '@/lib/http/define-route'
import { until } from '@/tests/kit/until'
import { createApiRouter } from '@/server/gateway/api-router'
import { gatewayRequestOf } from '@/server/gateway/inbound-request'

loadSettings({})
const CHUNK = 'x'.repeat(100_000)

/** A route that streams, and a record of what happened to it. */
function streamingRoute(count: number, failAt = Infinity) {
  const seen = { made: 0, ended: false }
  async function* chunks() {
    try {
      while (seen.made < count) {
        if (seen.made === failAt) throw new Error('the database is gone')
        seen.made++
        yield CHUNK
      }
    } finally {
      seen.ended = true
    }
  }
  const GET = defineRoute({
    operationId: 'getTest',
    tag: 'Service',
    summary: 'Streams',
    access: 'public',
    responses: { 200: null },
    streams: ['text/plain'],
    handle: async () => ({
      status: 200,
      body: null,
      chunks: chunks(),
      headers: { 'content-type': 'text/plain' },
    }),
  })
  return { GET, seen }
}

const ABOUT = { path: '/api/v1/x', requestId: 'r', headers: [] }
type Route = ReturnType<typeof streamingRoute>['GET']

const ways: [string, (route: Route) => RequestListener][] = [
  [
    'the gateway',
    (GET) => {
      const router = createApiRouter([{ path: '/api/v1/x', handlers: { GET } }])
      return (req, res) => router(gatewayRequestOf(req, res, ABOUT))
    },
  ],
  [
    'a Web Response',
    (GET) => async (req, res) => {
      const answer = await GET(new Request('http://x/api/v1/x'), { params: Promise.resolve({}) })
      const body = Readable.fromWeb(answer.body as never)
      res.on('close', () => body.destroy())
      body.on('error', () => res.destroy()).pipe(res.writeHead(answer.status))
    },
  ],
]

describe.each(ways)('a response streamed by %s', (_, listener) => {
  async function ask(GET: Route, method = 'GET'): Promise<IncomingMessage> {
    const server = createServer(listener(GET)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const request = get({ port, host: '127.0.0.1', path: '/api/v1/x', method })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    return answer
  }

  it('arrives complete', async () => {
    const { GET, seen } = streamingRoute(30)
    let length = 0
    for await (const chunk of (await ask(GET)) as AsyncIterable<Buffer>) length += chunk.length
    expect(length).toBe(30 * CHUNK.length)
    expect(seen).toEqual({ made: 30, ended: true })
  })

  it('is generated no faster than it is read, and stops when the reader disconnects', async () => {
    const { GET, seen } = streamingRoute(10_000)
    const answer = await ask(GET)
    await once(answer, 'readable')
    answer.destroy()
    await until('the making has ended', 5000, () => seen.ended)
    expect(seen.made).toBeLessThan(1000)
  })

  it('is cut when generating it fails, so that a partial response is not mistaken for a complete one', async () => {
    const { GET, seen } = streamingRoute(10, 3)
    const answer = await ask(GET)
    answer.resume()
    await new Promise((done) => answer.once('close', done))
    expect(answer.complete).toBe(false)
    expect(seen.ended).toBe(true)
  })
})

it('is not generated for HEAD', async () => {
  const { GET, seen } = streamingRoute(10)
  const router = createApiRouter([{ path: '/api/v1/x', handlers: { GET } }])
  const server = createServer((req, res) => router(gatewayRequestOf(req, res, ABOUT)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/x`, { method: 'HEAD' })
  expect([answer.status, await answer.text(), seen.made]).toEqual([200, '', 0])
})
