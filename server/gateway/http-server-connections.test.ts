import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { echo } from '@/tests/kit/echo-gateway'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { parseAnswer, RawConnection, rawRequest } from '@/tests/kit/raw-request'
import { serverSockets } from '@/tests/kit/server-sockets'
import { until } from '@/tests/kit/until'
import { closedConnections } from '@/server/gateway/http-server'

const WITHIN_MS = 25_000
const JSON_TYPE = 'Content-Type: application/json'
const HOST = 'Host: localhost'

let port = 0
let seen: string[] = []
let gateway: Awaited<ReturnType<typeof openTestGateway>>

const secret = defineRoute({
  operationId: 'getTest',
  tag: 'Service',
  summary: 'For people who signed in.',
  access: 'authenticated',
  body: z.object({ word: z.string() }),
  responses: { 204: null },
  handle: async () => ({ status: 204, body: null }),
})

beforeAll(async () => {
  gateway = await openTestGateway({
    routes: [
      { path: '/api/v1/things', handlers: { POST: echo } },
      { path: '/api/v1/secrets', handlers: { POST: secret } },
    ],
    pages: async (req, res) => {
      seen.push(`${req.method} ${req.url}`)
      if (req.url === '/slow')
        return void res.writeHead(200, { 'content-length': '1000' }).write('begun')
      if (req.method === 'POST') await once(req.resume(), 'end')
      res.end('page')
    },
  })
  port = gateway.port
})
afterAll(() => gateway.close())
beforeEach(() => {
  seen = []
})

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
const upgrade = (path: string) =>
  lines(
    `GET ${path} HTTP/1.1`,
    HOST,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  )

/** What clients do with a refused connection; each keeps its own side open. */
const peers: [string, (socket: Socket) => void][] = [
  ['stays', () => undefined],
  ['closes only its sending side', (socket) => void socket.end()],
  ['never reads', (socket) => void socket.pause()],
  [
    'keeps sending',
    (socket) => {
      const timer = setInterval(() => socket.write('more bytes '), 100)
      socket.once('close', () => clearInterval(timer))
    },
  ],
]
const refused: [string, string][] = [
  ['an upgrade of an unknown path', upgrade('/nothing')],
  ['an upgrade with bytes behind it', `${upgrade('/nothing')}${'x'.repeat(30_000)}`],
  ['an unauthenticated upgrade', upgrade('/api/v1/ws')],
  [
    'an unauthenticated upgrade of the pages’ socket',
    upgrade('/webui/ws?EIO=4&transport=websocket'),
  ],
  ['an upgrade with a bad version', upgrade('/api/v1/ws').replace(': 13', ': 99')],
  ['a tunnel', lines('CONNECT localhost:80 HTTP/1.1', HOST)],
  ['bytes that are not HTTP', 'hello\r\n\r\n'],
  ['headers that are too long', `GET / HTTP/1.1\r\n${HOST}\r\nX-Long: ${'a'.repeat(40_000)}\r\n`],
  [
    'a body that is too large',
    lines('POST /form HTTP/1.1', HOST, 'Content-Length: 900000000') + 'some of it',
  ],
  [
    'a body by nobody',
    lines('POST /api/v1/secrets HTTP/1.1', HOST, JSON_TYPE, 'Content-Length: 90000') + 'some of it',
  ],
]

