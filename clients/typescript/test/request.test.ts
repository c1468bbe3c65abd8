import { expect, it, onTestFinished, vi } from 'vitest'
import { createClient, memoryStore, type TokenStore } from '@/clients/typescript/src/index'

const USER = {
  email: 'ada@example.org',
  email_verified: true,
  name: null,
  roles: ['user'],
  mfa_enabled: false,
}
const idOf = (number: number) => `019335e0-0000-7000-8000-00000000000${number}`
const tokensOf = (user: number) => ({
  access_token: `access-${user}`,
  token_type: 'Bearer',
  expires_in: 900,
  refresh_token: `refresh-${user}`,
  refresh_expires_in: 2_592_000,
  session_id: idOf(user + 4),
  device_token: 'the-device',
  user: { ...USER, id: idOf(user) },
})
const problem = (code: string, status = 401, headers: Record<string, string> = {}) =>
  Response.json(
    { type: 'about:blank', title: code, status, code, request_id: 'r' },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )
const PASSWORDS = { current_password: 'x', new_password: 'y' }
const pathsOf = (sent: Request[]) => sent.map(({ url }) => new URL(url).pathname)

/** A client that is not signed in. */
function signedOut(answer: (sent: Request) => Response | Promise<Response>) {
  const sent: Request[] = []
  const fetch = async (request: Request) => {
    sent.push(request)
    return answer(request)
  }
  return { client: createClient({ baseUrl: 'http://service.test', fetch }), sent }
}

/** A client of a service that answers with `answer`; signed in as the first user. */
async function signedIn(answer: (sent: Request) => Response | Promise<Response>) {
  const sent: Request[] = []
  const fetch = async (request: Request) => {
    sent.push(request)
    return request.url.endsWith('/auth/login') ? Response.json(tokensOf(1)) : answer(request)
  }
  const store = memoryStore()
  const client = createClient({ baseUrl: 'http://service.test', store, fetch })
  await client.auth.login({ email: USER.email, password: 'x' })
  sent.length = 0
  return { client, store, sent }
}

it('sends the device token with every request, because routes that check a password use it', async () => {
  const { client, sent } = await signedIn(() => Response.json({}))
  await client.GET('/api/v1/me')
  await client.POST('/api/v1/auth/change-password', {
    body: { current_password: 'x', new_password: 'y' },
  })
  await client.POST('/api/v1/auth/email-code/verify', { body: { challenge_id: 'c', code: '1' } })
  expect(sent.map(({ headers }) => headers.get('x-device-token'))).toEqual(
    Array(3).fill('the-device'),
  )
})

it('on a server, signs in as the browser whose headers it passes on, and returns its device token', async () => {
  const { client, sent } = signedOut(() => Response.json(tokensOf(1)))
  const headers = { 'X-Device-Token': 'of the browser', 'X-Forwarded-For': '192.0.2.7' }
  const result = await client.auth.login({ email: USER.email, password: 'x' }, { headers })
  expect(result).toMatchObject({ status: 'signed_in', device_token: 'the-device' })
  expect(sent[0]?.headers.get('x-device-token')).toBe('of the browser')
  expect(sent[0]?.headers.get('x-forwarded-for')).toBe('192.0.2.7')
})

it('does not repeat a request as another user who signed in meanwhile', async () => {
  const { client, store, sent } = await signedIn(async () => {
    const other = createClient({
      baseUrl: 'http://service.test',
      store,
      fetch: async () => Response.json(tokensOf(2)),
    })
    await other.auth.login({ email: 'grace@example.org', password: 'x' })
    return problem('session_revoked')
  })
  const refused: unknown = await client
    .PATCH('/api/v1/me', { body: { name: 'Ada' } })
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'session_revoked' })
  expect(sent).toHaveLength(1)
})

