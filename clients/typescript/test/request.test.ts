import { expect, it, vi } from 'vitest'
import { createClient, memoryStore } from '@/clients/typescript/src/index'

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
const problem = (code: string) =>
  Response.json(
    { type: 'about:blank', title: code, status: 401, code, request_id: 'r' },
    { status: 401, headers: { 'content-type': 'application/problem+json' } },
  )

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
