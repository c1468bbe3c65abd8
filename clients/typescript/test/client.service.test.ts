import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import {
  createClient,
  GatehouseError,
  type GatehouseClient,
  type LiveEvents,
  memoryStore,
  type SignOutReason,
  type TokenStore,
} from '@/clients/typescript/src/index'
import { isLongRun } from '@/tests/kit/long-run'
import { faultsInTurn, type LossyProxy, startLossyProxy } from '@/tests/kit/lossy-proxy'
import { PASSWORD } from '@/tests/kit/make-user'
import { type ServiceProcess, startService } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

const REFRESH = '/api/v1/auth/refresh'
const ROOT = { email: 'root@example.org', password: PASSWORD }
const CLIENTS = 4
const WORKERS = 8
/** At least so many: a fast machine sends more until a few refreshes were due. */
const REQUESTS = isLongRun ? 10_000 : 1000
const REFRESHES = 4
const MAX_MS = 150_000

let service: ServiceProcess
let network: LossyProxy
beforeAll(async () => {
  const env = {
    // Short, so that the tokens expire while requests are sent.
    AUTH_ACCESS_TOKEN_TTL: '2s',
    AUTH_IP_RATE_LIMIT: '1000000/1m',
    AUTH_USER_RATE_LIMIT: '1000000/1m',
    AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '10000',
  }
  service = await startService({ env })
  network = await startLossyProxy(service.url, {
    faultOf: faultsInTurn((path) => (path === REFRESH ? 0.6 : 0.05)),
  })
  const link = /\/auth\/setup\?token=([\w-]{43})/
  const token = await until('the setup link', 10_000, () => link.exec(service.output())?.[1])
  const first = createClient({ baseUrl: service.url })
  await first.POST('/api/v1/auth/setup', { body: { token, ...ROOT } })
  expect(await first.auth.session()).toMatchObject({ user: { email: ROOT.email } })
})
afterAll(async () => {
  await network.close()
  await service.stop()
})

async function signedIn(
  store: TokenStore = memoryStore(),
): Promise<GatehouseClient & { ended: SignOutReason[] }> {
  const client = createClient({ baseUrl: service.url, store })
  expect(await client.auth.login(ROOT)).toMatchObject({ status: 'signed_in' })
  const ended: SignOutReason[] = []
  client.auth.onSignedOut((reason) => ended.push(reason))
  return { ...client, ended }
}

/** The error that a request is refused with. */
const refusal = (request: Promise<unknown>) =>
  request.then(
    () => Promise.reject(new Error('it was accepted')),
    (error: unknown) => error as GatehouseError,
  )

describe('a client on a network that loses responses', () => {
  it(`is never signed out: over ${REQUESTS} requests of ${CLIENTS} clients that share a session`, async () => {
    const store = memoryStore()
    const { auth, ended } = await signedIn(store)
    const before = await auth.session()
    const outcomes = new Map<string, number>()
    const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    const clients = Array.from({ length: CLIENTS }, () =>
      createClient({ baseUrl: network.url, store }),
    )
    for (const client of clients) client.auth.onSignedOut((reason) => ended.push(reason))
    let sent = 0
    const endsAt = Date.now() + MAX_MS
    const isEnough = () =>
      ended.length > 0 ||
      Date.now() > endsAt ||
      (sent >= REQUESTS && network.countOf(REFRESH) >= REFRESHES)
    const worker = async (client: GatehouseClient) => {
      while (!isEnough()) {
        sent++
        await client.GET('/api/v1/me').then(
          ({ data }) => count(data.email),
          (error: GatehouseError) => count(error.code),
        )
      }
    }
    await Promise.all(
      clients.flatMap((client) => Array.from({ length: WORKERS }, () => worker(client))),
    )

    expect(ended).toEqual([])
    expect(sent).toBeGreaterThanOrEqual(REQUESTS)
    expect(network.countOf(REFRESH)).toBeGreaterThanOrEqual(REFRESHES)
    const after = await auth.session()
    expect(after?.session_id).toBe(before?.session_id)
    expect(after?.refresh_token).not.toBe(before?.refresh_token)
    // Two retries make up for nearly all faults; the others are told to the caller.
    expect([...outcomes.values()].reduce((sum, of) => sum + of, 0)).toBe(sent)
    expect(outcomes.get(ROOT.email)).toBeGreaterThan(sent * 0.99)
    expect([...outcomes.keys()]).not.toContain('token_missing')
  }, 180_000)

  it('ends the session at the service by a sign-out during a refresh', async () => {
    for (const moment of [0, 2, 5, 10, 20]) {
      const client = await signedIn()
      const { access_token } = (await client.auth.session())!
      const refreshed = client.auth.accessToken({ refused: access_token })
      await new Promise((resolve) => setTimeout(resolve, moment))
      await client.auth.logout()
      const token = await refreshed
      expect(await client.auth.session()).toBeNull()
      const headers = { authorization: `Bearer ${token ?? access_token}` }
      const refused = await refusal(
        createClient({ baseUrl: service.url }).GET('/api/v1/me', { headers }),
      )
      expect(refused).toMatchObject({ status: 401 })
    }
  })

  it('still ends the session when a stolen refresh token is used', async () => {
    const client = await signedIn()
    const stolen = (await client.auth.session())!.refresh_token
    const thief = createClient({ baseUrl: service.url })
    await thief.POST(REFRESH, { body: { refresh_token: stolen } })
    const first = await refusal(client.POST(REFRESH, { body: { refresh_token: stolen } }))
    expect(first).toMatchObject({ status: 401, code: 'refresh_token_reused' })
    await refusal(client.GET('/api/v1/me'))
    expect(client.ended).toEqual(['session_ended'])
    expect(await client.auth.session()).toBeNull()
  })
})

