import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { loadSettings } from '@/lib/config/settings'
import { RefusedError, refuse } from '@/lib/platform/problems'
import type { IssuedSession } from '@/lib/sessions/issued-session'
import { defineAction, type ActionDefinition } from '@/lib/web/define-action'
import { decodeFlash } from '@/lib/web/flash'

beforeAll(() => void loadSettings({ PORT: '3000' }))

const session = {
  accessToken: 'aaa',
  refreshToken: 'rrr',
  deviceToken: 'ddd',
  refreshExpiresInSeconds: 600,
} as IssuedSession

const body = z.object({ email: z.email({ error: 'invalid_email' }), password: z.string() })
type Definition = ActionDefinition<typeof body, { session: IssuedSession }, 'public'>
const run = vi.fn<Definition['run']>()
beforeEach(() => void run.mockReset().mockResolvedValue({ ok: true, session }))

const action = defineAction({
  access: 'public',
  body,
  keep: ['email'],
  run,
  done: (value, { query }) => ({ redirect: query.get('next') ?? '/dashboard', session: value.session }),
} satisfies Definition)

const FIELDS = { email: 'a@example.com', password: 'secret-in-form' }
const JSON_TOO = { accept: 'application/json' }

function post(fields: Record<string, string>, headers: Record<string, string> = {}, handler = action) {
  return handler(
    new Request('http://localhost:3000/auth/login', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: {
        origin: 'http://localhost:3000',
        'x-request-id': 'r-1',
        'x-gatehouse-page': '/auth/login?next=%2Fdashboard%2Faccount',
        ...headers,
      },
    }),
  )
}

const flashOf = (response: Response) =>
  decodeFlash(
    response.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('flash='))
      ?.slice(6)
      .split(';')[0],
  )

describe('an action that goes well', () => {
  it('redirects a form and sets the cookies of its session', async () => {
    const response = await post(FIELDS)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/dashboard/account')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const names = response.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])
    expect(names).toEqual(['access', 'refresh', 'device'])
  })

  it('tells a script where to go, and never a token', async () => {
    const response = await post(FIELDS, JSON_TOO)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('{"redirect":"/dashboard/account"}')
  })
})

describe('an action that is refused', () => {
  it('brings the form back with faults and typed values, but never the password', async () => {
    const response = await post({ ...FIELDS, email: 'nobody' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/auth/login?next=%2Fdashboard%2Faccount')
    const flash = flashOf(response)
    expect(flash).toMatchObject({ code: 'validation_failed', values: { email: 'nobody' } })
    expect(flash?.errors).toMatchObject([{ pointer: '/email', code: 'invalid_email' }])
    expect(JSON.stringify(flash)).not.toContain('secret-in-form')
    expect(run).not.toHaveBeenCalled()
  })

  it('answers scripts with the problem and its own status', async () => {
    run.mockResolvedValue(refuse('account_locked', { retryAfterSeconds: 30 }))
    const response = await post(FIELDS, JSON_TOO)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('30')
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({
      code: 'account_locked',
      retry_after: 30,
      request_id: 'r-1',
    })
  })

  it('says 503 to forms and scripts when something it needs is away', async () => {
    run.mockRejectedValue(new RefusedError(refuse('unavailable', { retryAfterSeconds: 1 })))
    for (const headers of [{}, JSON_TOO]) {
      const response = await post(FIELDS, headers)
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('1')
      expect(await response.text()).not.toContain('secret-in-form')
    }
  })

  it('keeps what was typed, but no password, for the way back from a page of its own', async () => {
    run.mockRejectedValue(new RefusedError(refuse('overloaded')))
    expect(flashOf(await post(FIELDS))).toEqual({ values: { email: FIELDS.email } })
    expect(flashOf(await post(FIELDS, JSON_TOO))).toBeNull()
  })

  it('tells nothing of an unforeseen error but the request id', async () => {
    run.mockRejectedValue(new Error('column "x" of secret-in-form'))
    const response = await post(FIELDS)
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).toContain('r-1')
    expect(text).not.toMatch(/column|secret-in-form/)
  })

  it('sends somebody whose session has ended to sign in and back', async () => {
    run.mockResolvedValue(refuse('session_revoked'))
    const form = await post(FIELDS, { 'x-gatehouse-page': '/dashboard/account' })
    expect(form.headers.get('location')).toBe('/auth/login?next=%2Fdashboard%2Faccount')
    expect(flashOf(form)).toEqual({ notice: 'session_ended' })
    const script = await post(FIELDS, { ...JSON_TOO, 'x-gatehouse-page': '/dashboard/account' })
    expect(script.status).toBe(401)
    expect(await script.json()).toMatchObject({ redirect: '/auth/login?next=%2Fdashboard%2Faccount' })
    expect(flashOf(script)).toEqual({ notice: 'session_ended' })
  })
})

describe('a post that is not from a form of the page', () => {
  it.each([
    ['another site', { origin: 'https://evil.example' }, 403],
    ['around the middleware', { 'x-gatehouse-page': '' }, 400],
    ['as plain text', { 'content-type': 'text/plain' }, 415],
  ])('runs nothing: %s', async (_, headers, status) => {
    expect((await post(FIELDS, headers as Record<string, string>)).status).toBe(status)
    expect(run).not.toHaveBeenCalled()
  })
})

it('an action for the signed-in needs a session', async () => {
  const inner = vi.fn(async () => ({ ok: true as const }))
  const guarded = defineAction({
    access: { permission: 'rbac:manage' },
    body: z.object({}),
    run: inner,
    done: () => ({ redirect: '/dashboard' }),
  })
  const response = await post({}, { ...JSON_TOO, cookie: 'access=not.a.token' }, guarded)
  expect(response.status).toBe(401)
  expect(inner).not.toHaveBeenCalled()
})

it('signing out clears the session, keeps the device and empties the browser', async () => {
  const leave = defineAction({
    access: 'public',
    body: z.object({}),
    run: async () => ({ ok: true }),
    done: () => ({ redirect: '/auth/login', session: 'clear', flash: { notice: 'signed_out' } }),
  })
  const response = await post({}, {}, leave)
  expect(response.headers.get('clear-site-data')).toBe('"cache", "storage"')
  const cookies = response.headers.getSetCookie()
  expect(
    cookies.filter((cookie) => cookie.includes('Max-Age=0')).map((cookie) => cookie.split('=', 1)[0]),
  ).toEqual(['access', 'refresh'])
  expect(cookies.some((cookie) => cookie.startsWith('device='))).toBe(false)
  expect(flashOf(response)).toEqual({ notice: 'signed_out' })
})

describe('a form whose file is too large', () => {
  const upload = defineAction({
    access: 'public',
    body: z.object({}),
    fileField: 'file',
    run: vi.fn(),
    done: () => ({ redirect: '/' }),
  })

  it('comes back, and says so at the file, whether the front threw it away or it was counted here', async () => {
    for (const [fields, headers] of [
      [{}, { 'x-gatehouse-body-too-long': '1' }],
      [{ file: 'x'.repeat(100_001) }, {}],
    ] as const) {
      const response = await post(fields, headers, upload)
      expect(response.status).toBe(303)
      expect(flashOf(response)).toMatchObject({ errors: [{ pointer: '/file', code: 'file_too_large' }] })
      expect((await post(fields, { ...headers, ...JSON_TOO }, upload)).status).toBe(422)
    }
  })

  it('where none is asked for is refused as a whole', async () => {
    expect((await post({}, { 'x-gatehouse-body-too-long': '1' })).status).toBe(413)
  })
})
