import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { en } from '@/lib/i18n/en'
import { catalogSettings } from '@/tests/kit/catalog-settings'
import { ApiClient } from '@/tests/kit/contract/api-client'
import { freePort } from '@/tests/kit/free-port'
import { startGithubStandIn } from '@/tests/kit/providers/github'
import { startGoogleStandIn } from '@/tests/kit/providers/google'
import type { StandIn } from '@/tests/kit/providers/stand-in'
import { submitPageForm } from '@/tests/kit/page-form'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { visitProvider } from '@/tests/kit/visit-provider'

const APP = 'com.example.app:/done'
const WEB_APP = 'https://app.example.com/done'
const both = ['google', 'github'] as const

let google: StandIn
let github: StandIn
let service: ServiceProcess
let api: ApiClient

beforeAll(async () => {
  const port = String(await freePort())
  google = await startGoogleStandIn([`http://localhost:${port}`])
  github = await startGithubStandIn([`http://localhost:${port}`])
  const env = {
    PORT: port,
    LOG_LEVEL: 'debug',
    OAUTH_APP_REDIRECT_URIS: `${APP},${WEB_APP}`,
    CORS_ALLOWED_ORIGINS: 'https://app.example.com',
  }
  service = await startService({
    env: { ...env, ...google.env, ...github.env, ...catalogSettings('apple') },
  })
  api = await ApiClient.of(service.url)
}, 120_000)
afterAll(async () => {
  await Promise.all([service?.stop(), google?.close(), github?.close()])
})
beforeEach(() => {
  google.state.mode = 'ok'
  github.state.mode = 'ok'
})

const WEB = '/auth/oauth'
const API = '/api/v1/auth/oauth'
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(service.url + path, { method, redirect: 'manual', headers })

/**
 * Starts a sign-in and goes through the provider. Returns what the browser brings back, and its
 * cookie.
 */
async function leave(path: string) {
  const begun = await get(path)
  expect(begun.status).toBe(302)
  const set = begun.headers.getSetCookie()
  expect(set).toHaveLength(1)
  // As long as a link to an unverified address is valid, whatever else the browser starts in the
  // meantime.
  expect(set[0]).toMatch(/^oauth=[\w-]{43}; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax$/)
  const back = await visitProvider(begun.headers.get('location')!)
  expect(back.origin).toBe(service.url.replace('127.0.0.1', 'localhost'))
  return {
    path: back.pathname + back.search,
    query: back.searchParams,
    cookie: set[0]!.split(';')[0]!,
  }
}

const codeVerifier = 'v'.repeat(64)
const appQuery = (redirectUri: string) =>
  new URLSearchParams({
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'of the app & more',
  }).toString()

describe.each(both)('%s', (provider) => {
  it('signs a browser in and redirects it to the requested page', async () => {
    const away = await leave(`${WEB}/${provider}?next=%2Fdashboard%2Faccount`)
    const answer = await get(away.path, { cookie: away.cookie, 'sec-fetch-site': 'cross-site' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard/account'])
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const page = await get('/dashboard/account', { cookie })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('ann@example.com')
    expect((await get(away.path, { cookie: away.cookie })).headers.get('location')).toBe(
      '/auth/login?error=oauth_failed',
    )
  })

  it('answers the API with tokens', async () => {
    const away = await leave(`${API}/${provider}`)
    const answer = await api.get(away.path.replace('/api/v1', ''), { cookie: away.cookie })
    expect(answer).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', user: { roles: ['user'] } },
    })
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.getSetCookie()).toEqual([])
    const again = await api.get(away.path.replace('/api/v1', ''), { cookie: away.cookie })
    expect(again).toMatchObject({
      status: 400,
      body: { code: 'oauth_failed', instance: `${API}/${provider}/callback` },
    })
  })

  it('reports on each surface that the user declined', async () => {
    google.state.mode = 'evil_description'
    github.state.mode = 'access_denied'
    const web = await leave(`${WEB}/${provider}?next=%2Fdashboard%2Faccount`)
    const answer = await get(web.path, { cookie: web.cookie })
    expect(answer.headers.get('location')).toBe(
      '/auth/login?error=oauth_denied&next=%2Fdashboard%2Faccount',
    )
    const shown = await (await get(answer.headers.get('location')!)).text()
    expect(shown).toContain(en.problems.oauth_denied.text)
    expect(shown).not.toContain('alert(1)')
    const lane = await leave(`${API}/${provider}`)
    expect(await api.get(lane.path.replace('/api/v1', ''), { cookie: lane.cookie })).toMatchObject({
      status: 400,
      body: { code: 'oauth_denied' },
    })
  })
})

