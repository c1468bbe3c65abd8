import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest } from '@/tests/kit/raw-request'
import { cleanHeaders } from '@/server/gateway/request-head'

const seen: { headers: IncomingMessage['headers']; raw: string[] }[] = []
let dev = false
const server = createServer((req, res) => {
  cleanHeaders(req, 0, dev)
  seen.push({ headers: req.headers, raw: req.rawHeaders })
  res.end()
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function ask(headers: Record<string, string>) {
  const { port } = server.address() as AddressInfo
  await new Promise((resolve, reject) =>
    request({ host: '127.0.0.1', port, headers }, (res) => res.resume().on('end', resolve))
      .on('error', reject)
      .end(),
  )
  return seen.at(-1)!
}

describe('the headers that pages and the API trust', () => {
  it('contain the request id and the peer, in both forms that readers use', async () => {
    const { headers, raw } = await ask({ 'x-request-id': 'abc-1' })
    expect(headers).toMatchObject({
      'x-request-id': 'abc-1',
      'x-gatehouse-remote-address': '127.0.0.1',
    })
    expect(raw.join('\n')).toMatch(/x-request-id\nabc-1\nx-gatehouse-remote-address\n127\.0\.0\.1/)
  })

  it('contain neither from a client: a forged address, id or middleware mark', async () => {
    const { headers, raw } = await ask({
      'x-gatehouse-remote-address': '10.0.0.1',
      'x-gatehouse-page': '/dashboard',
      'x-middleware-subrequest': 'middleware',
      'x-request-id': 'a b\tc',
      'x-forwarded-for': '10.0.0.2',
    })
    expect(headers['x-gatehouse-remote-address']).toBe('127.0.0.1')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(Object.keys(headers)).not.toContain('x-gatehouse-page')
    expect(Object.keys(headers)).not.toContain('x-middleware-subrequest')
    expect(raw.join('\n')).not.toMatch(/10\.0\.0\.|middleware/)
  })

  it('distinguish a request from this machine from a proxied one', async () => {
    expect((await ask({ 'user-agent': 'curl/8.5.0' })).headers).toMatchObject({
      'x-gatehouse-direct': '1',
    })
  })

  it.each([
    'x-forwarded-for',
    'X-Forwarded-Host',
    'x-forwarded-proto',
    'X-Forwarded-Prefix',
    'x-real-ip',
    'Forwarded',
    'via',
    'True-Client-IP',
    'cf-connecting-ip',
  ])('do not let a proxy pass for this machine: %s', async (name) => {
    const { headers, raw } = await ask({ [name]: '', 'x-gatehouse-direct': '1' })
    expect(headers).not.toHaveProperty('x-gatehouse-direct')
    expect(raw).not.toContain('x-gatehouse-direct')
  })

  it('do not let a proxy without headers of its own pass for this machine: nginx speaks HTTP/1.0', async () => {
    const { port } = server.address() as AddressInfo
    await rawRequest(port, ['GET / HTTP/1.0'])
    expect(seen.at(-1)!.headers).not.toHaveProperty('x-gatehouse-direct')
  })

  it('keep those of hot reload in development only', async () => {
    const ids = {
      'x-nextjs-request-id': 'b3745696',
      'x-nextjs-html-request-id': 'SOfsC9rhSo6T5wUItls9s',
    }
    const mark = { 'x-nextjs-data': '1', 'x-middleware-subrequest': 'middleware' }
    const names = async () => Object.keys((await ask({ ...ids, ...mark })).headers)
    expect(await names()).not.toEqual(
      expect.arrayContaining([expect.stringContaining('x-nextjs-')]),
    )
    dev = true
    const kept = await names()
    dev = false
    expect(kept.filter((name) => /^x-(nextjs|middleware)-/.test(name))).toEqual(Object.keys(ids))
  })
})
