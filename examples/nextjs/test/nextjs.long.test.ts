import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ScureBase32Plugin } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type GatehouseClient } from '@/clients/typescript/src/index'
import { totpCode, totpStep } from '@/lib/identity/mfa/totp'
import { freePort } from '@/tests/kit/free-port'
import { PASSWORD } from '@/tests/kit/make-user'
import { formDataOf } from '@/tests/kit/page-form'
import { type ServiceProcess, startService } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

const EXAMPLE = join(import.meta.dirname, '..')
const REPOSITORY = join(EXAMPLE, '../..')
/** A copy, because that is how others use the example, and only in it are all of its packages. */
const FOLDER = join(REPOSITORY, 'dist/nextjs-example')
const NEXT = join(FOLDER, 'node_modules/next/dist/bin/next')
const ROOT = { email: 'root@example.org', password: PASSWORD }
const TTL_SECONDS = 2
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let service: ServiceProcess
let app: ChildProcess
let url: string

beforeAll(async () => {
  copyExample()
  run(process.execPath, NEXT, 'build', FOLDER)
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
  rmSync(FOLDER, { recursive: true, force: true })
})

/** A copy of the example, with its packages: Turbopack follows no link out of the folder. */
function copyExample() {
  rmSync(FOLDER, { recursive: true, force: true })
  const isCopied = (path: string) => !/\/(test|\.next|node_modules)$/.test(path)
  cpSync(EXAMPLE, FOLDER, { recursive: true, filter: isCopied })
  run('cp', '-al', join(REPOSITORY, 'node_modules'), FOLDER)
  run(process.execPath, join(REPOSITORY, 'scripts/build-clients.mjs'), '--keep-types')
  const client = join(FOLDER, 'node_modules/@gatehouse/client')
  rmSync(client)
  mkdirSync(client)
  const archive = join(REPOSITORY, 'dist/clients/gatehouse-client-0.1.0.tgz')
  run('tar', 'xzf', archive, '--strip-components=1', '-C', client)
}

function run(command: string, ...args: string[]) {
  const done = spawnSync(command, args, { cwd: REPOSITORY, encoding: 'utf8', env: env() })
  expect(done.status, done.stdout + done.stderr).toBe(0)
}

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

  describe('with two-step verification', () => {
    let recoveryCodes: string[]
    let client: GatehouseClient

    beforeAll(async () => {
      client = createClient({ baseUrl: service.url })
      await client.auth.login(ROOT)
      const setup = await client.POST('/api/v1/auth/mfa/setup', { body: { password: PASSWORD } })
      const secret = new ScureBase32Plugin().decode(setup.data.secret)
      const code = totpCode(secret, totpStep(new Date()))
      const enabled = await client.POST('/api/v1/auth/mfa/enable', { body: { code } })
      recoveryCodes = enabled.data.recovery_codes
    })
    afterAll(async () => {
      const body = { password: PASSWORD, code: recoveryCodes.pop()! }
      await client.POST('/api/v1/auth/mfa/disable', { body })
    })

    /** A browser after the first step. */
    async function firstStep() {
      const visit = browser()
      const send = await submit(visit, '/sign-in', ROOT)
      const { path } = resultOf(await send())
      return { visit, path }
    }

    function resultOf(answer: Response) {
      const { pathname, search, searchParams } = new URL(answer.headers.get('location')!, url)
      return { path: pathname + search, code: searchParams.get('code') }
    }

    it('asks for the password once, and then only for the code', async () => {
      const { visit, path } = await firstStep()
      const page = await (await visit(path)).text()
      expect(page).toContain('name="code"')
      expect(page).not.toContain('name="password"')
      const wrong = resultOf(await (await submit(visit, path, { code: '000000' }))())
      expect(wrong.code).toBe('invalid_mfa_code')
      const send = await submit(visit, wrong.path, { code: recoveryCodes.pop()! })
      expect(resultOf(await send()).path).toBe('/')
      expect(await (await visit('/')).text()).toContain(ROOT.email)
      // The same form once more, such as from the browser's history.
      const again = resultOf(await send())
      expect(again.code).toBe('mfa_challenge_expired')
      expect(await (await visit(again.path)).text()).toContain('name="password"')
    })

    it('can start over with another account', async () => {
      const { visit, path } = await firstStep()
      const html = await (await visit(path)).text()
      await visit(path, formDataOf(html.slice(html.lastIndexOf('<form')), {})!)
      expect(await (await visit('/sign-in')).text()).toContain('name="password"')
    })
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