it('that was aborted before it began leaves no unhandled rejection', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const client = createClient({
    baseUrl: 'http://service.test',
    store: memoryStore(),
    fetch: () => Promise.reject(new TypeError('offline')),
  })
  const signal = AbortSignal.abort()
  const aborted = client.auth.login({ email: USER.email, password: 'x' }, { signal })
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

it('a password change during a refresh of any tab does not end the session', async () => {
  let isChanged = false
  const service = async ({ url, headers }: Request) => {
    // The service has already replaced the tokens: it knows the new ones only.
    if (url.endsWith('/auth/refresh')) return problem('invalid_refresh_token')
    if (url.endsWith('/me'))
      return headers.get('authorization') === 'Bearer new'
        ? Response.json({})
        : problem('token_expired')
    isChanged = true
    await new Promise((resolve) => setTimeout(resolve, 200))
    return Response.json({ ...tokensOf(1), access_token: 'new', refresh_token: 'new' })
  }
  const { client, store } = await signedIn(service)
  const tab = createClient({ baseUrl: 'http://service.test', store, fetch: service })
  const ended = vi.fn()
  client.auth.onSignedOut(ended)
  const change = client.POST('/api/v1/auth/change-password', { body: PASSWORDS })
  await vi.waitFor(() => expect(isChanged).toBe(true))
  await Promise.all([change, client.GET('/api/v1/me'), tab.GET('/api/v1/me')])
  expect(ended).not.toHaveBeenCalled()
  expect(await client.auth.accessToken()).toBe('new')
})

it.each([
  ['a listener throws', memoryStore, true],
  [
    'the store fails',
    (): TokenStore => {
      const { get, set } = memoryStore()
      const fail = (): never => {
        throw new Error('full')
      }
      return { get, set: (text) => (text.includes('"session":null') ? fail() : set(text)) }
    },
    false,
  ],
])('signs out at the service even if %s', async (_, newStore, isDone) => {
  const uncaught = vi.fn()
  const handlers = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', uncaught)
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException')
    for (const handler of handlers) process.on('uncaughtException', handler)
  })
  const sent: Request[] = []
  const fetch = async (request: Request) => {
    sent.push(request)
    return request.url.endsWith('/login')
      ? Response.json(tokensOf(1))
      : new Response(null, { status: 204 })
  }
  const client = createClient({ baseUrl: 'http://service.test', store: newStore(), fetch })
  await client.auth.login({ email: USER.email, password: 'x' })
  client.auth.onSignedOut(() => {
    throw new Error('a fault of the app')
  })
  const outcome = await client.auth.logout().then(
    () => true,
    () => false,
  )
  expect(outcome).toBe(isDone)
  expect(uncaught).toHaveBeenCalledTimes(isDone ? 1 : 0)
  expect(pathsOf(sent)).toContain('/api/v1/auth/logout')
})

it('follows no redirect, which could carry tokens to another host', async () => {
  const { client, sent } = await signedIn(() => Response.json({}))
  await client.GET('/api/v1/me', { redirect: 'follow' })
  await client.GET('/api/v1/me', { redirect: 'manual' })
  expect(sent.map(({ redirect }) => redirect)).toEqual(['error', 'manual'])
})

it.each([
  ['a page', () => new Response('<html>', { headers: { 'content-length': '6' } })],
  ['a page of unknown length', () => new Response('<html>')],
  ['nothing', () => new Response(null)],
  ['an empty object', () => Response.json({})],
  ['a text', () => Response.json('x')],
])('does not take %s for a sign-in', async (_, answer) => {
  const { client } = signedOut(answer)
  const login = client.auth.login({ email: USER.email, password: 'x' })
  await expect(login).rejects.toMatchObject({ code: 'unexpected_response' })
  expect(await client.auth.session()).toBeNull()
})

it('takes a page of a proxy for no answer of the service', async () => {
  const { client } = await signedIn(() => new Response('<html>'))
  const body = { name: 'Ada' }
  await expect(client.PATCH('/api/v1/me', { body })).rejects.toMatchObject({
    code: 'unexpected_response',
  })
})

it.each([
  ['without a time', {}, 1],
  ['with a short time', { 'retry-after': '0' }, 3],
  ['with a long time', { 'retry-after': '6' }, 1],
])('repeats requests over a rate limit only after a short time: %s', async (_, headers, times) => {
  const { client, sent } = await signedIn(() => problem('rate_limited', 429, headers))
  const body = { name: 'Ada' }
  await expect(client.PATCH('/api/v1/me', { body })).rejects.toMatchObject({ code: 'rate_limited' })
  expect(sent).toHaveLength(times)
})

it.each([() => problem('rate_limited', 429, { 'retry-after': '0' }), () => Response.error()])(
  'never repeats a sign-in',
  async (answer) => {
    const { client, sent } = signedOut(answer)
    const path = { provider: 'google' }
    await Promise.allSettled([
      client.auth.login({ email: USER.email, password: 'x' }),
      client.GET('/api/v1/auth/oauth/{provider}/callback', { params: { path } }),
    ])
    expect(pathsOf(sent)).toEqual(['/api/v1/auth/login', '/api/v1/auth/oauth/google/callback'])
  },
)

it('signs in without the access token of an earlier session', async () => {
  const { client, sent } = await signedIn(() => problem('invalid_code', 400))
  await Promise.allSettled([
    client.POST('/api/v1/auth/email-code/verify', { body: { challenge_id: 'c', code: '1' } }),
    client.POST('/api/v1/auth/passkeys/verify', { body: {} as never }),
    client.GET('/api/v1/auth/oauth/{provider}/callback', {
      params: { path: { provider: 'google' } },
    }),
  ])
  expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([null, null, null])
})

/**
 * Ends the session of a known refresh token; accepts no access token, as after new signing keys.
 */
