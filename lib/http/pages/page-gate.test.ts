import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { evaluatePageRequest, type SessionPort } from '@/lib/http/pages/page-gate'
import type { IssuedSession } from '@/lib/identity/sessions/issue-tokens'
import { type ProblemCode, refuse, RefusedError } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { catalogSettings } from '@/lib/testing/catalog-settings'
import { productionEnvironment } from '@/lib/testing/production-environment'

const principal: Principal = {
  userId: 'u',
  sessionId: 's',
  generation: 1,
  authTime: new Date(0),
  roles: ['user'],
  permissions: new Set(),
}
const session = { accessToken: 'fresh' } as IssuedSession
const OWN = { origin: 'http://localhost:3000' }

beforeAll(() => void loadSettings({ PORT: '3000' }))

/** A session layer: what the access cookie is worth, and what the refresh cookie brings. */
function keepersWith(by: {
  access: 'live' | ProblemCode
  renew?: 'renewed' | ProblemCode
  allowed?: boolean
}) {
  return {
    whoIs: vi.fn<SessionPort['whoIs']>(async (cookie) =>
      by.access === 'live' || cookie === 'fresh' ? { ok: true, principal } : refuse(by.access),
    ),
    renew: vi.fn<SessionPort['renew']>(async () =>
      by.renew === 'renewed' ? { ok: true, session } : refuse(by.renew ?? 'token_missing'),
    ),
    cookieHeaderWith: () => 'fresh',
    requirePermission: vi.fn<SessionPort['requirePermission']>((_, permission) =>
      by.allowed
        ? null
        : Promise.resolve(refuse('insufficient_permission', { requiredPermission: permission })),
    ),
  } satisfies SessionPort
}

const judge = (
  keepers: SessionPort,
  path: string,
  by: { method?: string; headers?: Record<string, string> } = {},
) =>
  evaluatePageRequest(
    { path, method: by.method ?? 'GET', headers: new Headers({ cookie: 'old', ...by.headers }) },
    keepers,
  )

describe('a path', () => {
  it.each([
    '/dashboard/unlisted',
    '/DASHBOARD',
    '/dashboard/',
    '//dashboard',
    '/%64ashboard',
    '/auth',
    '/nothing',
  ])('in no table does not exist, for anybody: %s', async (path) => {
    expect(await judge(keepersWith({ access: 'live', allowed: true }), path)).toEqual({
      kind: 'nothing',
    })
  })

  it.each(['/auth/login/action', '/dashboard/account/action', '/forbidden', '/_nothing'])(
    'that only the gate leads to does not exist from outside: %s',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        expect(
          await judge(keepersWith({ access: 'live' }), path, { method, headers: OWN }),
        ).toEqual({
          kind: 'nothing',
        })
      }
    },
  )
})

describe('a method', () => {
  it.each(['OPTIONS', 'PUT', 'DELETE', 'PURGE', 'TRACE'])(
    'that pages do not know is refused: %s',
    async (method) => {
      const verdict = await judge(keepersWith({ access: 'live' }), '/dashboard', { method })
      expect(verdict).toMatchObject({
        refusal: { code: 'method_not_allowed' },
        allow: 'GET, HEAD, POST',
      })
    },
  )

  it('POST is for pages: the frame around each has forms', async () => {
    const keepers = keepersWith({ access: 'live' })
    const post = { method: 'POST', headers: OWN }
    expect(await judge(keepers, '/dashboard/users/export', post)).toMatchObject({
      allow: 'GET, HEAD',
    })
    expect(await judge(keepers, '/docs', post)).toMatchObject({ kind: 'act' })
    expect(await judge(keepers, '/auth/renew')).toMatchObject({ allow: 'POST' })
    expect(await judge(keepers, '/auth/login', { method: 'POST', headers: OWN })).toMatchObject({
      kind: 'act',
    })
    expect(await judge(keepers, '/auth/renew', { method: 'POST', headers: OWN })).toMatchObject({
      kind: 'endpoint',
    })
  })
})

describe('what local mode shows to this machine alone', () => {
  it.each(['/local/outbox', '/auth/setup'])(
    'does not exist for a request through a proxy: %s',
    async (path) => {
      const keepers = keepersWith({ access: 'live' })
      expect(await judge(keepers, path)).toEqual({ kind: 'nothing' })
      expect(await judge(keepers, path, { method: 'POST', headers: OWN })).toEqual({
        kind: 'nothing',
      })
      expect(await judge(keepers, path, { headers: { 'x-gatehouse-direct': '1' } })).toMatchObject({
        kind: 'view',
      })
    },
  )

  it('is for everybody in production, whose set-up link goes through a proxy', async () => {
    loadSettings(productionEnvironment('postgresql://x/y'))
    const verdict = await judge(keepersWith({ access: 'live' }), '/auth/setup')
    loadSettings({ PORT: '3000' })
    expect(verdict).toMatchObject({ kind: 'view' })
  })
})