it.each([`${WEB}/nobody`, `${WEB}/__proto__`, `${WEB}/constructor/callback?code=x&state=y`])(
  '%s does not exist',
  async (path) => expect((await get(path)).status).toBe(404),
)

it.each([
  '/auth/oauth/nobody',
  '/auth/oauth/__proto__',
  '/auth/oauth/constructor/callback?code=x&state=y',
])('the API has no provider at %s', async (path) =>
  expect(await api.get(path)).toMatchObject({
    status: 404,
    body: { code: 'oauth_provider_disabled' },
  }),
)

describe.each([WEB, API])('the form that a provider posts to %s', (at) => {
  const callback = `${at}/apple/callback`
  const post = (
    path: string,
    body: string | URLSearchParams,
    headers: Record<string, string> = {},
  ) =>
    fetch(service.url + path, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site', ...headers },
    })
  const parameters = { state: 's&=%', code: 'c' }

  it('continues as a GET of the same address, with protocol parameters only', async () => {
    const more = {
      user: '{"name":{"firstName":"Ann"}}',
      id_token: 'x.y.z',
      next: 'https://evil.example',
    }
    const answer = await post(callback, new URLSearchParams({ ...parameters, ...more }))
    expect(answer.status).toBe(303)
    const location = new URL(answer.headers.get('location')!, service.url)
    expect(location.origin + location.pathname).toBe(service.url + callback)
    expect(Object.fromEntries(location.searchParams)).toEqual(parameters)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const refused = await post(
      callback,
      new URLSearchParams({ state: 's', error: 'user_cancelled_authorize' }),
    )
    expect(refused.headers.get('location')).toBe(
      `${callback}?state=s&error=user_cancelled_authorize`,
    )
  })

  it('is refused if a field is doubled or too long, and as anything but a form', async () => {
    const doubled = new URLSearchParams([...Object.entries(parameters), ['state', 'other']])
    expect((await post(callback, doubled)).status).toBe(422)
    expect(
      (await post(callback, new URLSearchParams({ ...parameters, user: 'x'.repeat(9000) }))).status,
    ).toBe(413)
    const json = { 'content-type': 'application/json' }
    expect((await post(callback, JSON.stringify(parameters), json)).status).toBe(415)
    const form = new FormData()
    form.set('state', 's')
    const multipart = await fetch(service.url + callback, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    expect([403, 415]).toContain(multipart.status)
  })

  it('is not accepted for a provider that uses redirects, nor for one that is turned off', async () => {
    expect((await post(`${at}/google/callback`, new URLSearchParams(parameters))).status).toBe(405)
    expect([404, 405]).toContain(
      (await post(`${at}/slack/callback`, new URLSearchParams(parameters))).status,
    )
  })
})

it('lists the enabled providers', async () => {
  expect((await api.get('/auth/providers')).body).toEqual({
    providers: ['google', 'apple', 'github'],
  })
  const cors = await api.get('/auth/providers', { origin: 'https://app.example.com' })
  expect(cors.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
})

it('starts and completes nothing for a prefetch, a HEAD request, or a request from another site', async () => {
  const away = await leave(`${WEB}/google`)
  const lane = await leave(`${API}/google`)
  for (const path of [`${WEB}/google`, `${API}/google`, away.path, lane.path]) {
    expect((await get(path, { cookie: away.cookie }, 'HEAD')).status).toBe(405)
    const ahead = await get(path, { cookie: away.cookie, 'sec-purpose': 'prefetch' })
    expect([ahead.status, ahead.headers.getSetCookie()]).toEqual([400, []])
  }
  const foreign = await get(`${WEB}/google?next=%2Fdashboard%2Faccount`, {
    'sec-fetch-site': 'cross-site',
  })
  expect(foreign.headers.get('location')).toBe('/auth/login?next=%2Fdashboard%2Faccount')
  expect((await get(away.path, { cookie: away.cookie })).headers.get('location')).toBe('/dashboard')
  expect((await get(lane.path, { cookie: lane.cookie })).status).toBe(200)
})

it('redirects only to its own pages', async () => {
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', '/api/v1/me']) {
    const away = await leave(`${WEB}/google?next=${encodeURIComponent(next)}`)
    expect((await get(away.path, { cookie: away.cookie })).headers.get('location')).toBe(
      '/dashboard',
    )
  }
})