function logoutService() {
  const ended: object[] = []
  const answer = async (request: Request) => {
    const { refresh_token, ...rest } = (await request.json()) as { refresh_token?: string }
    if (refresh_token?.startsWith('refresh-')) ended.push({ refresh_token, ...rest })
    return new Response(null, { status: 204 })
  }
  return { ended, answer }
}

it.each([{}, { all: true }])(
  'ends its session at the service even if the access token is no longer valid: %j',
  async (body) => {
    const { ended, answer } = logoutService()
    const { client, sent } = await signedIn(answer)
    const reasons: string[] = []
    client.auth.onSignedOut((reason) => reasons.push(reason))
    await client.auth.session()
    await client.POST('/api/v1/auth/logout', { body })
    expect(ended).toEqual([{ refresh_token: 'refresh-1', ...body }])
    expect(pathsOf(sent)).toEqual(['/api/v1/auth/logout'])
    expect(await client.auth.session()).toBeNull()
    expect(reasons).toEqual(['signed_out'])
  },
)

it('a sign-out does not forget a session that another tab started meanwhile', async () => {
  const { client, store } = await signedIn(async () => {
    const fetch = async () => Response.json(tokensOf(2))
    const tab = createClient({ baseUrl: 'http://service.test', store, fetch })
    await tab.auth.login({ email: 'grace@example.org', password: 'x' })
    return new Response(null, { status: 204 })
  })
  await client.POST('/api/v1/auth/logout', { body: {} })
  expect(await client.auth.session()).toMatchObject({ access_token: 'access-2' })
})

it('signs out another session by its access token, and keeps its own', async () => {
  const { client, sent } = await signedIn(() => new Response(null, { status: 204 }))
  const headers = { authorization: 'Bearer another' }
  await client.POST('/api/v1/auth/logout', { body: {}, headers })
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer another')
  expect(await sent[0]?.json()).toEqual({})
  expect(await client.auth.session()).toMatchObject({ access_token: 'access-1' })
})

it('signs out another session by its refresh token, and keeps its own', async () => {
  const { client, sent } = await signedIn(() => new Response(null, { status: 204 }))
  await client.POST('/api/v1/auth/logout', { body: { refresh_token: 'another' } })
  expect(sent[0]?.headers.get('authorization')).toBeNull()
  expect(await client.auth.session()).toMatchObject({ access_token: 'access-1' })
})

it('replaces an access token that another service refused, once for all that were refused', async () => {
  const { client, sent } = await signedIn(() => Response.json(tokensOf(2)))
  const refused = (await client.auth.accessToken())!
  const tokens = await Promise.all([1, 2, 3].map(() => client.auth.accessToken({ refused })))
  expect(tokens).toEqual(Array(3).fill('access-2'))
  expect(await client.auth.accessToken({ refused })).toBe('access-2')
  expect(pathsOf(sent)).toEqual(['/api/v1/auth/refresh'])
})

it('has no other access token for a session that has ended', async () => {
  const { client } = await signedIn(() => problem('invalid_refresh_token'))
  expect(await client.auth.accessToken({ refused: 'access-1' })).toBeNull()
})

const NO_ADDRESSES = [undefined, '', '/api', 'id.example.org', 'undefined']
const OF_THE_API = ['https://id.example.org/api/v1', 'https://id.example.org/api/v1/']
it.each([...NO_ADDRESSES, ...OF_THE_API])(
  'refuses to start without the address of the service: %j',
  (baseUrl) => {
    expect(() => createClient({ baseUrl: baseUrl as string })).toThrow(TypeError)
  },
)

it('with an API key, sends the key with every request, and neither keeps nor sends tokens', async () => {
  const sent: Request[] = []
  const fetch = async (request: Request) => {
    sent.push(request)
    if (request.url.endsWith('/login')) return Response.json(tokensOf(1))
    return sent.length > 2 ? problem('invalid_token') : Response.json({})
  }
  const client = createClient({ baseUrl: 'http://service.test', apiKey: 'key_1', fetch })
  await client.auth.login({ email: USER.email, password: 'x' })
  expect(await client.auth.session()).toBeNull()
  await client.GET('/api/v1/users')
  await expect(client.GET('/api/v1/users')).rejects.toMatchObject({ code: 'invalid_token' })
  const credentials = sent.map(({ headers }) => headers.get('authorization'))
  expect(credentials).toEqual([null, 'Bearer key_1', 'Bearer key_1'])
})

it.each([
  ['empty', { apiKey: '' }],
  ['beside a store', { apiKey: 'key_1', store: memoryStore() }],
])('refuses an API key that is %s', (_, options) => {
  expect(() => createClient({ baseUrl: 'http://service.test', ...options })).toThrow(TypeError)
})
