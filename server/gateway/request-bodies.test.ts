import { describe, expect, it } from 'vitest'
import { useEchoGateway } from '@/tests/kit/echo-gateway'
import { until } from '@/tests/kit/until'

const { seen, request, connect } = useEchoGateway()

const post = (target: string, body: string, ...headers: string[]) =>
  request([`POST ${target} HTTP/1.1`, 'Host: localhost', ...headers], body)

describe('bodies', () => {
  const json = 'Content-Type: application/json'
  const chunked = (size: number) => `${size.toString(16)}\r\n${'a'.repeat(size)}\r\n0\r\n\r\n`

  it('reach pages whole, up to 100 kB', async () => {
    const body = 'a'.repeat(100_000)
    await post('/form', body, `Content-Length: ${body.length}`)
    await post('/form', chunked(100_000), 'Transfer-Encoding: chunked')
    expect(seen.map((one) => one.body.length)).toEqual([100_000, 100_000])
    expect(seen[1]!.headers).toMatchObject({ 'content-length': '100000' })
    expect(seen[1]!.headers).not.toHaveProperty('transfer-encoding')
  })

  it('in chunks of one byte reach pages whole', async () => {
    const body = `${'1\r\na\r\n'.repeat(20_000)}0\r\n\r\n`
    await post('/form', body, 'Transfer-Encoding: chunked')
    expect(seen.map((one) => one.body)).toEqual(['a'.repeat(20_000)])
  })

  it.each(['/form', '/api/v1/things'])(
    'over 100 kB are refused at %s by declared length, before they are sent',
    async (path) => {
      const connection = connect().send(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${json}\r\nContent-Length: 1000000000\r\n\r\n`,
      )
      expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 413 /)
      expect(seen).toEqual([])
    },
  )

  it.each(['/form', '/api/v1/things'])(
    'over 100 kB are refused at %s by actual length without a declared one',
    async (path) => {
      const answer = await post(path, chunked(100_001), json, 'Transfer-Encoding: chunked')
      expect(answer.status).toBe(413)
      expect(answer.headers.connection).toBe('close')
      expect(seen).toEqual([])
    },
  )

  it('of a form with a file are refused before they are sent if they are endless or wait for 100 Continue', async () => {
    for (const lines of [
      'Content-Length: 64000001',
      'Expect: 100-continue\r\nContent-Length: 10600000',
    ]) {
      const connection = connect().send(
        `POST /dashboard/users/import HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n\r\n`,
      )
      expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 413 /)
    }
    expect(seen).toEqual([])
  })

  it.each([
    ['both lengths', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['an invalid encoding', ['Transfer-Encoding: identity'], ''],
    ['an encoding behind chunked', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['an invalid length', ['Content-Length: +4'], 'abcd'],
    ['a broken chunk', ['Transfer-Encoding: chunked'], 'zz\r\nabcd\r\n0\r\n\r\n'],
    ['a folded header', ['X-A: 1', ' folded'], ''],
    ['a bare name', ['X-A'], ''],
    ['a NUL', ['X-A: \0'], ''],
  ])('with %s are refused and the connection ends', async (_, headers, body) => {
    const answer = await post('/api/v1/things', body, json, ...headers)
    expect(answer.status).toBe(400)
    expect(seen).toEqual([])
  })

  it('are not asked for if they would be refused', async () => {
    const ask = (length: number) =>
      connect().send(
        `POST /api/v1/things HTTP/1.1\r\nHost: localhost\r\n${json}\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`,
      )
    expect(await ask(200_000).untilClosed()).toMatch(/^HTTP\/1\.1 413 /)
    const small = ask(13)
    await until('the body is asked for', 5000, () =>
      small.received().startsWith('HTTP/1.1 100 Continue'),
    )
    small.send('{"word":"hi"}')
    await until('the answer is there', 5000, () => small.received().includes('{"word":"hi"}'))
    small.close()
  })

  it('are read by the API and answered', async () => {
    expect((await post('/api/v1/things', '{"word":"hi"}', json, 'Content-Length: 13')).body).toBe(
      '{"word":"hi"}',
    )
  })

  it('that are unread because the request was refused do not become the next request', async () => {
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const connection = connect().send(
      `POST /api/v1/none HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    )
    connection.send('GET /after HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    const text = await connection.untilClosed()
    expect(text.match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200'])
    expect(seen.map(({ url }) => url)).toEqual(['/after'])
  })
})