describe('an address that leads elsewhere', () => {
  const path = '/auth/oauth/google'

  it('takes GET alone, also from another site: a provider sends the browser back to it', async () => {
    const keepers = keepersWith({ access: 'live' })
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect(await judge(keepers, path, { headers })).toMatchObject({
      kind: 'endpoint',
      session: null,
    })
    for (const method of ['HEAD', 'POST', 'OPTIONS'])
      expect(await judge(keepers, path, { method, headers: OWN })).toMatchObject({
        refusal: { code: 'method_not_allowed' },
        allow: 'GET',
      })
    expect(keepers.whoIs).not.toHaveBeenCalled()
  })

  it.each([
    { 'next-router-prefetch': '1' },
    { rsc: '1' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ])('begins nothing for who only fetches ahead: %j', async (headers) => {
    const verdict = await judge(keepersWith({ access: 'live' }), path, {
      headers: headers as unknown as Record<string, string>,
    })
    expect(verdict).toMatchObject({ kind: 'refused', refusal: { code: 'bad_request' } })
  })
})

describe('the post of a provider that answers by a form', () => {
  const post = {
    method: 'POST',
    headers: { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' },
  }
  const keepers = () => keepersWith({ access: 'live' })
  beforeAll(
    () =>
      void loadSettings({
        PORT: '3000',
        ...catalogSettings('apple'),
        ...catalogSettings('google'),
      }),
  )
  afterAll(() => void loadSettings({ PORT: '3000' }))

  it('comes in from any site, at the callback of that provider', async () => {
    for (const headers of [post.headers, { origin: 'null' }, {}] as Record<string, string>[])
      expect(
        await judge(keepers(), '/auth/oauth/apple/callback', { method: 'POST', headers }),
      ).toMatchObject({
        kind: 'endpoint',
      })
    expect(await judge(keepers(), '/auth/oauth/apple/callback')).toMatchObject({ kind: 'endpoint' })
  })

  it.each([
    '/auth/oauth/google/callback',
    '/auth/oauth/slack/callback',
    '/auth/oauth/__proto__/callback',
  ])('is not taken at the callback of another: %s', async (path) => {
    expect(await judge(keepers(), path, post)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'method_not_allowed' },
      allow: 'GET',
    })
  })

  it.each([
    '/auth/oauth/apple',
    '/auth/oauth/apple/link',
    '/auth/login',
    '/auth/renew',
    '/dashboard/account',
  ])('opens nothing else: %s', async (path) =>
    expect(await judge(keepers(), path, post)).toMatchObject({ kind: 'refused' }),
  )

  it('is not taken while that provider is off', async () => {
    loadSettings({ PORT: '3000', ...catalogSettings('google') })
    expect(await judge(keepers(), '/auth/oauth/apple/callback', post)).toMatchObject({
      kind: 'refused',
    })
  })
})

describe('a post from another site', () => {
  it.each(['/auth/login', '/auth/logout', '/auth/renew', '/dashboard/account'])(
    'is refused before anything is renewed: %s',
    async (path) => {
      for (const origin of ['https://evil.example', 'null']) {
        const keepers = keepersWith({ access: 'token_expired', renew: 'renewed' })
        const verdict = await judge(keepers, path, { method: 'POST', headers: { origin } })
        expect(verdict).toMatchObject({ kind: 'refused', refusal: { code: 'origin_not_allowed' } })
        expect(keepers.renew).not.toHaveBeenCalled()
      }
    },
  )
})

