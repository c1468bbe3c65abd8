import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient, type SignOutReason, type TokenStore } from '@/clients/typescript/src/index'
import { refreshAlone, writeInTurn } from '@/clients/typescript/src/locks'
import { inTurn } from '@/clients/typescript/src/store'

const STORE_MS = 3
const NETWORK_MS = 5
/** Longer than a refresh with all of its reads and writes. */
const MOMENTS = Array.from({ length: 40 }, (_, ms) => ms)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Lets the timers run until `work` has ended. */
async function finish<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const end = () => void (isOver = true)
  work.then(end, end)
  while (!isOver) await vi.advanceTimersByTimeAsync(1)
  return work
}

/**
 * A service with the sessions that are alive, which rotates tokens and ends a session by any of
 * them.
 */
function newService() {
  const alive = new Set<string>()
  let generation = 0
  const tokens = (user: string) => ({
    access_token: `${user}.access.${++generation}`,
    token_type: 'Bearer',
    expires_in: 900,
    refresh_token: `${user}.refresh.${generation}`,
    refresh_expires_in: 2_592_000,
    session_id: user,
    device_token: 'device',
    user: {
      id: user,
      email: user,
      email_verified: true,
      name: null,
      roles: [],
      mfa_enabled: false,
    },
  })
  const refused = () =>
    Response.json({ code: 'invalid_refresh_token', status: 401, title: '…' }, { status: 401 })
  const handle = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname === '/api/v1/me')
      return Response.json({ email: request.headers.get('authorization')?.split(/[ .]/)[1] })
    const { email, refresh_token } = (await request.json()) as Record<string, string>
    const user = email ?? refresh_token!.split('.')[0]!
    if (pathname.endsWith('/logout'))
      return (alive.delete(user), new Response(null, { status: 204 }))
    if (pathname.endsWith('/login')) return (alive.add(user), Response.json(tokens(user)))
    return alive.has(user) ? Response.json(tokens(user)) : refused()
  }
  const fetch = async (request: Request) => {
    await pause(NETWORK_MS)
    const response = await handle(request)
    await pause(NETWORK_MS)
    return response
  }
  return { alive, fetch }
}

/** Stores of `count` processes that share a session, each access of which takes a moment. */
function slowStores(count: number, hasLock: boolean): TokenStore[] {
  let kept: string | null = null
  const file = {}
  return Array.from({ length: count }, () => ({
    get: async () => {
      const text = kept
      await pause(STORE_MS)
      return text
    },
    set: async (text) => {
      await pause(STORE_MS)
      kept = text
    },
    ...(hasLock && { lock: (work) => inTurn(file, work) }),
  }))
}

const KINDS = [
  ['in one process', 1, false],
  ['in one process, with a lock', 1, true],
  ['of another process, with a lock', 2, true],
] as const

/** Ada is signed in. `refresh` begins a refresh; `client` is the one that signs in or out. */
async function signedIn(processes: number, hasLock: boolean) {
  const { alive, fetch } = newService()
  const stores = slowStores(processes, hasLock)
  const clientOf = (store: TokenStore) =>
    createClient({ baseUrl: 'http://service.test', store, fetch, retries: 0 })
  const [client, refreshing] = [clientOf(stores[0]!), clientOf(stores.at(-1)!)]
  await finish(client.auth.login({ email: 'ada', password: 'x' }))
  const reasons: SignOutReason[] = []
  client.auth.onSignedOut((reason) => reasons.push(reason))
  const token = (await finish(client.auth.accessToken()))!
  const refresh = () => refreshing.auth.accessToken({ refused: token })
  return { alive, client, refresh, reasons }
}

describe.each(KINDS)('while a refresh %s is running', (_, processes, hasLock) => {
  it('a sign-in is kept, whenever it happens', async () => {
    const users = new Set<string | null | undefined>()
    for (const moment of MOMENTS) {
      const { client, refresh } = await signedIn(processes, hasLock)
      const refreshed = refresh()
      await vi.advanceTimersByTimeAsync(moment)
      await finish(Promise.all([refreshed, client.auth.login({ email: 'bob', password: 'x' })]))
      const { data } = await finish(client.GET('/api/v1/me'))
      users.add(data.email)
    }
    expect([...users]).toEqual(['bob'])
  })

  it('a sign-out ends the session here and at the service, whenever it happens', async () => {
    const left = []
    for (const moment of MOMENTS) {
      const { alive, client, refresh, reasons } = await signedIn(processes, hasLock)
      const refreshed = refresh()
      await vi.advanceTimersByTimeAsync(moment)
      await finish(Promise.all([refreshed, client.auth.logout()]))
      const session = await finish(client.auth.session())
      if (session || alive.size > 0 || reasons.join() !== 'signed_out')
        left.push({ moment, session, reasons })
    }
    expect(left).toEqual([])
  })
})

