import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '@/tests/kit/make-user'
import { fillPageForm } from '@/tests/kit/page-form'
import { rawRequest } from '@/tests/kit/raw-request'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

const ADMIN = { email: 'root@example.org', password: PASSWORD }
const WARNING = /"level":"warn".*APP_ENV=production, APP_BASE_URL, and TRUST_PROXY_HOPS/g
const PROXIES: [string, string][] = [
  ['X-Forwarded-For', '203.0.113.9'],
  ['X-Forwarded-Host', 'id.example.org'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Real-IP', '203.0.113.9'],
  ['Forwarded', 'for=203.0.113.9;proto=https'],
  ['Via', '1.1 proxy.example.org'],
]

describe('local mode behind a proxy', () => {
  let service: ServiceProcess
  let setupPath: string
  beforeAll(async () => {
    // Trusting a proxy for the client address is no reason to show it these pages.
    service = await startService({ env: { TRUST_PROXY_HOPS: '1' } })
    setupPath = await until(
      'the set-up link',
      10_000,
      () => /\/auth\/setup\?token=[\w-]{43}/.exec(service.output())?.[0],
    )
  }, 120_000)
  afterAll(() => service?.stop())

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.url + path, { headers })
  const fill = (path: string, fields: Record<string, string>) =>
    fillPageForm({ page: service.url + path, fields })
  const post = (path: string, body: FormData, headers: Record<string, string> = {}) =>
    fetch(service.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: service.url, ...headers },
      body,
    })

  it('logs no warning before the first proxied request', async () => {
    expect((await ask('/local/outbox')).status).toBe(200)
    expect(service.output()).not.toMatch(WARNING)
  })

  it('makes no one administrator through the proxy, and the link stays valid on this machine', async () => {
    const form = await fill(setupPath, ADMIN)
    for (const [name, value] of PROXIES) {
      expect((await ask(setupPath, { [name]: value })).status).toBe(404)
      const answer = await post(setupPath, form, { [name]: value })
      expect([name, answer.status, answer.headers.getSetCookie()]).toEqual([name, 404, []])
    }
    expect((await ask(setupPath)).status).toBe(200)
    const answer = await post(setupPath, form)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
  })

  it('shows the administrator’s reset link to no one else', async () => {
    const forgot = '/auth/forgot-password'
    await post(forgot, await fill(forgot, { email: ADMIN.email }))
    await until('the mail', 10_000, () => service.output().includes('/auth/reset-password?token='))
    for (const [name, value] of PROXIES) {
      const answer = await ask('/local/outbox', { [name]: value, 'X-Gatehouse-Direct': '1' })
      expect([name, answer.status]).toEqual([name, 404])
      expect(await answer.text()).not.toContain('token=')
    }
    const plain = await rawRequest(service.port, ['GET /local/outbox HTTP/1.0', 'Host: 127.0.0.1'])
    expect([plain.status, plain.body.includes('token=')]).toEqual([404, false])
    const own = await ask('/local/outbox')
    expect([own.status, (await own.text()).includes('/auth/reset-password?token=')]).toEqual([
      200,
      true,
    ])
  })

  it('logs once which settings to use instead', () => {
    expect(service.output().match(WARNING)).toHaveLength(1)
  })
})