describe('a client', () => {
  it('sends a request again, with its body, after the token was refused', async () => {
    const store = memoryStore()
    const { PATCH, GET, ended } = await signedIn(store)
    const stored = JSON.parse((await store.get())!) as { session: { access_token: string } }
    stored.session.access_token = 'not.a.token'
    await store.set(JSON.stringify(stored))
    const changed = await PATCH('/api/v1/me', { body: { name: 'Ada Lovelace' } })
    expect(changed.data.name).toBe('Ada Lovelace')
    expect((await GET('/api/v1/me')).data.name).toBe('Ada Lovelace')
    expect(ended).toEqual([])
  })

  it('throws refusals with code, fields, and request ID', async () => {
    const { POST, GET } = createClient({ baseUrl: service.url })
    const error = await refusal(
      POST('/api/v1/auth/register', { body: { email: 'nope', password: PASSWORD } }),
    )
    expect(error).toBeInstanceOf(GatehouseError)
    expect(error).toMatchObject({
      name: 'GatehouseError',
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer: '/email', code: 'invalid_email' }],
      requestId: expect.stringMatching(/^[\w.-]+$/),
      retryAfter: null,
    })
    expect(await refusal(GET('/api/v1/me'))).toMatchObject({ status: 401, code: 'token_missing' })
  })

  it('gives up when the caller does, and stays signed in', async () => {
    const { GET, auth, ended } = await signedIn()
    const signal = AbortSignal.abort()
    expect(await refusal(GET('/api/v1/me', { signal }))).toMatchObject({ name: 'AbortError' })
    const controller = new AbortController()
    const running = refusal(GET('/api/v1/me', { signal: controller.signal }))
    controller.abort(new Error('enough'))
    expect(await running).toMatchObject({ message: 'enough' })
    expect(ended).toEqual([])
    expect(await auth.session()).not.toBeNull()
  })

  it('says that the service did not answer in time', async () => {
    const never = () => new Promise<Response>(() => undefined)
    const { GET } = createClient({ baseUrl: service.url, fetch: never, timeout: 10, retries: 0 })
    expect(await refusal(GET('/api/v1/me'))).toMatchObject({ code: 'timeout', status: 0 })
  })

  it('never repeats a request that may have been carried out', async () => {
    let sent = 0
    const fetch = () => {
      sent++
      return Promise.reject(new TypeError('the connection was closed'))
    }
    const { POST, GET } = createClient({ baseUrl: service.url, fetch })
    const body = { email: 'ada@example.org', password: PASSWORD }
    expect(await refusal(POST('/api/v1/auth/register', { body }))).toMatchObject({
      code: 'network_error',
    })
    expect(sent).toBe(1)
    await refusal(GET('/api/v1/me'))
    expect(sent).toBe(4)
    const params = { path: { id: 'x' }, header: { 'Idempotency-Key': 'x' } }
    await refusal(POST('/api/v1/payments/{id}/refund', { params, body: {} }))
    expect(sent).toBe(7)
  })

  it('sends no token to another address', async () => {
    const { GET } = await signedIn()
    const answer = await GET('/api/v1/me', { baseUrl: 'http://localhost:1' })
    expect(answer.data.email).toBe(ROOT.email)
  })

  it('takes the tokens of a password change', async () => {
    const { POST, GET, auth, ended } = await signedIn()
    const before = await auth.session()
    const body = { current_password: PASSWORD, new_password: PASSWORD }
    await POST('/api/v1/auth/change-password', { body })
    expect((await auth.session())?.access_token).not.toBe(before?.access_token)
    expect((await GET('/api/v1/me')).data.email).toBe(ROOT.email)
    expect(ended).toEqual([])
  })

  it('signs out here and at the service', async () => {
    const client = await signedIn()
    const { access_token } = (await client.auth.session())!
    await client.auth.logout()
    expect(client.ended).toEqual(['signed_out'])
    expect(await client.auth.session()).toBeNull()
    const headers = { authorization: `Bearer ${access_token}` }
    const after = await refusal(client.GET('/api/v1/me', { headers }))
    expect(after).toMatchObject({ status: 401 })
  })
})

