import { connect } from 'node:net'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { RawConnection } from '@/tests/kit/raw-request'
import { serverSockets } from '@/tests/kit/server-sockets'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 10_000
const SERVED = 8 + 120

/** The answers to /held, which the test gives itself. */
let held: ServerResponse[]
let seen: string[]
let gateway: Awaited<ReturnType<typeof openTestGateway>>

beforeEach(async () => {
  held = []
  seen = []
  gateway = await openTestGateway({
    pages: async (req, res) => {
      seen.push(req.url!)
      if (req.method === 'POST') await once(req.resume(), 'end')
      if (req.url!.startsWith('/held')) held.push(res)
      else res.end(`page ${req.url!.split('/').at(-1)};`)
    },
  })
})
afterEach(() => gateway.close())

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const many = (count: number, path = '/held') =>
  Array.from({ length: count }, (_, i) => get(`${path}/${i}`)).join('')
const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

describe('a thousand requests pipelined in one packet', () => {
  it('are served eight at a time, so that other connections are served between them', async () => {
    const client = new RawConnection(gateway.port).send(many(1000))
    await until('eight have begun', WITHIN_MS, () => seen.length === 8)
    const other = await new RawConnection(gateway.port)
      .send('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
      .untilClosed()
    expect(statuses(other)).toEqual([200])
    expect(seen).toHaveLength(8)
    held.shift()!.end()
    await until('the next has begun', WITHIN_MS, () => seen.length === 9)
    client.close()
  })

  it('are answered in order up to the limit, then refused with 503, and the rest is not read', async () => {
    const client = new RawConnection(gateway.port).send(many(1000, '/page'))
    const text = await client.untilClosed()
    expect(statuses(text)).toEqual([...Array<number>(SERVED).fill(200), 503])
    expect([...text.matchAll(/page (\d+);/g)].map(([, i]) => Number(i))).toEqual(
      Array.from({ length: SERVED }, (_, i) => i),
    )
    expect(text).toMatch(/Retry-After: 1/i)
    expect(seen).toHaveLength(SERVED)
  })

  it('take up nothing after their client has gone', async () => {
    const sockets = serverSockets(gateway.port)
    const client = new RawConnection(gateway.port).send(many(100))
    await until('eight have begun', WITHIN_MS, () => seen.length === 8)
    client.close()
    await until('it is known', WITHIN_MS, () => sockets[0]?.destroyed)
    for (const res of held) res.end()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(seen).toHaveLength(8)
  })

  it('are not parsed beyond the limit, however many follow', async () => {
    const sockets = serverSockets(gateway.port)
    const client = connect({ port: gateway.port, host: '127.0.0.1' })
    client.on('error', () => undefined)
    const packet = Buffer.from(many(1000))
    const send = () => client.write(packet, (error) => void (error ?? send()))
    send()
    await until('the server has cut it', WITHIN_MS, () => sockets[0]?.destroyed)
    expect(sockets[0]!.bytesRead).toBeLessThan(17_000_000)
    expect(seen).toHaveLength(8)
    client.destroy()
  })
})

it('answers pipelined forms whose bodies follow, in order', async () => {
  const post = (i: number) =>
    `POST /page/${i} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nbody`
  const last = get('/page/last').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  const all = Array.from({ length: 40 }, (_, i) => post(i)).join('') + last
  const text = await new RawConnection(gateway.port).send(all).untilClosed()
  expect([...text.matchAll(/page (\w+);/g)].map(([, i]) => i)).toEqual([
    ...Array.from({ length: 40 }, (_, i) => String(i)),
    'last',
  ])
})
