import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CATALOG } from '@/lib/config/providers/catalog'
import { ApiClient } from '@/tests/kit/contract/api-client'
import { freePort } from '@/tests/kit/free-port'
import {
  type AllProviders,
  STAND_IN_IDS,
  type StandInId,
  startAllProviders,
} from '@/tests/kit/providers/all-providers'
import { EXPECTED } from '@/tests/kit/providers/people'
import { type ServiceProcess, startService } from '@/tests/kit/start-service'
import { arriveFromProvider } from '@/tests/kit/visit-provider'

const SURFACES = ['/auth/oauth', '/api/v1/auth/oauth'] as const
const proven = STAND_IN_IDS.filter((id) => EXPECTED[id].proven)
const redirecting = STAND_IN_IDS.filter((id) => id !== 'apple')

let providers: AllProviders
let service: ServiceProcess
let api: ApiClient

beforeAll(async () => {
  const port = String(await freePort())
  providers = await startAllProviders([`http://localhost:${port}`])
  service = await startService({ env: { PORT: port, LOG_LEVEL: 'debug', ...providers.env } })
  api = await ApiClient.of(service.url)
}, 120_000)
afterAll(async () => {
  await Promise.all([service?.stop(), providers?.close()])
})
beforeEach(() => providers.reset())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { redirect: 'manual', headers })

/**
 * What a browser sends when a page of another site posts a form: the other origin, and none of our
 * cookies (SameSite=Lax).
 */
const postFrom = (origin: string, path: string, form: URLSearchParams) =>
  fetch(service.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: form,
    headers: { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  })

/** Starts a sign-in and goes through the provider up to the callback. */
async function leave(at: string, id: StandInId) {
  const begun = await get(`${at}/${id}`)
  const location = begun.headers.get('location') ?? ''
  expect([begun.status, new URL(location).origin]).toEqual([302, providers[id].base])
  const [cookie = ''] = begun.headers.getSetCookie().map((line) => line.split(';')[0]!)
  const { address, form } = await arriveFromProvider(location)
  expect(address.pathname).toBe(`${at}/${id}/callback`)
  return { cookie, path: address.pathname, query: address.search, form }
}

/** The address that a flow ends at, independent of how the provider responds. */
async function callbackOf(id: StandInId, { path, query, form }: Awaited<ReturnType<typeof leave>>) {
  if (!form) return path + query
  const led = await postFrom(providers[id].base, path, form)
  expect(led.status).toBe(303)
  return led.headers.get('location')!
}

it('lists all ten, in the order shown on pages', async () => {
  const { status, body } = await api.get('/auth/providers')
  expect(status).toBe(200)
  expect(body.providers).toEqual(
    Object.keys(CATALOG).filter((id) => STAND_IN_IDS.some((own) => own === id)),
  )
})

describe.each(proven)('%s', (id) => {
  it('signs a browser in', async () => {
    const away = await leave('/auth/oauth', id)
    const answer = await get(await callbackOf(id, away), { cookie: away.cookie })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
    expect(answer.headers.getSetCookie().length).toBeGreaterThan(0)
  })

  it('answers the API with tokens', async () => {
    const away = await leave('/api/v1/auth/oauth', id)
    const path = (await callbackOf(id, away)).replace('/api/v1', '')
    expect(await api.get(path, { cookie: away.cookie })).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', user: { email: 'ann@example.com', roles: ['user'] } },
    })
  })
})

it.each(STAND_IN_IDS.filter((id) => !EXPECTED[id].proven))(
  '%s creates no account without a verified address',
  async (id) => {
    const away = await leave('/api/v1/auth/oauth', id)
    const path = (await callbackOf(id, away)).replace('/api/v1', '')
    expect(await api.get(path, { cookie: away.cookie })).toMatchObject({
      status: 400,
      body: { code: 'oauth_email_required' },
    })
  },
)

