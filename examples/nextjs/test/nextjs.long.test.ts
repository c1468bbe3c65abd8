import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '@/lib/testing/free-port'
import { PASSWORD } from '@/lib/testing/make-user'
import { formDataOf } from '@/lib/testing/page-form'
import { type ServiceProcess, startService } from '@/lib/testing/start-service'
import { until } from '@/lib/testing/until'

const FOLDER = join(import.meta.dirname, '..')
const NEXT = join(FOLDER, '../../node_modules/next/dist/bin/next')
const ROOT = { email: 'root@example.org', password: PASSWORD }
const TTL_SECONDS = 2
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let service: ServiceProcess
let app: ChildProcess
let url: string

beforeAll(async () => {
  const build = spawnSync(process.execPath, [NEXT, 'build', FOLDER], {
    encoding: 'utf8',
    env: env(),
  })
  expect(build.status, build.stdout + build.stderr).toBe(0)
  service = await startService({ env: { AUTH_ACCESS_TOKEN_TTL: `${TTL_SECONDS}s` } })
  const link = /\/auth\/setup\?token=([\w-]{43})/
  const token = await until('the setup link', 10_000, () => link.exec(service.output())?.[1])
  const made = await post('/api/v1/auth/setup', { token, ...ROOT })
  expect(made.status).toBe(201)
  const port = await freePort()
  url = `http://localhost:${port}`
  app = spawn(process.execPath, [NEXT, 'start', FOLDER, '-p', String(port)], {
    env: env({ GATEHOUSE_URL: service.url }),
    stdio: 'ignore',
  })
  await until('the app', 30_000, () =>
    fetch(`${url}/sign-in`).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
}, 240_000)
afterAll(async () => {
  app?.kill()
  await service?.stop()
})

const env = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  AUTH_SECRET: 'the-secret-of-the-example-in-tests',
  AUTH_TRUST_HOST: 'true',
  ...more,
})

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** A browser: keeps cookies, follows no redirects. */
function browser() {
  const jar = new Map<string, string>()
  return async (path: string, form?: Record<string, string> | FormData) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = !form || form instanceof FormData ? form : new URLSearchParams(form)
    const answer = await fetch(new URL(path, url), {
      method: form ? 'POST' : 'GET',
      headers: { cookie, origin: url, 'user-agent': BROWSER },
      redirect: 'manual',
      ...(body && { body }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    return answer
  }
}

async function signedIn(password = PASSWORD) {
  const visit = browser()
  const { csrfToken } = (await (await visit('/api/auth/csrf')).json()) as { csrfToken: string }
  const answer = await visit('/api/auth/callback/credentials', {
    csrfToken,
    email: ROOT.email,
    password,
  })
  const device = answer.headers.getSetCookie().find((set) => set.startsWith('gatehouse-device='))
  return { visit, device, location: new URL(answer.headers.get('location') ?? '', url) }
}

/** Posts the first form of the app's page, as a browser without JavaScript would. */
async function submit(visit: ReturnType<typeof browser>, path: string, fields = {}) {
  const form = formDataOf(await (await visit(path)).text(), fields)!
  return () => visit(path, form)
}

describe('the Next.js example', () => {
  it('sends a visitor to its sign-in page', async () => {
    const answer = await browser()('/')
    expect([answer.status, answer.headers.get('location')]).toEqual([307, '/sign-in'])
  })

  it('says why a sign-in was refused', async () => {
    const { visit, location } = await signedIn('not the password')
    expect(location.searchParams.get('code')).toBe('invalid_credentials')
    expect(await (await visit(location.pathname + location.search)).text()).toContain(
      'is incorrect',
    )
  })

  it('has a message for codes that it does not know, too', async () => {
    for (const query of ['code=constructor', 'code=mfa_required&code=x']) {
      const answer = await browser()(`/sign-in?${query}`)
      expect(answer.status).toBe(200)
      expect(await answer.text()).not.toContain('native code')
    }
  })

  it('signs in by its form', async () => {
    const visit = browser()
    const send = await submit(visit, '/sign-in', ROOT)
    const answer = await send()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${url}/`])
    expect(await (await visit('/')).text()).toContain(ROOT.email)
  })

  it('keeps the device token in the browser, and passes the name of the browser on', async () => {
    const { device } = await signedIn()
    expect(device).toMatch(/^gatehouse-device=[^;]{20,};.*HttpOnly/i)
    const other = await post('/api/v1/auth/login', ROOT)
    const { access_token: token } = (await other.json()) as { access_token: string }
    const sessions = await fetch(`${service.url}/api/v1/me/sessions`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await sessions.text()).toContain('Firefox')
  })

  it('stays signed in after the access token has expired, also for parallel requests', async () => {
    const { visit } = await signedIn()
    const since = Date.now()
    expect(await (await visit('/')).text()).toContain(ROOT.email)
    await until(
      'the token has expired',
      10_000,
      () => Date.now() > since + TTL_SECONDS * 1000 + 500,
    )
    const pages = await Promise.all(Array.from({ length: 10 }, () => visit('/')))
    for (const page of pages) expect(await page.text()).toContain(ROOT.email)
  })

  it('shows no token to the browser', async () => {
    const { visit } = await signedIn()
    const pages = [await visit('/'), await visit('/api/auth/session')]
    for (const page of pages) expect(await page.text()).not.toMatch(/eyJ[\w-]+\.[\w-]+\./)
  })

  it('ends with the session at Gatehouse', async () => {
    const { visit } = await signedIn()
    expect((await visit('/')).status).toBe(200)
    const other = await post('/api/v1/auth/login', ROOT)
    const { access_token: token } = (await other.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${token}` }
    expect((await post('/api/v1/auth/logout', { all: true }, headers)).status).toBe(204)
    const answer = await visit('/')
    expect([answer.status, answer.headers.get('location')]).toEqual([307, '/sign-in'])
  })

  it('signs out even if Gatehouse cannot be reached', async () => {
    const { visit } = await signedIn()
    const send = await submit(visit, '/')
    await service.stop()
    const answer = await send()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${url}/sign-in`])
    expect((await visit('/')).headers.get('location')).toBe('/sign-in')
  })
})
