import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { markPageMissing } from '@/lib/http/missing-page'
import { answerMissingPage } from '@/server/answer-missing-page'

/** Pages that are rendered after a while, as Next does it: the path says what becomes of each. */
const server = createServer((req, res) =>
  answerMissingPage(req, res, () =>
    setImmediate(() => {
      if (req.url === '/missing') markPageMissing()
      if (req.url === '/fault') res.statusCode = 500
      res.end('a page')
    }),
  ),
)
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

it('gives a page whose object does not exist the status 404, and no other page', async () => {
  const statuses = await Promise.all(
    ['/missing', '/there', '/fault'].map(async (path) => (await fetch(url + path)).status),
  )
  expect(statuses).toEqual([404, 200, 500])
})

it('lets the router show it without loading the document again', async () => {
  const answer = await fetch(`${url}/missing`, { headers: { rsc: '1' } })
  expect(answer.status).toBe(200)
})
