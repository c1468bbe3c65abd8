import { afterAll, beforeAll, expect, it } from 'vitest'
import { read } from '@/tests/kit/echo-gateway'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { rawRequest } from '@/tests/kit/raw-request'

const ORIGIN = 'https://app.example.com'
let gateway: Awaited<ReturnType<typeof openTestGateway>>
beforeAll(async () => {
  gateway = await openTestGateway({
    routes: [{ path: '/api/v1/things', handlers: { GET: read } }],
    pages: async (_req, res) => void res.end('page'),
    env: { CORS_ALLOWED_ORIGINS: ORIGIN },
  })
})
afterAll(() => gateway.close())

const ask = (line: string, ...headers: string[]) =>
  rawRequest(gateway.port, [`${line} HTTP/1.1`, 'Host: localhost', ...headers])

it.each([
  ['DELETE /api/v1/things', 405],
  ['TRACE /api/v1/things', 501],
  ['GET /api/v1/nothing', 404],
  ['GET /api/v1/things/', 404],
  ['GET /api/v1//things', 400],
])('lets an allowed origin read why %s was refused', async (line, status) => {
  const answer = await ask(line, `Origin: ${ORIGIN}`)
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': ORIGIN,
    vary: 'Origin',
  })
  const { headers } = await ask(line, 'Origin: https://evil.example')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
})

it('lets it read that a body is too large', async () => {
  const length = 'Content-Length: 200000'
  const answer = await ask('POST /api/v1/things', length, `Origin: ${ORIGIN}`)
  expect(answer.status).toBe(413)
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': ORIGIN })
})

it('adds nothing to the refusals of pages', async () => {
  const { status, headers } = await ask('DELETE /dashboard', `Origin: ${ORIGIN}`)
  expect(status).toBe(405)
  expect(headers).not.toHaveProperty('access-control-allow-origin')
})
