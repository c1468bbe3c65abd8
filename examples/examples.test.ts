import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Guard } from '@gatehouse/guard'
import { createOrdersService as createWithExpress } from './express/orders-service.js'
import { createOrdersService as createWithFastify } from './fastify/orders-service.js'
import { createOrdersService as createWithHono } from './hono/orders-service.js'
import { expectProblem, order, revocation, stageOrders } from './orders-stage.js'

async function listen(listener: RequestListener) {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return reach(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const reach = (url: string) => (path: string, init: RequestInit) => fetch(url + path, init)

const EXAMPLES = {
  Express: async (guard: Guard) => listen(createWithExpress(guard) as RequestListener),
  Fastify: async (guard: Guard) => {
    const app = createWithFastify(guard)
    onTestFinished(() => app.close())
    return reach(await app.listen({ port: 0, host: '127.0.0.1' }))
  },
  Hono: async (guard: Guard) => {
    const listener = getRequestListener(createWithHono(guard).fetch)
    return listen((req, res) => void listener(req, res))
  },
}

it.each(['express', 'fastify', 'hono', 'nextjs'])(
  'the package of the example with %s installs the archives of this repository',
  (name) => {
    const read = (path: string) =>
      JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8')) as {
        version: string
        dependencies: Record<string, string>
      }
    const { dependencies } = read(`${name}/package.json`)
    const [kind, folder] = name === 'nextjs' ? ['client', 'typescript'] : ['guard', 'guard']
    const { version } = read(`../clients/${folder}/package.json`)
    expect(dependencies[`@gatehouse/${kind}`]).toBe(
      `file:../../dist/clients/gatehouse-${kind}-${version}.tgz`,
    )
  },
)

describe.each(Object.entries(EXAMPLES))('the example with %s', (_, start) => {
  const stage = () => stageOrders(({ guard }) => start(guard))

  it('admits a user with the permission and knows who it is', async () => {
    const { gatehouse, call } = await stage()
    gatehouse.permissions = ['shop:orders:read', 'shop:orders:write']
    const placed = await call('/orders', order())
    expect(placed.status).toBe(201)
    expect(await placed.json()).toMatchObject({ product: 'tea', placed_by: 'user-1' })
    const list = await call('/orders')
    expect(list.status).toBe(200)
    expect(((await list.json()) as { data: unknown[] }).data).toHaveLength(1)
  })

  it('decides itself who placed an order', async () => {
    const { gatehouse, call } = await stage()
    gatehouse.permissions = ['shop:orders:read', 'shop:orders:write']
    const body = { product: 'tea', quantity: 2, id: 'mine', placed_by: 'user-2' }
    const placed = await call('/orders', { ...order(), body: JSON.stringify(body) })
    expect(placed.status).toBe(201)
    const { id, placed_by } = (await placed.json()) as Record<string, unknown>
    expect(placed_by).toBe('user-1')
    expect(id).not.toBe('mine')
  })

  it.each(['null', '[]', '"tea"', '{"product":{"length":1}}', '{"product":""}', '{', ''])(
    'refuses the body %j without showing its own code',
    async (body) => {
      const { gatehouse, call } = await stage()
      gatehouse.permissions = ['shop:orders:read', 'shop:orders:write']
      const answer = await call('/orders', { ...order(), body })
      expect([400, 422]).toContain(answer.status)
      expect(answer.headers.get('content-type')).toMatch(/^application\/(problem\+)?json/)
      expect(await answer.text()).not.toMatch(/node_modules|orders-service/)
      expect(await (await call('/orders')).json()).toEqual({ data: [] })
    },
  )

  it('refuses a request without a token as a problem', async () => {
    const { call } = await stage()
    const answer = await call('/orders?page=2', { headers: { authorization: '' } })
    const challenge = 'Bearer realm="api"'
    await expectProblem(answer, { status: 401, code: 'token_missing', challenge })
  })

  it('refuses an invalid token as a problem', async () => {
    const { call } = await stage()
    const answer = await call('/orders', { headers: { authorization: 'Bearer x.y.z' } })
    const challenge = 'Bearer realm="api", error="invalid_token"'
    await expectProblem(answer, { status: 401, code: 'invalid_token', challenge })
  })

  it('refuses a missing permission before it reads the body, and stores nothing', async () => {
    const { call } = await stage()
    const answer = await call('/orders', { ...order(), body: 'x'.repeat(20_000) })
    const challenge = 'Bearer error="insufficient_scope", scope="shop:orders:write"'
    const code = 'insufficient_permission'
    const problem = await expectProblem(answer, { status: 403, code, challenge })
    expect(problem.required_permission).toBe('shop:orders:write')
    expect(await (await call('/orders')).json()).toEqual({ data: [] })
  })

  it('lets an administrator who views as a user read, and refuses changes, storing nothing', async () => {
    const { gatehouse, call } = await stage()
    gatehouse.permissions = ['shop:orders:read', 'shop:orders:write']
    const headers = { authorization: gatehouse.bearer({ act: { sub: 'admin-1' } }) }
    const { headers: type, ...placing } = order()
    const answer = await call('/orders', { ...placing, headers: { ...type, ...headers } })
    const code = 'impersonation_read_only'
    await expectProblem(answer, { status: 403, code, challenge: null })
    const list = await call('/orders', { headers })
    expect(list.status).toBe(200)
    expect(await list.json()).toEqual({ data: [] })
    expect((await call('/orders', { method: 'HEAD', headers })).status).toBe(200)
  })

  it('answers 503 when Gatehouse can’t be reached', async () => {
    const { gatehouse, call } = await stage()
    gatehouse.broken = true
    const answer = await call('/orders')
    await expectProblem(answer, { status: 503, code: 'unavailable', challenge: null })
    expect(answer.headers.get('retry-after')).toBe('1')
  })

  it('refuses a session after a webhook about its end, and a forged webhook', async () => {
    const { call } = await stage()
    expect((await call('/orders')).status).toBe(200)
    const { headers, ...genuine } = revocation()
    const forged = { ...headers, 'webhook-id': 'msg_2' }
    expect((await call('/webhooks/gatehouse', { ...genuine, headers: forged })).status).toBe(400)
    const large = { ...genuine, headers, body: 'x'.repeat(300_000) }
    expect((await call('/webhooks/gatehouse', large)).status).toBe(413)
    expect((await call('/orders')).status).toBe(200)
    expect((await call('/webhooks/gatehouse', revocation())).status).toBe(204)
    expect((await call('/orders')).status).toBe(401)
  })
})