describe('a dashboard page', () => {
  it('opens for a live session, with nothing renewed', async () => {
    const keepers = keepersWith({ access: 'live', renew: 'renewed' })
    expect(await judge(keepers, '/dashboard')).toMatchObject({
      kind: 'view',
      cookie: 'old',
      session: null,
    })
    expect(keepers.renew).not.toHaveBeenCalled()
  })

  it.each(['token_expired', 'token_missing', 'invalid_token'] as const)(
    'renews a session whose access token is of no use (%s), in both directions',
    async (access) => {
      const verdict = await judge(keepersWith({ access, renew: 'renewed' }), '/dashboard')
      expect(verdict).toMatchObject({ kind: 'view', cookie: 'fresh', session })
    },
  )

  it('keeps a form post across the renewal', async () => {
    const keepers = keepersWith({ access: 'token_expired', renew: 'renewed' })
    const verdict = await judge(keepers, '/dashboard/account', { method: 'POST', headers: OWN })
    expect(verdict).toMatchObject({ kind: 'act', cookie: 'fresh', session })
  })

  it('does not take the fresh token for one that the browser has presented', async () => {
    const keepers = keepersWith({ access: 'token_expired', renew: 'renewed' })
    await judge(keepers, '/dashboard')
    expect(keepers.whoIs.mock.calls).toEqual([
      ['old', true],
      ['fresh', false],
    ])
  })

  it.each([
    { 'next-router-prefetch': '1' },
    { 'next-router-segment-prefetch': '/_tree' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ])('is never renewed by a prefetch: %j', async (headers) => {
    const keepers = keepersWith({ access: 'token_expired', renew: 'renewed' })
    const verdict = await judge(keepers, '/dashboard', {
      headers: headers as unknown as Record<string, string>,
    })
    expect(verdict).toMatchObject({ kind: 'sign-in' })
    expect(keepers.renew).not.toHaveBeenCalled()
  })

  it('asks to sign in when the session has ended, and does not try to renew it', async () => {
    const keepers = keepersWith({ access: 'session_revoked', renew: 'renewed' })
    expect(await judge(keepers, '/dashboard')).toMatchObject({ kind: 'sign-in' })
    expect(keepers.renew).not.toHaveBeenCalled()
  })

  it.each(['invalid_refresh_token', 'refresh_token_reused'] as const)(
    'asks to sign in when the renewal is refused: %s',
    async (renew) => {
      const verdict = await judge(keepersWith({ access: 'token_expired', renew }), '/dashboard')
      expect(verdict).toMatchObject({ kind: 'sign-in' })
    },
  )

  it('lets a database that is away be told, instead of signing anybody out', async () => {
    const keepers = keepersWith({ access: 'token_expired' })
    keepers.renew.mockRejectedValue(new RefusedError(refuse('unavailable')))
    await expect(judge(keepers, '/dashboard')).rejects.toThrow('unavailable')
  })
})

describe('a page that needs a permission', () => {
  const path = '/dashboard/rbac/permissions'

  it('asks to sign in first, so that nobody learns which pages there are', async () => {
    expect(await judge(keepersWith({ access: 'token_missing' }), path)).toMatchObject({
      kind: 'sign-in',
    })
  })

  it('is forbidden without it, by its name', async () => {
    const verdict = await judge(keepersWith({ access: 'live' }), path)
    expect(verdict).toMatchObject({ kind: 'forbidden', permission: 'rbac:manage' })
  })

  it('opens with it', async () => {
    const keepers = keepersWith({ access: 'live', allowed: true })
    expect(await judge(keepers, path)).toMatchObject({ kind: 'view' })
    expect(keepers.requirePermission).toHaveBeenCalledWith(principal, 'rbac:manage')
  })
})

it('a public page opens without a look at the session', async () => {
  const keepers = keepersWith({ access: 'token_expired', renew: 'renewed' })
  expect(await judge(keepers, '/auth/login')).toMatchObject({ kind: 'view', session: null })
  expect(keepers.whoIs).not.toHaveBeenCalled()
})

describe('a public page that has more for people who are signed in', () => {
  it('renews their session on the way; strangers, and other public pages, are shown as they come', async () => {
    const expired = { access: 'token_expired', renew: 'renewed' } as const
    const renewed = await judge(keepersWith(expired), '/contact')
    expect(renewed).toMatchObject({ kind: 'view', cookie: 'fresh', session })
    const posted = await judge(keepersWith(expired), '/contact', { method: 'POST', headers: OWN })
    expect(posted).toMatchObject({ kind: 'act', cookie: 'fresh', session })
    const stranger = await judge(keepersWith({ access: 'token_missing' }), '/contact')
    expect(stranger).toMatchObject({ kind: 'view', cookie: 'old', session: null })
    const elsewhere = keepersWith(expired)
    expect(await judge(elsewhere, '/auth/login')).toMatchObject({
      kind: 'view',
      cookie: 'old',
      session: null,
    })
    expect(elsewhere.renew).not.toHaveBeenCalled()
  })
})
