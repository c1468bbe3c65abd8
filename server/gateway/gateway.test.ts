import { describe, expect, it } from 'vitest'
import { useEchoGateway } from '@/tests/kit/echo-gateway'

const { seen, request, get, connect } = useEchoGateway()

describe('the address of a request', () => {
  it.each([
    '/a//b',
    '//evil.example/x',
    '/a/../b',
    '/a/./b',
    '/a/..',
    '/a/%2e%2e/b',
    '/a%2Fb',
    '/a%5cb',
    '/a\\b',
    '/%00',
    '/a%zz',
    '/a%2',
    'a',
    '/a#b',
    '/\xe9',
  ])('is refused if two readers could interpret it differently: %s', async (target) => {
    const answer = await get(target)
    expect(answer.status).toBe(400)
    expect(seen).toEqual([])
  })

  it('is the same to every reader, however it was written', async () => {
    await get('/%64ashboard?next=%2Fx')
    await get('http://localhost/dashboard?next=%2Fx')
    expect(seen.map(({ url }) => url)).toEqual(['/dashboard?next=%2Fx', '/dashboard?next=%2Fx'])
    expect((await get('/%61pi/v1/things')).body).toBe('{"id":"none"}')
  })

  it('keeps the part of a query after a second question mark (RFC 3986 §3.4)', async () => {
    await get('/dashboard?a=b?c&d=e')
    expect(seen[0]!.url).toBe('/dashboard?a=b?c&d=e')
    expect((await get('/api/v1/things?x=y?z&id=b?c')).body).toBe('{"id":"b?c"}')
  })

  it('loses a trailing slash by a redirect within this site', async () => {
    const answer = await get('/dashboard/?a=b')
    expect([answer.status, answer.headers.location]).toEqual([308, '/dashboard?a=b'])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('is a 404 in the API if it differs from a listed one by a trailing slash', async () => {
    const answer = await get('/api/v1/things/?a=b')
    expect(answer.status).toBe(404)
    expect(answer.headers.location).toBeUndefined()
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'not_found',
      instance: '/api/v1/things/',
    })
    expect((await get('/api/v1/')).status).toBe(404)
  })

  it('in absolute form replaces Host (RFC 9112 §3.2.2)', async () => {
    await get('http://localhost:1234/x')
    expect(seen[0]).toMatchObject({ url: '/x', headers: { host: 'localhost:1234' } })
  })

  it('is refused when far too long', async () => {
    expect((await get(`/${'a'.repeat(20_000)}`)).status).toBe(431)
  })
})

describe('headers', () => {
  it.each([
    ['Authorization: Bearer a', 'Authorization: Bearer b'],
    ['Host: other.example'],
    ['Content-Length: 1', 'Content-Length: 2'],
    ['Content-Type: application/json', 'Content-Type: text/plain'],
  ])('are refused when single-value ones are doubled: %s', async (...headers) => {
    expect((await get('/x', ...headers)).status).toBe(400)
    expect(seen).toEqual([])
  })

  it.each(['', 'a b', 'evil.example/@x', '"', 'localhost:1:2'])(
    'are refused with the Host "%s"',
    async (host) => {
      expect((await request(['GET /x HTTP/1.1', `Host: ${host}`])).status).toBe(400)
    },
  )

  it('are refused by the hundred in an upgrade too', async () => {
    const offer = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x']
    const many = Array.from({ length: 230 }, (_, i) => `X-Next-${i}: 1`)
    expect((await get('/api/v1/ws', ...offer, ...many)).status).toBe(431)
  })

  it('are refused in local mode with a Host pointed at this machine (DNS rebinding)', async () => {
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '127.evil',
      '10.0.0.1',
    ])
      expect((await request(['GET /x HTTP/1.1', `Host: ${host}`])).status).toBe(421)
    expect(seen).toEqual([])
    for (const host of ['localhost', '127.0.0.1:1', '[::1]:80', 'app.localhost'])
      expect((await request(['GET /x HTTP/1.1', `Host: ${host}`])).status).toBe(200)
  })

  it('are refused without a Host in HTTP/1.1', async () => {
    const answer = await request(['GET /x HTTP/1.1'])
    expect(answer).toMatchObject({
      status: 400,
      headers: {
        connection: 'close',
        'content-type': 'application/problem+json',
        'x-content-type-options': 'nosniff',
      },
    })
    const { code, request_id: id } = JSON.parse(answer.body)
    expect([code, id]).toEqual(['bad_request', answer.headers['x-request-id']])
    expect(seen).toEqual([])
    expect((await request(['GET /x HTTP/1.0'])).status).toBe(200)
  })

  it.each(['gzip, chunked', 'identity, chunked', 'gzip\r\nTransfer-Encoding: chunked'])(
    'are refused with a transfer coding that we would not decode: %s',
    async (coding) => {
      const lines = ['POST /x HTTP/1.1', 'Host: localhost', `Transfer-Encoding: ${coding}`]
      const answer = await request(lines, '2\r\nab\r\n0\r\n\r\n')
      expect([answer.status, answer.headers.connection]).toEqual([400, 'close'])
      expect(seen).toEqual([])
    },
  )

  it('may name the chunked coding in any case', async () => {
    const lines = ['POST /x HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: Chunked']
    expect((await request(lines, '2\r\nab\r\n0\r\n\r\n')).status).toBe(200)
    expect(seen[0]!.body).toBe('ab')
  })

  it('never pass internal control headers from outside', async () => {
    const forged = [
      'X-Middleware-Subrequest',
      'X-Gatehouse-Remote-Address',
      'X-Forwarded-For',
      'Forwarded',
      'X-Forwarded-Host',
      'Next-Action',
      'X-Matched-Path',
    ]
    await get('/x', ...forged.map((name) => `${name}: forged`))
    expect(Object.values(seen[0]!.headers)).not.toContain('forged')
    expect(seen[0]!.headers['x-gatehouse-remote-address']).toBe('127.0.0.1')
  })

  it('are refused by the hundred or by the kilobyte', async () => {
    for (const headers of [
      Array.from({ length: 250 }, (_, i) => `X-${i}: 1`),
      [`X-Long: ${'a'.repeat(17_000)}`],
      // These are removed as forged, and would hide the length from the checks of large bodies.
      [...Array.from({ length: 230 }, (_, i) => `X-Next-${i}: 1`), 'Content-Length: 10000000'],
    ]) {
      const answer = await get('/x', ...headers)
      expect([answer.status, answer.headers['content-type']]).toEqual([
        431,
        'application/problem+json',
      ])
      expect(JSON.parse(answer.body)).toMatchObject({ status: 431, code: 'headers_too_large' })
    }
    expect(seen).toEqual([])
  })

  it('return the request id that was sent, or a fresh one if it is invalid', async () => {
    expect((await get('/x', 'X-Request-Id: abc.DEF_1-2')).headers['x-request-id']).toBe(
      'abc.DEF_1-2',
    )
    for (const bad of ['a b', 'a'.repeat(65), '<x>'])
      expect((await get('/x', `X-Request-Id: ${bad}`)).headers['x-request-id']).toMatch(
        /^[0-9a-f-]{36}$/,
      )
  })

  it('of every response have security directives, and nothing about the software', async () => {
    const answers = await Promise.all([
      get('/x'),
      get('/api/v1/things'),
      get('/api/v1/none'),
      get('/healthz'),
      get('/a//b'),
    ])
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
    }
  })
})

