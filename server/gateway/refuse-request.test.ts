import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trackResponses } from '@/server/gateway/http-server'
import { answerClientErrors } from '@/server/gateway/refuse-request'
import { echo } from '@/tests/kit/echo-gateway'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { RawConnection } from '@/tests/kit/raw-request'

let gateway: Awaited<ReturnType<typeof openTestGateway>>
beforeAll(async () => {
  gateway = await openTestGateway({
    routes: [{ path: '/api/v1/things', handlers: { POST: echo } }],
    pages: async (req, res) => (req.url === '/hang' ? undefined : void res.end('page')),
  })
})
afterAll(() => gateway.close())

const request = (line: string, ...headers: string[]) =>
  `${[line, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`
const BEGUN =
  request(
    'POST /api/v1/things HTTP/1.1',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ) + '1\r\n{\r\n'

const REFUSED: [string, string, number][] = [
  ['bytes that are not HTTP', 'nonsense\r\n\r\n', 400],
  ['headers that are too long', `GET / HTTP/1.1\r\nX-Long: ${'a'.repeat(40_000)}\r\n`, 431],
  ['a body with a malformed chunk', `${BEGUN}no size\r\n`, 400],
  ['a tunnel', request('CONNECT localhost:80 HTTP/1.1'), 405],
  [
    'a WebSocket handshake',
    request(
      'GET /api/v1/ws HTTP/1.1',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ),
    401,
  ],
]

describe.each(REFUSED)('the refusal of %s', (_, bytes, status) => {
  it('is sent if no earlier request is pending', async () => {
    const first = request('GET /page HTTP/1.1')
    const connection = new RawConnection(gateway.port).send(first)
    await once(connection.socket, 'data')
    connection.send(bytes)
    expect((await connection.untilClosed()).match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 200',
      `HTTP/1.1 ${status}`,
    ])
  })

  it('is not sent in place of the response to an earlier request', async () => {
    const hanging = request('GET /hang HTTP/1.1')
    expect(await new RawConnection(gateway.port).send(hanging + bytes).untilClosed()).toBe('')
  })
})

describe('the refusal of a request that arrives too slowly', () => {
  const server = createServer({
    headersTimeout: 50,
    requestTimeout: 100,
    connectionsCheckingInterval: 20,
  })
  let port = 0
  beforeAll(async () => {
    trackResponses(server)
    answerClientErrors(server)
    server.on('request', (req) => void req.resume())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => void server.close())

  it.each([
    ['headers', 'POST /x HTTP/1.1\r\nHost: local'],
    ['body', BEGUN],
  ])('is not sent in place of the response to an earlier one: its %s', async (_, bytes) => {
    expect(await new RawConnection(port).send(bytes).untilClosed()).toMatch(/^HTTP\/1\.1 408 /)
    const hanging = request('GET /hang HTTP/1.1')
    expect(await new RawConnection(port).send(hanging + bytes).untilClosed()).toBe('')
  })
})
