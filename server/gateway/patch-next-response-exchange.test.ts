import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { markPageMissing, pageExchange, withPageExchange } from '@/lib/http/pages/page-exchange'
import { applyExchange } from '@/server/gateway/patch-next-response'

/** Pages that render asynchronously, like Next's: the path selects the outcome. */
const server = createServer((req, res) => {
  const posted = req.method === 'POST' && req.url !== '/endpoint'
  withPageExchange(posted ? { actionStarted: false } : {}, (exchange) => {
    applyExchange(res, exchange)
    setImmediate(() => {
      if (req.url === '/missing') markPageMissing()
      if (req.url === '/refused')
        Object.assign(pageExchange()!, { actionStarted: true, status: 409 })
      if (req.url === '/cookies')
        pageExchange()!.headers.push(['set-cookie', 'a=1'], ['set-cookie', 'b=2'])
      if (req.url === '/broken') pageExchange()!.actionStarted = true
      if (['/fault', '/malformed', '/broken', '/endpoint'].includes(req.url!)) res.statusCode = 500
      res.end('a page')
    })
  })
})
let url = ''
beforeAll(async () => {
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
  const statusOf = async (path: string) => (await fetch(url + path, { method: 'POST' })).status
  expect(await statusOf('/malformed')).toBe(400)
  expect(await statusOf('/broken')).toBe(500)
  expect(await statusOf('/endpoint')).toBe(500)
})

it('gives a refusal its status, and a success its cookies', async () => {
  expect((await fetch(`${url}/refused`, { method: 'POST' })).status).toBe(409)
  expect((await fetch(`${url}/cookies`)).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})