describe('methods', () => {
  it.each([
    ['TRACE', '/x', 501],
    ['PUT', '/x', 405],
    ['PURGE', '/x', 501],
    ['TRACE', '/api/v1/things', 501],
    ['DELETE', '/api/v1/things', 405],
    ['PURGE', '/api/v1/things', 501],
    ['CONNECT', 'localhost:80', 405],
    ['NONSENSE', '/x', 400],
  ])('get an error for %s %s: %i', async (method, target, status) => {
    expect((await request([`${method} ${target} HTTP/1.1`, 'Host: localhost'])).status).toBe(status)
    expect(seen).toEqual([])
  })

  it.each(['TRACE', 'PROPFIND'])(
    'that no route has get no Allow, which would name others than the route has: %s',
    async (method) => {
      const answer = await request([`${method} /api/v1/things HTTP/1.1`, 'Host: localhost'])
      expect(answer.headers).not.toHaveProperty('allow')
      expect(seen).toEqual([])
    },
  )

  it('are listed in Allow when a route lacks one', async () => {
    const answer = await request(['PATCH /api/v1/things HTTP/1.1', 'Host: localhost'])
    expect(answer.headers.allow).toBe('GET, HEAD, POST, OPTIONS')
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'method_not_allowed',
      instance: '/api/v1/things',
    })
  })

  it('answer HEAD like GET without a body', async () => {
    const [head, full] = [
      await request(['HEAD /api/v1/things/7 HTTP/1.1', 'Host: localhost']),
      await get('/api/v1/things/7'),
    ]
    expect(full.body).toBe('{"id":"7"}')
    expect([head.status, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      full.headers['content-length'],
    ])
  })
})

describe('connections', () => {
  it('answer a hundred pipelined requests in order', async () => {
    const connection = connect()
    for (let i = 0; i < 100; i++)
      connection.send(
        `GET /api/v1/things/${i} HTTP/1.1\r\nHost: localhost\r\n${i === 99 ? 'Connection: close\r\n' : ''}\r\n`,
      )
    const ids = [...(await connection.untilClosed()).matchAll(/"id":"(\d+)"/g)].map(([, id]) =>
      Number(id),
    )
    expect(ids).toEqual(Array.from({ length: 100 }, (_, i) => i))
  })

  it('that are not HTTP get an answer and are closed', async () => {
    for (const bytes of ['\x16\x03\x01\x02', 'hello\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n'])
      expect(await connect().send(bytes).untilClosed()).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('get a 404 for an upgrade to an unknown protocol', async () => {
    const answer = await get(
      '/api/v1/wsx',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: x',
    )
    expect(answer.status).toBe(404)
  })

  it('of HTTP/1.0 are answered and closed', async () => {
    const answer = await request(['GET /x HTTP/1.0'])
    expect(answer.status).toBe(200)
  })
})
