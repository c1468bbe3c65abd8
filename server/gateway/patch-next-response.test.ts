import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGzip } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { withPageExchange } from '@/lib/http/pages/page-exchange'
import { en } from '@/lib/i18n/en'
import { tr } from '@/lib/i18n/tr'
import { patchNextResponse } from '@/server/gateway/patch-next-response'

type Answer = (res: ServerResponse) => void
let answer: Answer = () => {}
let url = ''
const server = createServer((req, res) => {
  res.setHeader('X-Request-Id', 'request-1')
  withPageExchange({}, (exchange) => patchNextResponse(req, res, exchange))
  answer(res)
})
beforeAll(async () => {
  loadSettings({})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const ask = (how: Answer, init: RequestInit = {}) => {
  answer = how
  return fetch(`${url}/dashboard?next="><b>`, init)
}
const html = (res: ServerResponse, status: number) => {
  res.statusCode = status
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
}
/**
 * The ways in which Next sends an empty document: streamed, at once, with an explicit head,
 * compressed.
 */
const ways: Record<string, Answer> = {
  'in parts': (res) => {
    html(res, 500)
    res.flushHeaders()
    res.write('<html id="__next_error__">')
    res.end('</html>')
  },
  'at once': (res) => {
    html(res, 500)
    res.setHeader('Content-Length', 3)
    res.end('<p>')
  },
  'with a head of its own': (res) => {
    res.setHeader('Content-Type', 'text/html')
    res.writeHead(500)
    res.end('<p>')
  },
  compressed: (res) => {
    html(res, 500)
    res.setHeader('Content-Encoding', 'gzip')
    createGzip()
      .on('data', (part) => res.write(part))
      .on('end', () => res.end())
      .end('<html>')
  },
}

describe('a page that failed to render', () => {
  it.each(Object.entries(ways))(
    'is readable without scripts when Next sends nothing, %s',
    async (_, way) => {
      const got = await ask(way)
      const text = await got.text()
      expect(got.status).toBe(500)
      expect(text).toContain(en.problems.internal_error.title)
      expect(text).toContain('request-1')
      expect(text).not.toMatch(/__next_error__|"><b>/)
      const nonce = /<style nonce="([^"]+)"/.exec(text)![1]
      expect(got.headers.get('content-security-policy')).toContain(`style-src 'nonce-${nonce}'`)
    },
  )

  it('uses the language of the page, or else of the browser', async () => {
    const fault = ways['at once']!
    const chosen = await ask((res) => fault(res.setHeader('Content-Language', 'tr')))
    expect(await chosen.text()).toContain(tr.problems.internal_error.title)
    const asked = await ask(fault, { headers: { 'accept-language': 'tr-TR,en;q=0.5' } })
    expect(await asked.text()).toContain('<html lang="tr">')
  })

  it('has no body for HEAD', async () => {
    const got = await ask(ways['in parts']!, { method: 'HEAD' })
    expect([got.status, await got.text()]).toEqual([500, ''])
  })
})

/** What Next sends for a page that failed: scripts render its layout and an error message. */
const NEXT_DOCUMENT = `<!DOCTYPE html><html id="__next_error__"><head><title>Users</title></head><body>
<script nonce="abc">(self.__next_f=self.__next_f||[]).push([0])</script></body></html>`
const nextDocument = (res: ServerResponse) => {
  html(res, 500)
  res.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; script-src 'nonce-abc'; style-src 'self' 'nonce-abc'",
  )
  return res
}

describe('a failed page whose layout scripts can still render', () => {
  it.each<[string, Answer]>([
    ['plain', (res) => nextDocument(res).end(NEXT_DOCUMENT)],
    [
      'compressed',
      (res) => {
        nextDocument(res).setHeader('Content-Encoding', 'gzip')
        createGzip()
          .on('data', (part) => res.write(part))
          .on('end', () => res.end())
          .end(NEXT_DOCUMENT)
      },
    ],
  ])('keeps its scripts and its policy, and is readable without them, %s', async (_, how) => {
    const got = await ask(how)
    const text = await got.text()
    expect(got.status).toBe(500)
    expect(got.headers.get('content-security-policy')).toContain("script-src 'nonce-abc'")
    expect(got.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    expect(text).toContain('<script nonce="abc">(self.__next_f')
    expect(text).toMatch(
      /<html lang="en" id="__next_error__"><head>.*<noscript><style nonce="abc">/,
    )
    const [, shown] = /<body><noscript>([^]*?)<\/noscript>/.exec(text)!
    expect(shown).toContain(en.problems.internal_error.title)
    expect(shown).toContain('request-1')
    expect(shown).not.toContain('"><b>')
  })
})

describe('any other response', () => {
  it('is left unchanged: a page, an error for scripts', async () => {
    const page = await ask((res) => (html(res, 200), res.write('a'), res.end('b')))
    expect([page.status, await page.text()]).toEqual([200, 'ab'])
    const problem = await ask((res) =>
      res.writeHead(500, { 'content-type': 'application/problem+json' }).end('{}'),
    )
    expect([problem.status, await problem.text()]).toEqual([500, '{}'])
  })

  it('does not reveal which file it was rewritten to', async () => {
    const got = await ask(
      (res) => (res.setHeader('x-middleware-rewrite', '/forbidden'), res.end('a')),
    )
    expect(got.headers.get('x-middleware-rewrite')).toBeNull()
  })
})
