import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { rawRequest } from '@/tests/kit/raw-request'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 5000
const HOST = 'Host: localhost'

let port = 0
let seen: string[] = []
let gateway: Awaited<ReturnType<typeof openTestGateway>>

beforeAll(async () => {
  gateway = await openTestGateway({
    pages: async (req, res) => {
      seen.push(req.url!)
      if (req.url === '/fails') throw new Error('the page failed')
      if (req.url === '/answers-500') res.statusCode = 500
      res.end('page')
    },
  })
  port = gateway.port
})
afterAll(() => gateway.close())
beforeEach(() => {
  seen = []
})

describe('an internal error', () => {
  it.each(['/fails', '/answers-500'])(
    'is logged as an error under the request’s id: %s',
    async (path) => {
      const error = vi.spyOn(logger(), 'error')
      const level = vi.spyOn(logger(), 'isLevelEnabled').mockReturnValue(true)
      const answer = await rawRequest(port, [
        `GET ${path} HTTP/1.1`,
        HOST,
        'X-Request-Id: the-fault',
      ])
      expect(answer.status).toBe(500)
      await until('a line', WITHIN_MS, () => error.mock.calls.length > 0)
      for (const [fields] of error.mock.calls)
        expect(fields).toMatchObject({ request_id: 'the-fault' })
      error.mockRestore()
      level.mockRestore()
    },
  )

  it.each([
    '/docs/errors/%ff',
    '/auth/oauth/%c3%28',
    '/dashboard/users/%ed%a0%80',
    '/api/v1/things/%ff',
    '/%e2%82',
  ])('is not caused by an address that is not UTF-8: %s', async (path) => {
    expect((await rawRequest(port, [`GET ${path} HTTP/1.1`, HOST])).status).toBe(400)
    expect(seen).toEqual([])
  })

  it.each(['%ff', 'garbage', '{}', '%5B%22%22%5D', '1', '%5B%22%22%2C%7B%22children%22%3A1%7D%5D'])(
    'is not caused by an invalid router state: %s',
    async (state) => {
      const ask = (value: string) =>
        rawRequest(port, ['GET /page HTTP/1.1', HOST, 'RSC: 1', `Next-Router-State-Tree: ${value}`])
      expect((await ask(state)).status).toBe(400)
      expect(seen).toEqual([])
      expect((await ask('%5B%22%22%2C%7B%7D%5D')).status).toBe(200)
    },
  )

  it.each(['999.999.999.999', '0xffffffffff', 'localhost:99999'])(
    'is not caused by an invalid Host: %s',
    async (host) => {
      const answers = [
        await rawRequest(port, ['GET /x HTTP/1.1', `Host: ${host}`]),
        await rawRequest(port, [`GET http://${host}/x HTTP/1.1`, HOST]),
        await rawRequest(port, [`GET http://user:password@${host}/x HTTP/1.1`, HOST]),
      ]
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
      expect(seen).toEqual([])
    },
  )
})