describe('bodies that are not JSON', () => {
  it('uploads a file and downloads it again', async () => {
    const client = await signedIn()
    const file = new File(['A note, naïvely.'], 'note.txt', { type: 'text/plain' })
    const { data } = await client.POST('/api/v1/uploads', { body: { file, purpose: 'file' } })
    const path = { id: data.id }
    const downloaded = await client.GET('/api/v1/uploads/{id}', { params: { path } })
    expect(await downloaded.data.text()).toBe('A note, naïvely.')
  })

  it('exports users, and imports a text, a file, and rows', async () => {
    const client = await signedIn()
    const params = { query: { format: 'csv' } } as const
    const { data } = await client.GET('/api/v1/users/export', { params })
    expect(data).toContain(ROOT.email)
    const csv = 'email\nimported@example.org\n'
    const imports = [
      { body: csv, headers: { 'Content-Type': 'text/csv' } },
      { body: new Blob([csv], { type: 'text/csv' }) },
      { body: [{ email: 'imported@example.org' }] },
    ]
    for (const init of imports) {
      const query = { dry_run: true }
      const started = await client.POST('/api/v1/users/imports', { ...init, params: { query } })
      expect(started.data).toMatchObject({ dry_run: true, total: 1 })
      const at = { params: { path: { id: started.data.id } } }
      await until('the end of the import', 10_000, async () => {
        const { data: read } = await client.GET('/api/v1/users/imports/{id}', at)
        return read.status === 'completed'
      })
    }
  })
})

describe('a live connection', () => {
  it('outlives its access token, and ends with the session', async () => {
    const client = await signedIn()
    const events: LiveEvents['inbox.updated'][] = []
    let connected = 0
    let ended = 0
    client.live({
      on: { 'inbox.updated': (event) => events.push(event) },
      onConnect: () => connected++,
      onEnd: () => ended++,
      WebSocket: WebSocket,
    })
    await until('the present state', 10_000, () => events.length > 0)
    expect(events[0]).toMatchObject({ type: 'inbox.updated', reason: 'sync' })
    const first = (await client.auth.session())!
    await until('the token has expired', 10_000, () => Date.now() > first.expires_at + 500)
    expect((await client.auth.session())!.access_token).not.toBe(first.access_token)
    expect(connected).toBe(1)

    const other = await signedIn()
    await other.DELETE('/api/v1/me/sessions/{id}', { params: { path: { id: first.session_id } } })
    await until('the end', 10_000, () => ended > 0)
    expect(client.ended).toEqual(['session_ended'])
  })
  it('is opened by an API key, and ends when the key is revoked', async () => {
    const admin = await signedIn()
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const { data } = await admin.POST('/api/v1/api-keys', {
      body: { name: 'Program', permissions: ['users:list'], expires_at },
    })
    const program = createClient({ baseUrl: service.url, apiKey: data.key })
    const users = await program.GET('/api/v1/users')
    expect(users.data.data).toMatchObject([{ email: ROOT.email }])
    let isConnected = false
    const ended: (string | undefined)[] = []
    program.live({
      on: {},
      onConnect: () => (isConnected = true),
      onEnd: (refusal) => ended.push(refusal?.code),
      WebSocket: WebSocket,
    })
    await until('the connection', 10_000, () => isConnected)
    await admin.DELETE('/api/v1/api-keys/{id}', { params: { path: { id: data.id } } })
    await until('the end', 20_000, () => ended.length > 0)
    expect(ended).toEqual(['invalid_token'])
  }, 40_000)
})
