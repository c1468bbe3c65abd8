import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { answerWebRequest } from '@/lib/web/answer-web-request'
import { noticeSetCookie } from '@/lib/web/form-outcome'

beforeAll(() => void loadSettings({ PORT: '3000' }))

const OWN = { origin: 'http://localhost:3000' }

/** A notice cookie, as a browser sends it. */
const noticeCookie = () => noticeSetCookie({ notice: 'signed_out' }).split(';', 1)[0]!

const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  answerWebRequest(new Request(`http://localhost:3000${path}`, init))

/** A header of the request that the page receives (Next's protocol for middleware responses). */
const seenByPage = (answer: Response, name: string) =>
  answer.headers.get(`x-middleware-request-${name}`)

describe('a page view', () => {
  it('has a CSP with a new nonce each time, which the page knows', async () => {
    const answers = [await ask('/auth/login'), await ask('/auth/login')]
    const nonces = answers.map((answer) => seenByPage(answer, 'x-gatehouse-nonce'))
    answers.forEach((answer, n) => {
      expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonces[n]}'`)
      expect(seenByPage(answer, 'content-security-policy')).toContain(`'nonce-${nonces[n]}'`)
    })
    expect(nonces[0]).not.toBe(nonces[1])
    expect(Buffer.from(nonces[0] ?? '', 'base64')).toHaveLength(16)
  })

  it('receives its own address, not one forged by a client', async () => {
    const headers = {
      'x-gatehouse-page': '/dashboard',
      'x-gatehouse-notice': 'forged',
      'x-gatehouse-remote-address': '10.1.1.1',
      'x-gatehouse-frame-action': '1',
    }
    const answer = await ask('/auth/login?next=%2Fx&_rsc=abc', { headers })
    expect(seenByPage(answer, 'x-gatehouse-page')).toBe('/auth/login?next=%2Fx')
    expect(seenByPage(answer, 'x-gatehouse-notice')).toBeNull()
    // Set by the gateway, which has removed any inbound ones.
    expect(seenByPage(answer, 'x-gatehouse-remote-address')).toBe('10.1.1.1')
    expect(seenByPage(answer, 'x-gatehouse-frame-action')).toBe('1')
  })

  it('shows a notice once and deletes it from the browser', async () => {
    const cookie = noticeCookie()
    const answer = await ask('/auth/login', { headers: { cookie } })
    expect(`notice=${seenByPage(answer, 'x-gatehouse-notice')}`).toBe(cookie)
    expect(answer.headers.getSetCookie()).toEqual([
      'notice=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ])
  })

  it.each([
    ['a prefetch', {}, { 'next-router-prefetch': '1' }],
    ['a HEAD request', { method: 'HEAD' }, {}],
  ])('keeps the notice for the next real page view: %s', async (_, init, headers) => {
    const cookie = noticeCookie()
    const answer = await ask('/auth/login', {
      ...init,
      headers: { ...(headers as Record<string, string>), cookie },
    })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('leaks no Referer from an address with a secret', async () => {
    const answer = await ask('/auth/reset-password?token=x')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  })
})

describe('a page with a bot check', () => {
  const keys = { SEC_BOTCHECK_SITE_KEY: 'site', SEC_BOTCHECK_SECRET_KEY: 'secret' }
  const withKeys = (extra: Record<string, string> = {}) =>
    loadSettings({ PORT: '3000', ...keys, ...extra })
  const policyOf = async (path: string) => (await ask(path)).headers.get('content-security-policy')
  afterEach(() => void loadSettings({ PORT: '3000' }))

  it('allows what the widget needs, and no other page does', async () => {
    withKeys()
    for (const path of [
      '/auth/login',
      '/auth/register',
      '/auth/forgot-password',
      '/auth/resend-verification',
    ])
      expect(await policyOf(path)).toContain('; frame-src https://challenges.cloudflare.com;')
    for (const path of ['/auth/check-mail', '/auth/reset-password', '/docs', '/nothing'])
      expect(await policyOf(path)).not.toContain('cloudflare')
  })

  it('allows no frames without keys', async () => {
    expect(await policyOf('/auth/login')).not.toContain('frame-src')
  })

  it('allows hCaptcha when it is the provider', async () => {
    withKeys({ SEC_BOTCHECK_VERIFY_URL: 'https://api.hcaptcha.com/siteverify' })
    const policy = await policyOf('/auth/login')
    for (const directive of ['frame-src', "connect-src 'self'"])
      expect(policy).toContain(`${directive} https://hcaptcha.com https://*.hcaptcha.com`)
    expect(policy).not.toContain('cloudflare')
  })

  it('is loaded in full, so that its own CSP applies', async () => {
    withKeys()
    const answer = await ask('/auth/login', { headers: { rsc: '1' } })
    expect([answer.status, answer.headers.get('x-middleware-next')]).toEqual([204, null])
    expect((await ask('/docs', { headers: { rsc: '1' } })).headers.get('x-middleware-next')).toBe(
      '1',
    )
  })
})

describe('a form post', () => {
  it('reaches the page with its address and content type unchanged', async () => {
    const type = 'multipart/form-data; boundary=x'
    const init = { method: 'POST', body: '--x--', headers: { ...OWN, 'content-type': type } }
    const answer = await ask('/auth/login?next=%2Fdashboard', init)
    expect(answer.headers.get('x-middleware-next')).toBe('1')
    expect(seenByPage(answer, 'x-gatehouse-page')).toBe('/auth/login?next=%2Fdashboard')
    expect(seenByPage(answer, 'content-type')).toBe(type)
  })

  it('from another site is refused with an error page and not passed on', async () => {
    const answer = await ask('/auth/login', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('x-middleware-rewrite')).toBeNull()
    expect(await answer.text()).toContain('<h1>Origin not allowed</h1>')
  })
})

describe('a signed-out visitor of the dashboard', () => {
  it('is redirected to sign in and back again', async () => {
    const answer = await ask('/dashboard/account?tab=1')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(
      'http://localhost:3000/auth/login?next=%2Fdashboard%2Faccount%3Ftab%3D1',
    )
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  it('keeps invalid cookies, because another tab may have set valid ones', async () => {
    const answer = await ask('/dashboard', { headers: { cookie: 'access=x; refresh=y' } })
    expect(answer.status).toBe(303)
    const names = answer.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])
    expect(names).toEqual(['notice'])
  })

  it('gets a problem document for scripts, with the sign-in address', async () => {
    const answer = await ask('/dashboard/account', {
      method: 'POST',
      headers: { ...OWN, accept: 'application/json' },
    })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({
      code: 'token_missing',
      redirect: '/auth/login?next=%2Fdashboard%2Faccount',
    })
  })

  it.each([{ rsc: '1' }, { rsc: '1', 'next-router-prefetch': '1' }, { 'sec-purpose': 'prefetch' }])(
    'gets an empty response that a router cannot cache: %j',
    async (headers) => {
      const answer = await ask('/dashboard', {
        headers: headers as unknown as Record<string, string>,
      })
      expect([answer.status, await answer.text()]).toEqual([401, ''])
    },
  )
})

describe('an address that does not exist', () => {
  it('shows the not-found page for a view and refuses a post', async () => {
    const view = await ask('/dashboard/secret')
    expect(view.headers.get('x-middleware-rewrite')).toBe('http://localhost:3000/_nothing')
    const post = await ask('/auth/login/action', { method: 'POST', headers: OWN })
    expect(post.status).toBe(404)
    expect(post.headers.get('x-middleware-rewrite')).toBeNull()
  })

  it('does not reflect its path in the markup', async () => {
    const answer = await ask('/"><script>x</script>', { method: 'POST', headers: OWN })
    expect(await answer.text()).not.toContain('<script>')
  })
})