describe('an app', () => {
  it('with a custom scheme gets its code from a page with a link, and tokens for the code', async () => {
    const away = await leave(`${API}/google?${appQuery(APP)}`)
    const page = await get(away.path, { cookie: away.cookie })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    const [, href = ''] = /href="(com\.example\.app:[^"]+)"/.exec(await page.text()) ?? []
    const link = new URL(href.replaceAll('&amp;', '&'))
    expect(link.searchParams.get('state')).toBe('of the app & more')
    const body = {
      code: link.searchParams.get('code'),
      code_verifier: codeVerifier,
      redirect_uri: APP,
    }
    const tokens = await api.post('/auth/oauth/token', body, { origin: 'https://app.example.com' })
    expect(tokens).toMatchObject({ status: 200, body: { user: { email: 'ann@example.com' } } })
    expect(tokens.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    expect(await api.post('/auth/oauth/token', body)).toMatchObject({
      status: 400,
      body: { code: 'oauth_failed' },
    })
  })

  it('on the web is redirected to, with its code or with an error of RFC 6749', async () => {
    const away = await leave(`${API}/google?${appQuery(WEB_APP)}`)
    const done = new URL((await get(away.path, { cookie: away.cookie })).headers.get('location')!)
    expect(done.origin + done.pathname).toBe(WEB_APP)
    expect(done.searchParams.get('code')).toMatch(/^[\w-]{43}$/)
    google.state.mode = 'access_denied'
    const refused = await leave(`${API}/google?${appQuery(WEB_APP)}`)
    const answer = await get(refused.path, { cookie: refused.cookie })
    expect(Object.fromEntries(new URL(answer.headers.get('location')!).searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'oauth_denied',
      state: 'of the app & more',
    })
  })

  it('that is not on the list gets an error, and no one is redirected to it', async () => {
    const refused = await api.get(`/auth/oauth/google?${appQuery('https://evil.example/')}`)
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/redirect_uri' }] } })
    expect(refused.headers.get('location')).toBeNull()
    for (const body of [
      {},
      { code: 1, code_verifier: 'x', redirect_uri: APP },
      { code: 'x', code_verifier: [], redirect_uri: '' },
    ])
      expect((await api.post('/auth/oauth/token', body)).status).toBe(422)
  })
})

it('connects a provider through a post from its own page and an intermediate page, for the requesting session only', async () => {
  google.state.person = { sub: 'g-2', email: 'bob@example.com', email_verified: true }
  Object.assign(github.state.person, { id: 1002, login: 'bob' })
  const first = await leave(`${WEB}/google`)
  const signedIn = await get(first.path, { cookie: first.cookie })
  const session = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  const cookie = session.join('; ')
  const connections = '/dashboard/account/connections'
  const fields = { intent: 'connect', provider: 'github' }
  const post = (origin: string) =>
    submitPageForm({ page: service.url + connections, fields, headers: { cookie, origin } })
  expect((await post('https://evil.example')).status).toBe(403)
  const onward = (await post(service.url)).headers.get('location')!
  expect(onward).toMatch(/^\/auth\/oauth\/github\/link\?reference=[\w-]{43}$/)
  expect((await get(onward)).headers.get('location')).toContain('/auth/login')
  const page = await get(onward, { cookie })
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  const [, address = ''] =
    /http-equiv="refresh" content="0;url=([^"]+)"/.exec(await page.text()) ?? []
  const back = await visitProvider(address.replaceAll('&amp;', '&'))
  const browser = page.headers.getSetCookie()[0]!.split(';')[0]
  const again = await get(onward, { cookie })
  expect(again.headers.get('location')).toBe(connections)
  const end = await get(back.pathname + back.search, { cookie: `${cookie}; ${browser}` })
  expect([end.status, end.headers.get('location')]).toEqual([303, connections])
  const shown = await (await get(connections, { cookie })).text()
  expect(shown).toContain('id="disconnect-github"')
})

it('leaves no code, state or cookie in the log', async () => {
  const [web, lane] = [await leave(`${WEB}/google`), await leave(`${API}/github`)]
  for (const away of [web, lane]) await get(away.path, { cookie: away.cookie })
  await get(web.path)
  expect(service.output()).toContain('/auth/oauth/google/callback')
  for (const { query, cookie } of [web, lane])
    for (const secret of [query.get('code')!, query.get('state')!, cookie.split('=')[1]!])
      expect(service.output()).not.toContain(secret)
})
