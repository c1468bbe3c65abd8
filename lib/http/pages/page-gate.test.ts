import { beforeAll, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { refuse, RefusedError } from '@/lib/platform/problems'
import { evaluate, OWN, principal, session, sessionsWith } from '@/tests/kit/page-gate-stage'
import { productionEnvironment } from '@/tests/kit/production-environment'

beforeAll(() => void loadSettings({ PORT: '3000' }))

describe('a path', () => {
  it.each([
    '/dashboard/unlisted',
    '/DASHBOARD',
    '/dashboard/',
    '//dashboard',
    '/%64ashboard',
    '/auth',
    '/nothing',
  ])('that is not in the page table does not exist, even for administrators: %s', async (path) => {
    expect(await evaluate(sessionsWith({ access: 'live', allowed: true }), path)).toEqual({
      kind: 'nothing',
    })
  })

  it.each([
    '/auth/login/action',
    '/dashboard/account/action',
    '/forbidden',
    '/no-provider',
    '/_nothing',
  ])('that only the gate rewrites to does not exist from outside: %s', async (path) => {
    for (const method of ['GET', 'POST']) {
      expect(
        await evaluate(sessionsWith({ access: 'live' }), path, { method, headers: OWN }),
      ).toEqual({
        kind: 'nothing',
      })
    }
  })
})

describe('a method', () => {
  it.each(['OPTIONS', 'PUT', 'DELETE', 'PURGE', 'TRACE'])(
    'that pages do not support is refused: %s',
    async (method) => {
      const verdict = await evaluate(sessionsWith({ access: 'live' }), '/dashboard', { method })
      expect(verdict).toMatchObject({
        refusal: { code: 'method_not_allowed' },
        allow: 'GET, HEAD, POST',
      })
    },
  )

  it('POST is accepted by pages, whose frame has forms, and by POST endpoints, but not by downloads', async () => {
    const sessions = sessionsWith({ access: 'live' })
    const post = { method: 'POST', headers: OWN }
    expect(await evaluate(sessions, '/dashboard/users/export', post)).toMatchObject({
      allow: 'GET, HEAD',
    })
    expect(await evaluate(sessions, '/docs', post)).toMatchObject({ kind: 'act' })
    expect(await evaluate(sessions, '/auth/renew')).toMatchObject({ allow: 'POST' })
    expect(await evaluate(sessions, '/auth/login', { method: 'POST', headers: OWN })).toMatchObject(
      {
        kind: 'act',
      },
    )
    expect(await evaluate(sessions, '/auth/renew', { method: 'POST', headers: OWN })).toMatchObject(
      {
        kind: 'endpoint',
      },
    )
  })
})

describe('a page for this machine only', () => {
  it.each(['/local/outbox', '/auth/setup'])(
    'does not exist for a request through a proxy in local mode: %s',
    async (path) => {
      const sessions = sessionsWith({ access: 'live' })
      expect(await evaluate(sessions, path)).toEqual({ kind: 'nothing' })
      expect(await evaluate(sessions, path, { method: 'POST', headers: OWN })).toEqual({
        kind: 'nothing',
      })
      expect(
        await evaluate(sessions, path, { headers: { 'x-gatehouse-direct': '1' } }),
      ).toMatchObject({
        kind: 'view',
      })
    },
  )

  it('is public in production, where the setup link is opened through a proxy', async () => {
    loadSettings(productionEnvironment('postgresql://x/y'))
    const verdict = await evaluate(sessionsWith({ access: 'live' }), '/auth/setup')
    loadSettings({ PORT: '3000' })
    expect(verdict).toMatchObject({ kind: 'view' })
  })
})

describe('a post from another site', () => {
  it.each(['/auth/login', '/auth/logout', '/auth/renew', '/dashboard/account'])(
    'is refused before the session is renewed: %s',
    async (path) => {
      for (const origin of ['https://evil.example', 'null']) {
        const sessions = sessionsWith({ access: 'token_expired', renew: 'renewed' })
        const verdict = await evaluate(sessions, path, { method: 'POST', headers: { origin } })
        expect(verdict).toMatchObject({ kind: 'refused', refusal: { code: 'origin_not_allowed' } })
        expect(sessions.renew).not.toHaveBeenCalled()
      }
    },
  )
})

describe('a dashboard page', () => {
  it('opens for a live session without renewing it', async () => {
    const sessions = sessionsWith({ access: 'live', renew: 'renewed' })
    expect(await evaluate(sessions, '/dashboard')).toMatchObject({
      kind: 'view',
      cookie: 'old',
      session: null,
    })
    expect(sessions.renew).not.toHaveBeenCalled()
  })

  it.each(['token_expired', 'token_missing', 'invalid_token'] as const)(
    'renews a session with an unusable access token (%s) and forwards the new cookies',
    async (access) => {
      const verdict = await evaluate(sessionsWith({ access, renew: 'renewed' }), '/dashboard')
      expect(verdict).toMatchObject({ kind: 'view', cookie: 'fresh', session })
    },
  )

  it('keeps a form post when it renews the session', async () => {
    const sessions = sessionsWith({ access: 'token_expired', renew: 'renewed' })
    const verdict = await evaluate(sessions, '/dashboard/account', { method: 'POST', headers: OWN })
    expect(verdict).toMatchObject({ kind: 'act', cookie: 'fresh', session })
  })

  it('does not treat the new token as presented by the browser', async () => {
    const sessions = sessionsWith({ access: 'token_expired', renew: 'renewed' })
    await evaluate(sessions, '/dashboard')
    expect(sessions.whoIs.mock.calls).toEqual([
      ['old', true],
      ['fresh', false],
    ])
  })

  it.each([
    { 'next-router-prefetch': '1' },
    { 'next-router-segment-prefetch': '/_tree' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ])('does not renew the session for a prefetch: %j', async (headers) => {
    const sessions = sessionsWith({ access: 'token_expired', renew: 'renewed' })
    const verdict = await evaluate(sessions, '/dashboard', {
      headers: headers as unknown as Record<string, string>,
    })
    expect(verdict).toMatchObject({ kind: 'sign-in' })
    expect(sessions.renew).not.toHaveBeenCalled()
  })

  it('asks the user to sign in when the session has ended, without trying to renew it', async () => {
    const sessions = sessionsWith({ access: 'session_revoked', renew: 'renewed' })
    expect(await evaluate(sessions, '/dashboard')).toMatchObject({ kind: 'sign-in' })
    expect(sessions.renew).not.toHaveBeenCalled()
  })

  it.each(['invalid_refresh_token', 'refresh_token_reused'] as const)(
    'asks the user to sign in when the renewal is refused: %s',
    async (renew) => {
      const verdict = await evaluate(sessionsWith({ access: 'token_expired', renew }), '/dashboard')
      expect(verdict).toMatchObject({ kind: 'sign-in' })
    },
  )

  it('reports an unavailable database instead of signing the user out', async () => {
    const sessions = sessionsWith({ access: 'token_expired' })
    sessions.renew.mockRejectedValue(new RefusedError(refuse('unavailable')))
    await expect(evaluate(sessions, '/dashboard')).rejects.toThrow('unavailable')
  })
})

describe('a page that needs a permission', () => {
  const path = '/dashboard/rbac/permissions'

  it('asks the user to sign in first, so that page names do not leak', async () => {
    expect(await evaluate(sessionsWith({ access: 'token_missing' }), path)).toMatchObject({
      kind: 'sign-in',
    })
  })

  it('is forbidden without the permission and reports which one is missing', async () => {
    const verdict = await evaluate(sessionsWith({ access: 'live' }), path)
    expect(verdict).toMatchObject({ kind: 'forbidden', permission: 'rbac:manage' })
  })

  it('reports the first of several permissions of which one is enough', async () => {
    const verdict = await evaluate(sessionsWith({ access: 'live' }), '/dashboard/payments')
    expect(verdict).toMatchObject({ kind: 'forbidden', permission: 'payments:charge' })
  })

  it('opens with the permission', async () => {
    const sessions = sessionsWith({ access: 'live', allowed: true })
    expect(await evaluate(sessions, path)).toMatchObject({ kind: 'view' })
    expect(sessions.checkAccess).toHaveBeenCalledWith(principal, { permission: 'rbac:manage' })
  })
})

it('a public page opens without checking the session', async () => {
  const sessions = sessionsWith({ access: 'token_expired', renew: 'renewed' })
  expect(await evaluate(sessions, '/auth/login')).toMatchObject({ kind: 'view', session: null })
  expect(sessions.whoIs).not.toHaveBeenCalled()
})

describe('a public page that shows more to signed-in users', () => {
  it('renews their session, unlike for visitors and on other public pages', async () => {
    const expired = { access: 'token_expired', renew: 'renewed' } as const
    const renewed = await evaluate(sessionsWith(expired), '/contact')
    expect(renewed).toMatchObject({ kind: 'view', cookie: 'fresh', session })
    const posted = await evaluate(sessionsWith(expired), '/contact', {
      method: 'POST',
      headers: OWN,
    })
    expect(posted).toMatchObject({ kind: 'act', cookie: 'fresh', session })
    const stranger = await evaluate(sessionsWith({ access: 'token_missing' }), '/contact')
    expect(stranger).toMatchObject({ kind: 'view', cookie: 'old', session: null })
    const elsewhere = sessionsWith(expired)
    expect(await evaluate(elsewhere, '/auth/login')).toMatchObject({
      kind: 'view',
      cookie: 'old',
      session: null,
    })
    expect(elsewhere.renew).not.toHaveBeenCalled()
  })
})