it('a sign-out does not wait for its own refresh, which waits for the network', async () => {
  for (const hasLock of [false, true]) {
    const [store] = slowStores(1, hasLock)
    const { fetch } = newService()
    const never = new Promise<never>(() => undefined)
    const client = createClient({
      baseUrl: 'http://service.test',
      store,
      fetch: (request) => (request.url.endsWith('/refresh') ? never : fetch(request)),
    })
    await finish(client.auth.login({ email: 'ada', password: 'x' }))
    const token = (await finish(client.auth.accessToken()))!
    client.auth.accessToken({ refused: token }).catch(() => undefined)
    const before = Date.now()
    await finish(client.auth.logout())
    expect(Date.now() - before).toBeLessThan(100)
    expect(await finish(client.auth.session())).toBeNull()
  }
})

/** Stores of two tabs of a website. The second one writes after a moment, like another process. */
function tabs(lock?: TokenStore['lock']): [TokenStore, TokenStore] {
  let kept: string | null = null
  const queue = {}
  const get = () => kept
  const set = (text: string) => void (kept = text)
  const both = { get, lock: lock ?? ((work) => inTurn(queue, work)) } satisfies Partial<TokenStore>
  return [
    { ...both, set },
    { ...both, set: (text) => pause(STORE_MS).then(() => set(text)) },
  ]
}

it('a sign-out is not lost if the page is left at once, while another tab refreshes', async () => {
  const [store] = tabs(() => new Promise<never>(() => undefined))
  const { fetch } = newService()
  const sent: Request[] = []
  const client = createClient({
    baseUrl: 'http://service.test',
    store,
    fetch: (request) => (sent.push(request), fetch(request)),
  })
  await finish(client.auth.login({ email: 'ada', password: 'x' }))
  void client.auth.logout()
  // Nothing but what is left to do in this task: no timer, no answer, no lock.
  for (let n = 0; n < 100; n++) await Promise.resolve()
  expect(JSON.parse(String(await store.get()))).toMatchObject({ session: null })
  expect(sent.at(-1)).toMatchObject({
    url: 'http://service.test/api/v1/auth/logout',
    keepalive: true,
  })
})

it('a refresh of another tab does not undo a sign-out, even if the service is away', async () => {
  const left = []
  for (const moment of MOMENTS) {
    const service = newService()
    const [client, refreshing] = tabs().map((store) =>
      createClient({
        baseUrl: 'http://service.test',
        store,
        fetch: async (request) =>
          request.url.endsWith('/logout') ? Promise.reject(new Error()) : service.fetch(request),
        retries: 0,
      }),
    ) as [ReturnType<typeof createClient>, ReturnType<typeof createClient>]
    await finish(client.auth.login({ email: 'ada', password: 'x' }))
    const token = (await finish(client.auth.accessToken()))!
    const refreshed = refreshing.auth.accessToken({ refused: token })
    await vi.advanceTimersByTimeAsync(moment)
    const ended = client.auth.logout().catch(() => undefined)
    await finish(Promise.all([refreshed, ended]))
    if (await client.auth.session()) left.push(moment)
  }
  expect(left).toEqual([])
})

it('the lock of a refresh covers the writes that began beside it', async () => {
  const [store, other] = slowStores(2, true)
  const order: string[] = []
  let write: Promise<void> | undefined
  const refresh = refreshAlone(store!, async () => {
    write = writeInTurn(store!, async () => {
      await pause(STORE_MS)
      order.push('write')
    })
  })
  const next = refreshAlone(other!, async () => void order.push('refresh of another process'))
  await finish(Promise.all([refresh, write, next]))
  expect(order).toEqual(['write', 'refresh of another process'])
})

it.each([
  ['is held by a frozen tab', () => new Promise<never>(() => undefined)],
  ['fails', () => Promise.reject(new Error('no lock'))],
])('signs in and out although the lock %s', async (_, lock) => {
  const [store] = slowStores(1, false)
  const { alive, fetch } = newService()
  const client = createClient({
    baseUrl: 'http://service.test',
    store: { ...store!, lock },
    fetch,
  })
  await finish(client.auth.login({ email: 'ada', password: 'x' }))
  expect(await finish(client.auth.session())).toMatchObject({ session_id: 'ada' })
  await finish(client.auth.logout())
  expect(await finish(client.auth.session())).toBeNull()
  expect(alive.size).toBe(0)
})