it.each(STAND_IN_IDS.filter((id) => !EXPECTED[id].proven))(
  '%s redirects a browser to the page about the emailed link, with its cookie renewed and no session',
  async (id) => {
    const away = await leave('/auth/oauth', id)
    const answer = await get(await callbackOf(id, away), { cookie: away.cookie })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth/check-mail'])
    const cookies = answer.headers.getSetCookie()
    expect(cookies.map((line) => line.split('=')[0])).toEqual(['oauth', 'notice'])
    expect(cookies[0]).toContain(`${away.cookie};`)
    expect(cookies[0]).toContain('Max-Age=1800;')
  },
)

it('the page of an emailed link is not cached, does not leak its address to other sites, and shows no form to another browser', async () => {
  const answer = await get(`/auth/confirm-sign-in?token=${'x'.repeat(43)}`)
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(await answer.text()).not.toContain('name="token"')
})

describe.each(SURFACES)('the form that Apple’s page posts to %s', (at) => {
  it('redirects to a GET of the same address with only code and state, and sets nothing', async () => {
    const { path, form } = await leave(at, 'apple')
    expect(form!.has('user')).toBe(true)
    form!.set('user', JSON.stringify({ name: { firstName: 'Root' }, email: 'victim@example.com' }))
    form!.set('next', '/dashboard/users')
    const led = await postFrom(providers.apple.base, path, form!)
    const location = new URL(led.headers.get('location')!, service.url)
    expect([led.status, location.pathname]).toEqual([303, path])
    expect([...location.searchParams.keys()].sort()).toEqual(['code', 'state'])
    expect(led.headers.getSetCookie()).toEqual([])
  })

  it('completes no flow in a browser that did not start it', async () => {
    const away = await leave(at, 'apple')
    const callback = await callbackOf('apple', away)
    const stranger = await get(callback)
    expect(stranger.headers.getSetCookie().join()).not.toContain('session')
    expect(
      stranger.status === 400 ||
        stranger.headers.get('location') === '/auth/login?error=oauth_failed',
    ).toBe(true)
    const owner = await get(callback, { cookie: away.cookie })
    expect([200, 303]).toContain(owner.status)
    expect(owner.headers.get('location') ?? '/dashboard').toBe('/dashboard')
  })

  it('reports that the user declined', async () => {
    providers.apple.state.mode = 'access_denied'
    const away = await leave(at, 'apple')
    const answer = await get(await callbackOf('apple', away), { cookie: away.cookie })
    expect(answer.headers.get('location') ?? (await answer.text())).toContain('oauth_denied')
  })

  it.each(redirecting)('is refused at the callback of %s, which uses redirects', async (id) => {
    const away = await leave(at, id)
    const form = new URLSearchParams(away.query)
    const refused = await postFrom(providers[id].base, away.path, form)
    expect([403, 405]).toContain(refused.status)
    expect(refused.headers.get('location')).toBeNull()
    const still = await get(away.path + away.query, { cookie: away.cookie })
    expect(still.headers.get('location') ?? '').not.toContain('oauth_failed')
  })
})

it.each([
  '/auth/oauth/apple',
  '/auth/oauth/apple/link',
  '/auth/login',
  '/auth/logout',
  '/auth/renew',
  '/dashboard/account',
])('no other path accepts a post from Apple’s site: %s', async (path) => {
  const answer = await postFrom(
    providers.apple.base,
    path,
    new URLSearchParams({ state: 's', code: 'c' }),
  )
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.headers.getSetCookie()).toEqual([])
})

it('leaves no code or state of a posted form in the log', async () => {
  const away = await leave('/auth/oauth', 'apple')
  const callback = await callbackOf('apple', away)
  await get(callback, { cookie: away.cookie })
  expect(service.output()).toContain('/auth/oauth/apple/callback')
  for (const secret of [away.form!.get('code')!, away.form!.get('state')!])
    expect(service.output()).not.toContain(secret)
})
