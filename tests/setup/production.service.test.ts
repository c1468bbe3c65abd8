import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tr } from '@/lib/i18n/tr'
import { database, db } from '@/lib/platform/db/database'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { fillPageForm, submitPageForm } from '@/tests/kit/page-form'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { rawRequest } from '@/tests/kit/raw-request'
import {
  type BotCheckStandIn,
  humanToken,
  startBotCheckStandIn,
} from '@/tests/kit/stand-ins/bot-check-stand-in'
import { type SmtpReceiver, startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

const OWN = productionEnvironment('').APP_BASE_URL!
const WITHIN_MS = 10_000
/** An entry forged by the client, then the entry of the one trusted proxy. */
const CHAIN = '198.51.100.66, 203.0.113.9'
const HSTS = 'strict-transport-security'
/** The form field of a solved bot check. */
const human = () => ({ botcheck_token: humanToken({ hostname: new URL(OWN).hostname }) })
const STACK_TRACE = /\n\s+at |node:internal|node_modules|\.m?[jt]sx?:\d+/

describeOnServer('production behind a TLS-terminating proxy', () => {
  let service: ServiceProcess
  let mails: SmtpReceiver
  let botCheck: BotCheckStandIn
  useSettings()
  useTestDatabase()
  beforeAll(async () => {
    ;[mails, botCheck] = await Promise.all([startSmtpReceiver(), startBotCheckStandIn()])
    const { MAIL_DRIVER: _, ...env } = productionEnvironment(
      database().pool.options.connectionString!,
    )
    const mail = { SMTP_URL: mails.url, MAIL_FROM: 'G <id@gatehouse.test>' }
    const counted = { METRICS_TOKEN: 'the-metrics-token-of-production-0123456789' }
    service = await startService({ env: { ...env, ...mail, ...botCheck.env, ...counted } })
  }, 120_000)
  afterAll(async () => {
    await service?.stop()
    await mails?.close()
    await botCheck?.close()
  })

  /** The headers of a proxied request: the proxy connects over http, with an internal host name. */
  const viaProxy = (headers: Record<string, string> = {}) => ({
    'x-forwarded-for': CHAIN,
    'x-forwarded-proto': 'https',
    origin: OWN,
    ...headers,
  })
  const ask = (path: string, by: { headers?: Record<string, string> } = {}) =>
    fetch(service.url + path, { redirect: 'manual', headers: viaProxy(by.headers) })
  const submit = (path: string, fields: Record<string, string>, headers?: Record<string, string>) =>
    submitPageForm({ page: service.url + path, fields, headers: viaProxy(headers) })
  const signIn = async (headers: Record<string, string> = {}) => {
    const { email } = await makeUser()
    return submit('/auth/login', { email, password: PASSWORD, ...human() }, headers)
  }

  it('is live and ready, and prints one plain line: the link that creates the first administrator', async () => {
    expect((await ask('/healthz')).status).toBe(200)
    expect((await ask('/readyz')).status).toBe(200)
    const lines = service.output().trim().split('\n')
    const plain = lines.filter((line) => !line.startsWith('{'))
    expect(plain).toEqual([expect.stringContaining(`: ${OWN}/auth/setup?token=`)])
    const { pathname, search } = new URL(plain[0]!.slice(plain[0]!.indexOf('https:')))
    const page = service.url + pathname + search
    const fields = { email: 'root@gatehouse.test', password: PASSWORD }
    const body = await fillPageForm({ page, fields, headers: viaProxy() })
    const post = () =>
      fetch(page, { method: 'POST', redirect: 'manual', headers: viaProxy(), body })
    const answer = await post()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
    const again = await post()
    expect([again.status, again.headers.getSetCookie()]).toEqual([400, []])
  })

  it('prints nothing but lines of the log while it serves pages, and no warning of Node', async () => {
    const before = service.output().length
    for (const path of ['/auth/login', '/auth/register', '/docs', '/nothing-here'])
      await (await ask(path)).text()
    await signIn()
    const printed = await until('the sign-in is logged', WITHIN_MS, () => {
      const output = service.output().slice(before)
      return output.includes('"path":"/auth/login"') ? output : null
    })
    for (const line of printed.trim().split('\n'))
      expect(() => JSON.parse(line), line).not.toThrow()
  })

  it('has no local outbox page', async () => {
    const answer = await ask('/local/outbox')
    expect([answer.status, (await answer.text()).includes('/auth/setup?token=')]).toEqual([
      404,
      false,
    ])
  })

  it('stores nothing on disk: no data folder, no generated secrets', () => {
    expect(existsSync(join(service.folder, '.data'))).toBe(false)
  })

  it.each([
    '/auth/login',
    '/nothing-here',
    '/dashboard',
    '/healthz',
    '/api/v1/me',
    '/api/v1/nothing',
  ])('sends Strict-Transport-Security with every answer: %s', async (path) => {
    expect((await ask(path)).headers.get(HSTS)).toBe('max-age=31536000; includeSubDomains')
  })

  it('sets every cookie for this host only and https only, whatever protocol the request claims', async () => {
    const answer = await signIn({ 'x-forwarded-proto': 'http' })
    expect(answer.status).toBe(303)
    const cookies = answer.headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=', 1)[0]).sort()).toEqual([
      '__Host-access',
      '__Host-device',
      // Deleted: signing out of this session must not lead to another one.
      '__Host-impersonator',
      '__Host-refresh',
    ])
    for (const cookie of cookies) {
      expect(cookie.split('; ')).toEqual(
        expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']),
      )
      expect(cookie).not.toMatch(/domain=/i)
    }
  })

  it('reads a session only from prefixed cookies, because a subdomain can set the plain names', async () => {
    const cookies = (await signIn()).headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0]!)
    expect((await ask('/dashboard', { headers: { cookie: cookies.join('; ') } })).status).toBe(200)
    const planted = cookies.map((cookie) => cookie.replace('__Host-', '')).join('; ')
    const answer = await ask('/dashboard', { headers: { cookie: planted } })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth/login'])
  })

  it('uses the client address from its one proxy, not from the client', async () => {
    const api = await ApiClient.of(service.url)
    const { email } = await makeUser()
    const proxied = {
      'x-forwarded-for': CHAIN,
      'x-real-ip': '198.51.100.67',
      forwarded: 'for=198.51.100.68',
    }
    const { body } = await api.post(
      '/auth/login',
      { email, password: PASSWORD, ...human() },
      proxied,
    )
    const sessions = await api.get('/me/sessions', bearer(String(body.access_token)))
    expect(sessions.body.data).toEqual([expect.objectContaining({ ip: '203.0.113.9' })])
  })

  it('accepts any host name, as health checks by address need, and builds nothing from it', async () => {
    for (const host of ['gatehouse.test', '10.1.2.3:3000', 'evil.test']) {
      const lines = [`GET /dashboard HTTP/1.1`, `Host: ${host}`, 'X-Forwarded-Host: evil.test']
      const { status, headers } = await rawRequest(service.port, lines)
      expect([status, headers.location]).toEqual([303, '/auth/login'])
    }
  })

  it('accepts forms from its own external origin only', async () => {
    const inner = await signIn({ origin: service.url })
    expect([inner.status, inner.headers.getSetCookie()]).toEqual([403, []])
    expect((await signIn({ origin: 'http://gatehouse.test' })).status).toBe(403)
  })

  it('requires the bot check for every password attempt, and sends the client address to its provider', async () => {
    const api = await ApiClient.of(service.url)
    const asked = { email: (await makeUser()).email, password: PASSWORD }
    const elsewhere = humanToken({ hostname: 'evil.test' })
    for (const botcheck_token of [undefined, 'made up', elsewhere]) {
      const { status, body } = await api.post('/auth/login', { ...asked, botcheck_token })
      expect([status, body.code]).toEqual([400, 'botcheck_failed'])
    }
    const { botcheck_token } = human()
    const proxied = { 'x-forwarded-for': CHAIN }
    expect((await api.post('/auth/login', { ...asked, botcheck_token }, proxied)).status).toBe(200)
    const form = botCheck.asked.find((one) => one.get('response') === botcheck_token)
    expect(form?.get('remoteip')).toBe('203.0.113.9')
    expect(service.output()).not.toContain(botCheck.secret)
    expect(service.output()).not.toContain(botcheck_token)
  })

  it('emails links to the external address, and shows them to no one else', async () => {
    const email = 'ada@gatehouse.test'
    const api = await ApiClient.of(service.url)
    await api.post('/auth/register', { email, password: PASSWORD, ...human() })
    const mail = await until('the mail', WITHIN_MS, () =>
      mails.mails.find(({ envelope }) => envelope.to.includes(email)),
    )
    const link = new RegExp(`${OWN}/auth/verify-email\\?token=([\\w-]{43})`).exec(
      mail.message.text ?? '',
    )
    expect(link).not.toBeNull()
    expect(service.output()).not.toContain(link![1])
    expect((await api.post('/auth/verify-email', { token: link![1] })).status).toBe(200)
  })

  it('shows a failed page readable without scripts, in its language', async () => {
    const cookies = (await signIn()).headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0]!)
    const headers = { cookie: [...cookies, 'locale=tr'].join('; ') }
    expect((await ask('/dashboard/account', { headers })).status).toBe(200)
    await db().$executeRaw`ALTER TABLE users RENAME COLUMN name TO name_gone`
    const answer = await ask('/dashboard/account', { headers })
    await db().$executeRaw`ALTER TABLE users RENAME COLUMN name_gone TO name`
    const text = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      500,
      'text/html; charset=utf-8',
    ])
    expect(text).toContain(tr.problems.internal_error.title)
    expect(text).toContain(answer.headers.get('x-request-id'))
    expect(text).not.toMatch(/name_gone|does not exist|prisma/i)
  })

  it('never reveals which file an address was rewritten to', async () => {
    const answer = await ask('/nothing-here')
    expect([answer.status, answer.headers.get('x-middleware-rewrite')]).toEqual([404, null])
  })

  it('has nothing of the development server', async () => {
    for (const path of [
      '/_next/webpack-hmr',
      '/__nextjs_original-stack-frames',
      '/_next/image?url=%2Ficon.svg',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
    const { status } = await rawRequest(service.port, [
      'GET /_next/webpack-hmr HTTP/1.1',
      'Host: gatehouse.test',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ...upgrade,
    ])
    expect(status).toBe(404)
  })

  it('answers broken or hostile requests without a stack trace or a component name', async () => {
    const json = { 'content-type': 'application/json' }
    const answers = [
      await fetch(`${service.url}/api/v1/auth/login`, {
        method: 'POST',
        headers: json,
        body: '{"email":',
      }),
      await fetch(`${service.url}/api/v1/auth/refresh`, {
        method: 'POST',
        headers: json,
        body: '[]',
      }),
      await fetch(`${service.url}/auth/login`, {
        method: 'POST',
        headers: viaProxy({ 'content-type': 'multipart/form-data' }),
        body: 'email=x',
      }),
      await ask('/nothing-here'),
      await ask('/_next/static/nothing.js'),
      await ask('/%C0%AE', {}),
    ]
    for (const answer of answers) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.headers.get('x-powered-by')).toBeNull()
      expect(await answer.text()).not.toMatch(STACK_TRACE)
    }
  })
})

describe('local mode', () => {
  let service: ServiceProcess
  beforeAll(async () => {
    service = await startService()
  }, 120_000)
  afterAll(() => service?.stop())

  it('never sends Strict-Transport-Security, which would block every other local service', async () => {
    for (const path of ['/auth/login', '/healthz', '/api/v1/me'])
      expect((await fetch(service.url + path)).headers.get(HSTS)).toBeNull()
  })
})