describe('a refused connection', () => {
  it('is answered and closed whatever its peer does, even a thousand at once', async () => {
    const sockets = serverSockets(port)
    const before = closedConnections().byReason.get('upgrade') ?? 0
    const clients: Socket[] = []
    const open = (i: number) => {
      const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      client.on('error', () => undefined)
      client.write(Buffer.from(refused[i % refused.length]![1], 'latin1'))
      peers[Math.floor(i / refused.length) % peers.length]![1](client)
      clients.push(client)
    }
    // No more at once than the listen backlog of a server.
    while (clients.length < 1000) {
      for (let i = 0; i < 100; i++) open(clients.length)
      await until('all have come', WITHIN_MS, () => sockets.length === clients.length)
    }
    await until('all have ended', WITHIN_MS, () => sockets.every((socket) => socket.destroyed))
    await until('none is waited for', WITHIN_MS, () => closedConnections().waiting === 0)
    expect((closedConnections().byReason.get('upgrade') ?? 0) - before).toBe(500)
    for (const client of clients) client.destroy()
  }, 90_000)

  it.each(refused)('gets the reason: %s', async (_, bytes) => {
    const client = new RawConnection(port).send(bytes)
    await until('the answer is there', WITHIN_MS, () => client.received().includes('\r\n\r\n{'))
    const answer = parseAnswer(client.received())
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(answer.body)).toMatchObject({
      status: answer.status,
      request_id: answer.headers['x-request-id'],
    })
    expect(seen).toEqual([])
    client.close()
  })

  it.each([
    ['an upgrade', upgrade('/nothing')],
    ['a tunnel', lines('CONNECT localhost:80 HTTP/1.1', HOST)],
    ['bytes that are not HTTP', 'hello\r\n\r\n'],
  ])('gets no reason in the middle of a running response: %s', async (_, bytes) => {
    const client = new RawConnection(port).send(lines('GET /slow HTTP/1.1', HOST))
    await until('the answer has begun', WITHIN_MS, () => client.received().endsWith('begun'))
    client.send(bytes)
    expect(await client.untilClosed()).toMatch(/\r\n\r\nbegun$/)
  })

  it('from an address with too many gets a 429, and other requests from it are served', async () => {
    const ask = async () =>
      parseAnswer(await new RawConnection(port).send(upgrade('/nothing')).untilClosed())
    const answer = await until('the limit is met', WITHIN_MS, async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, ask))
      return answers.find(({ status }) => status === 429)
    })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await rawRequest(port, ['GET /page HTTP/1.1', HOST])).status).toBe(200)
  })
})

describe('an offer of another protocol', () => {
  const h2c = [
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
  ]
  const body = '{"word":"hi"}'

  it('is ignored, and the request served as usual (RFC 9110 §7.8)', async () => {
    expect(await rawRequest(port, ['GET /page HTTP/1.1', HOST, ...h2c])).toMatchObject({
      status: 200,
      body: 'page',
    })
    expect(seen).toEqual(['GET /page'])
  })

  it.each([
    ['of a known length', [`Content-Length: ${body.length}`], body],
    [
      'in chunks',
      ['Transfer-Encoding: chunked'],
      `5\r\n${body.slice(0, 5)}\r\n8\r\n${body.slice(5)}\r\n0\r\n\r\n`,
    ],
  ])('does not lose the body of a request %s', async (_, framing, bytes) => {
    for (const offer of [h2c, ['Connection: Upgrade', 'Upgrade: websocket']]) {
      const answer = await rawRequest(
        port,
        ['POST /api/v1/things HTTP/1.1', HOST, JSON_TYPE, ...offer, ...framing],
        bytes,
      )
      expect(answer).toMatchObject({ status: 200, body })
    }
  })

  it.each([
    ['in one piece', (first: string, rest: string) => [first + rest]],
    ['in pieces', (first: string, rest: string) => [first + rest.slice(0, 20), rest.slice(20)]],
    ['one by one', (first: string, rest: string) => [first, rest]],
  ])(
    'ends the connection after the response and serves nothing behind it, sent %s',
    async (_, cut) => {
      const rest = lines('GET /smuggled HTTP/1.1', HOST, 'X-Long: aaaaaaaaaaaaaaaaaa')
      const connection = new RawConnection(port)
      for (const piece of cut(lines('GET /page HTTP/1.1', HOST, ...h2c), rest))
        connection.send(piece)
      const text = await connection.untilClosed()
      expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
      expect(parseAnswer(text).headers.connection).toBe('close')
      expect(seen).toEqual(['GET /page'])
    },
  )

  it('of a WebSocket in HTTP/1.0 or with a body is not accepted', async () => {
    const answers = [
      await rawRequest(
        port,
        [
          'GET /api/v1/ws HTTP/1.1',
          HOST,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Content-Length: 5',
        ],
        'abcde',
      ),
      await rawRequest(port, [
        'GET /api/v1/ws HTTP/1.0',
        'Connection: Upgrade',
        'Upgrade: websocket',
      ]),
    ]
    expect(answers.map(({ status, headers }) => [status, headers.upgrade])).toEqual([
      [426, 'websocket'],
      [426, 'websocket'],
    ])
  })
})

