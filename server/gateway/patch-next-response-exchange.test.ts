import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { markPageMissing, pageExchange, withPageExchange } from '@/lib/http/pages/page-exchange'
import { en } from '@/lib/i18n/en'
import { applyExchange, patchNextResponse } from '@/server/gateway/patch-next-response'

/** Next's document for a page that failed. */
const FAILED = `<html id="__next_error__"><head></head><body><script>self.__next_f=[]</script></body>`
const POLICY = "style-src 'nonce-abc'"

/** Pages that render asynchronously, like Next's: the path selects the outcome. */
const server = createServer((req, res) => {
  const posted = req.method === 'POST' && req.url !== '/endpoint'
  withPageExchange(posted ? { actionStarted: false } : {}, (exchange) => {
    applyExchange(res, exchange)
    patchNextResponse(req, res, exchange)
    setImmediate(() => {
      if (req.url === '/missing') markPageMissing()
      if (req.url === '/refused')
        Object.assign(pageExchange()!, { actionStarted: true, status: 409 })
      if (req.url === '/cookies')
        pageExchange()!.headers.push(['set-cookie', 'a=1'], ['set-cookie', 'b=2'])
      if (req.url === '/broken') pageExchange()!.actionStarted = true
      if (!['/fault', '/malformed', '/broken', '/endpoint'].includes(req.url!))
        return res.end('a page')
      res.setHeader('Content-Security-Policy', POLICY)
      res.setHeader('Content-Type', 'text/html; charset=utf-8')
      res.writeHead(500).end(FAILED)
    })
  })
})
let url = ''
beforeAll(async () => {
  loadSettings({})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

it('answers 404 for a page whose object does not exist, and for no other page', async () => {
  const statuses = await Promise.all(
    ['/missing', '/there', '/fault'].map(async (path) => (await fetch(url + path)).status),
  )
  expect(statuses).toEqual([404, 200, 500])
})

it('lets the router show it without reloading the document', async () => {
  const answer = await fetch(`${url}/missing`, { headers: { rsc: '1' } })
  expect(answer.status).toBe(200)
})

it('distinguishes a post that no action understood from an error in our own code', async () => {
  const { bad_request: malformed, internal_error: fault } = en.problems
  for (const [path, status, problem] of [
    ['/malformed', 400, malformed],
    ['/broken', 500, fault],
    ['/endpoint', 500, fault],
  ] as const) {
    const answer = await fetch(url + path, { method: 'POST' })
    expect([path, answer.status]).toEqual([path, status])
    const page = await answer.text()
    expect(page).toContain(`<h1>${problem.title}</h1>`)
    expect(page.includes('self.__next_f')).toBe(problem === fault)
  }
})

it('gives a refusal its status, and a success its cookies', async () => {
  expect((await fetch(`${url}/refused`, { method: 'POST' })).status).toBe(409)
  expect((await fetch(`${url}/cookies`)).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})
