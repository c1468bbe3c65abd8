import { spawn } from 'node:child_process'
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { insertAdministrator } from '@/tests/kit/administrators'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { freePort } from '@/tests/kit/free-port'
import { type SignedInUser, useLiveInstances } from '@/tests/kit/live-instances'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { until } from '@/tests/kit/until'
import { encode, makeKey, signToken } from '../../clients/guard/test/gatehouse-stand-in.js'

const WITHIN_MS = 20_000
const READ = 'shop:orders:read'
const WRITE = 'shop:orders:write'
const SHOP = {
  application: 'shop',
  permissions: [
    { name: READ, description: 'List orders' },
    { name: WRITE, description: 'Place orders' },
  ],
}
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const SIGNING_KEY = { ...privateKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256', use: 'sig' }

/** Passes connections on to Gatehouse until it is cut. */
class Line {
  readonly #server: ReturnType<typeof createTcpServer>
  readonly #sockets = new Set<Socket>()
  isCut = false

  constructor(port: number) {
    this.#server = createTcpServer((socket) => {
      if (this.isCut) return void socket.destroy()
      const on = connect(port, '127.0.0.1')
      for (const end of [socket, on]) {
        this.#sockets.add(end)
        end.on('error', () => undefined).on('close', () => this.#sockets.delete(end))
      }
      socket.pipe(on).pipe(socket)
    })
  }

  async open(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  cut(): void {
    this.isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}

describeOnServer('the order service behind the guard, with Gatehouse', () => {
  const live = useLiveInstances(2, () => ({ AUTH_JWT_SIGNING_KEYS: JSON.stringify(SIGNING_KEY) }))
  const stops: (() => unknown)[] = []
  let api: ApiClient
  let admin: SignedInUser
  let orders = ''

  /** Starts the example as its users do. Returns its address. */
  async function startOrders(env: Record<string, string>): Promise<string> {
    const port = String(await freePort())
    const issuer = { GATEHOUSE_URL: live.url(), GATEHOUSE_ISSUER: 'http://gatehouse.test' }
    const child = spawn(process.execPath, ['--import', 'tsx', 'examples/fastify/main.ts'], {
      env: { NODE_ENV: 'production', PATH: process.env.PATH, PORT: port, ...issuer, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    stops.push(() => child.kill())
    await once(child.stdout, 'data')
    return `http://127.0.0.1:${port}`
  }

  /** Exchanges the user's refresh token for an access token of the service. */
  async function tokenOf({ session }: SignedInUser): Promise<string> {
    const body = { refresh_token: session.refreshToken }
    const answer = await api.post('/auth/refresh', body, { 'idempotency-key': randomUUID() })
    expect(answer.status).toBe(200)
    return String(answer.body.access_token)
  }

  /** A signed-in user with a role of their own. */
  async function staff(...permissions: string[]) {
    const user = await live.signedInUser()
    const role = { name: `staff ${randomUUID()}`, permissions }
    const { status, body } = await api.post('/rbac/roles', role, bearer(admin.token))
    expect(status).toBe(201)
    const roles = { roles: [String(body.name)] }
    const path = `/users/${user.id}/roles`
    expect((await api.call('PUT', path, roles, bearer(admin.token))).status).toBe(200)
    return { ...user, roleId: String(body.id), token: await tokenOf(user) }
  }

  const list = (token: string, url = orders) => fetch(`${url}/orders`, { headers: bearer(token) })
  const place = (token: string) =>
    fetch(`${orders}/orders`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify({ product: 'tea', quantity: 2 }),
    })
  const answers = (status: number, ask: () => Promise<Response>) =>
    until(`the answer ${status}`, WITHIN_MS, async () => (await ask()).status === status)

  beforeAll(async () => {
    await syncCatalog(new Date())
    admin = await live.signedInUser('api', (await insertAdministrator()).id)
    api = await ApiClient.of(live.url(1))
    const synced = await api.call('PUT', '/rbac/permissions/sync', SHOP, bearer(admin.token))
    expect(synced.status).toBe(200)
    const { key } = await makeApiKey(admin.id, ['users:read'])
    orders = await startOrders({ GATEHOUSE_API_KEY: key })
  }, 120_000)
  afterAll(() => {
    for (const stop of stops) stop()
  })

  it('admits its own permissions, and says who placed an order', async () => {
    const user = await staff(READ, WRITE)
    const placed = await place(user.token)
    expect(placed.status).toBe(201)
    expect(await placed.json()).toMatchObject({ placed_by: user.id })
    expect((await list(user.token)).status).toBe(200)
  })

  it('follows a changed role within a second', async () => {
    const { roleId, token } = await staff(READ)
    expect((await place(token)).status).toBe(403)
    const path = `/rbac/roles/${roleId}/permissions`
    const change = { permissions: [READ, WRITE] }
    expect((await api.call('PUT', path, change, bearer(admin.token))).status).toBe(200)
    const at = performance.now()
    await answers(201, () => place(token))
    expect(performance.now() - at).toBeLessThan(1000)
  })

  it('refuses an ended session within a second, for good', async () => {
    const { token } = await staff(READ)
    expect((await list(token)).status).toBe(200)
    expect((await api.post('/auth/logout', undefined, bearer(token))).status).toBe(204)
    const at = performance.now()
    await answers(401, () => list(token))
    expect(performance.now() - at).toBeLessThan(1000)
    expect(await (await list(token)).json()).toMatchObject({ code: 'session_revoked' })
  })

  it('lets an administrator who views as a user read, and place no order', async () => {
    const { id, token } = await staff(READ, WRITE)
    const view = await api.post(`/users/${id}/impersonate`, {}, bearer(admin.token))
    expect(view.status, view.text).toBe(200)
    const viewing = String(view.body.access_token)
    const before = await (await list(token)).text()
    expect((await list(viewing)).status).toBe(200)
    const refused = await place(viewing)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'impersonation_read_only' })
    expect(await (await list(token)).text()).toBe(before)
  })

  it('refuses everything while it stays cut off from Gatehouse, and recovers', async () => {
    const line = new Line(live.services[0]!.port)
    stops.push(() => line.close())
    const { token } = await staff(READ)
    const { key } = await makeApiKey(admin.id, ['users:read'])
    const env = { GATEHOUSE_URL: await line.open(), GATEHOUSE_API_KEY: key, MAX_STALE_SECONDS: '7' }
    const cutOff = await startOrders(env)
    await answers(200, () => list(token, cutOff))
    line.cut()
    await answers(503, () => list(token, cutOff))
    line.isCut = false
    await answers(200, () => list(token, cutOff))
  })

  it('refuses a token that was signed with the public key as a secret', async () => {
    const { token } = await staff(READ)
    const payload = token.split('.')[1]!
    const { keys } = (await (await fetch(`${live.url()}/.well-known/jwks.json`)).json()) as {
      keys: object[]
    }
    const input = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' })}.${payload}`
    const mac = createHmac('sha256', JSON.stringify(keys[0])).update(input).digest('base64url')
    const none = `${encode({ alg: 'none', typ: 'at+jwt', kid: 'k1' })}.${payload}.`
    for (const forged of [`${input}.${mac}`, none]) {
      const answer = await list(forged)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 'invalid_token' })
    }
  })

  it('refuses the tokens of a stranger, and never asks the stranger', async () => {
    const key = makeKey('k1')
    let asked = 0
    const stranger = createServer((_req, res) => {
      asked++
      res.end(JSON.stringify({ keys: [key.publicJwk] }))
    })
    await once(stranger.listen(0, '127.0.0.1'), 'listening')
    stops.push(() => stranger.close())
    const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    const { token, id } = await staff(READ)
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object
    for (const iss of [url, 'http://gatehouse.test']) {
      const header = { jku: `${url}/.well-known/jwks.json`, jwk: key.publicJwk }
      const forged = signToken(key, { ...claims, iss, sub: id }, header)
      expect((await list(forged)).status).toBe(401)
    }
    expect(asked).toBe(0)
  })
})
