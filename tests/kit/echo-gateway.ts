import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { type RawAnswer, RawConnection, rawRequest } from '@/tests/kit/raw-request'

/** A request that reached the pages. */
interface Seen {
  method: string
  url: string
  headers: Record<string, unknown>
  body: string
}

export const echo = defineRoute({
  operationId: 'getTest',
  tag: 'Service',
  summary: 'Returns the word it receives.',
  access: 'public',
  body: z.object({ word: z.string() }),
  responses: { 200: z.object({ word: z.string() }) },
  handle: async ({ body }) => ({ status: 200, body }),
})
export const read = defineRoute({
  operationId: 'getTest',
  tag: 'Service',
  summary: 'Reads.',
  params: ['id'],
  access: 'public',
  query: z.object({ id: z.string().default('none') }),
  responses: { 200: z.object({ id: z.string() }) },
  handle: async ({ params, query }) => ({ status: 200, body: { id: params.id ?? query.id } }),
})

/**
 * Provides a test file with a gateway whose API has `/api/v1/things`, and whose pages answer
 * everything. `seen` has the requests that reached the pages in this test.
 */
export function useEchoGateway() {
  const state = {} as Awaited<ReturnType<typeof openTestGateway>>
  const seen: Seen[] = []
  beforeAll(async () => {
    const opened = await openTestGateway({
      routes: [
        { path: '/api/v1/things', handlers: { GET: read, POST: echo } },
        { path: '/api/v1/things/[id]', handlers: { GET: read } },
      ],
      pages: async (req, res) => {
        let body = ''
        req.on('data', (chunk: Buffer) => (body += chunk.toString()))
        if (req.method === 'POST') await once(req, 'end')
        seen.push({ method: req.method!, url: req.url!, headers: req.headers, body })
        res.end('page')
      },
    })
    Object.assign(state, opened)
  })
  afterAll(() => state.close())
  beforeEach(() => {
    seen.length = 0
  })
  const request = (lines: string[], body?: string): Promise<RawAnswer> =>
    rawRequest(state.port, lines, body)
  return {
    seen,
    request,
    get: (target: string, ...headers: string[]) =>
      request([`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers]),
    connect: () => new RawConnection(state.port),
  }
}