describe('a body refused before it was read', () => {
  const whole = ['Content-Length: 4000000']
  const inChunks = ['Transfer-Encoding: chunked']
  const body = {
    [whole[0]!]: 'a'.repeat(4_000_000),
    [inChunks[0]!]: `3d0900\r\n${'a'.repeat(4_000_000)}\r\n0\r\n\r\n`,
  }

  it.each([
    ['too large for a page', '/form', whole, 413],
    ['too large for the API', '/api/v1/things', whole, 413],
    ['too large by actual length', '/api/v1/things', inChunks, 413],
    ['unauthenticated', '/api/v1/secrets', inChunks, 401],
    ['sent to an unknown path', '/api/v1/nothing', inChunks, 404],
  ])(
    'does not cost a client that reads last its response: %s',
    async (_, path, framing, status) => {
      for (let i = 0; i < 10; i++) {
        const connection = new RawConnection(port)
        connection.socket.pause()
        connection.send(
          lines(`POST ${path} HTTP/1.1`, HOST, JSON_TYPE, ...framing) + body[framing[0]!]!,
        )
        await until('all is sent', WITHIN_MS, () => connection.socket.writableLength === 0)
        connection.socket.resume()
        expect(parseAnswer(await connection.untilClosed()).status).toBe(status)
      }
    },
  )

  it('is read for at most 16 MB', async () => {
    const sockets = serverSockets(port)
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    client.on('error', () => undefined).resume()
    client.write(lines('POST /form HTTP/1.1', HOST, 'Content-Length: 900000000'))
    const piece = Buffer.alloc(1_000_000)
    const send = () => client.write(piece, (error) => void (error ?? send()))
    send()
    await until('the server has cut it', WITHIN_MS, () => sockets[0]?.destroyed)
    expect(sockets[0]!.bytesRead).toBeGreaterThan(16_000_000)
    expect(sockets[0]!.bytesRead).toBeLessThan(17_000_000)
    client.destroy()
  })

  it('keeps the connection if it is small and arrives soon', async () => {
    const connection = new RawConnection(port).send(
      lines('POST /api/v1/secrets HTTP/1.1', HOST, JSON_TYPE, 'Content-Length: 13'),
    )
    await until('the refusal', WITHIN_MS, () => connection.received().includes('token_missing'))
    connection.send('{"word":"hi"}').send(lines('GET /after HTTP/1.1', HOST, 'Connection: close'))
    expect((await connection.untilClosed()).match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 401',
      'HTTP/1.1 200',
    ])
  })

  it('is not asked for (100 Continue)', async () => {
    const connection = new RawConnection(port).send(
      lines(
        'POST /api/v1/secrets HTTP/1.1',
        HOST,
        JSON_TYPE,
        'Content-Length: 13',
        'Expect: 100-continue',
      ),
    )
    expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('is read when the request has an unknown expectation', async () => {
    const answer = await rawRequest(
      port,
      ['POST /api/v1/things HTTP/1.1', HOST, JSON_TYPE, 'Content-Length: 13', 'Expect: a-miracle'],
      '{"word":"hi"}',
    )
    expect(answer).toMatchObject({ status: 200, body: '{"word":"hi"}' })
  })
})

describe('a response that its client does not read', () => {
  it('is abandoned, and its connection closed', async () => {
    const slow = await openTestGateway({
      idleMs: 500,
      pages: async (_req, res) => void res.end(Buffer.alloc(50_000_000)),
    })
    const sockets = serverSockets(slow.port)
    const connection = new RawConnection(slow.port)
    connection.socket.pause()
    connection.send(lines('GET /page HTTP/1.1', HOST))
    await until('the connection is cut', WITHIN_MS, () => sockets[0]?.destroyed)
    connection.close()
    await slow.close()
  })
})
