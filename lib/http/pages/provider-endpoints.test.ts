import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { FRAME_ACTION } from '@/lib/http/gateway-headers'
import { catalogSettings } from '@/tests/kit/catalog-settings'
import { evaluate, OWN, sessionsWith } from '@/tests/kit/page-gate-stage'

beforeAll(() => void loadSettings({ PORT: '3000', ...catalogSettings('google') }))

describe('a redirecting endpoint', () => {
  const path = '/auth/oauth/google'

  it.each(['/auth/oauth/slack', '/auth/oauth/slack/callback', '/auth/oauth/__proto__/link'])(
    'is a page that says so if its provider is not enabled: %s',
    async (unknown) => {
      const sessions = sessionsWith({ access: 'live' })
      expect(await evaluate(sessions, unknown)).toEqual({ kind: 'no-provider' })
      expect(await evaluate(sessions, unknown, { method: 'POST', headers: OWN })).toMatchObject({
        kind: 'refused',
      })
      const headers = { ...OWN, [FRAME_ACTION]: '1' }
      expect(await evaluate(sessions, unknown, { method: 'POST', headers })).toEqual({
        kind: 'no-provider',
      })
      expect(sessions.whoIs).not.toHaveBeenCalled()
    },
  )

  it('accepts only GET, also from another site, because providers send the browser to it', async () => {
    const sessions = sessionsWith({ access: 'live' })
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect(await evaluate(sessions, path, { headers })).toMatchObject({
      kind: 'endpoint',
      session: null,
    })
    for (const method of ['HEAD', 'POST', 'OPTIONS'])
      expect(await evaluate(sessions, path, { method, headers: OWN })).toMatchObject({
        refusal: { code: 'method_not_allowed' },
        allow: 'GET',
      })
    expect(sessions.whoIs).not.toHaveBeenCalled()
  })

  it.each([
    { 'next-router-prefetch': '1' },
    { rsc: '1' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ])('refuses a prefetch: %j', async (headers) => {
    const verdict = await evaluate(sessionsWith({ access: 'live' }), path, {
      headers: headers as unknown as Record<string, string>,
    })
    expect(verdict).toMatchObject({ kind: 'refused', refusal: { code: 'bad_request' } })
  })
})

describe('the form post of a provider', () => {
  const post = {
    method: 'POST',
    headers: { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' },
  }
  const sessions = () => sessionsWith({ access: 'live' })
  beforeAll(
    () =>
      void loadSettings({
        PORT: '3000',
        ...catalogSettings('apple'),
        ...catalogSettings('google'),
      }),
  )
  afterAll(() => void loadSettings({ PORT: '3000' }))

  it('is accepted from any site at the callback of that provider', async () => {
    for (const headers of [post.headers, { origin: 'null' }, {}] as Record<string, string>[])
      expect(
        await evaluate(sessions(), '/auth/oauth/apple/callback', { method: 'POST', headers }),
      ).toMatchObject({
        kind: 'endpoint',
      })
    expect(await evaluate(sessions(), '/auth/oauth/apple/callback')).toMatchObject({
      kind: 'endpoint',
    })
  })

  it.each([
    '/auth/oauth/google/callback',
    '/auth/oauth/slack/callback',
    '/auth/oauth/__proto__/callback',
  ])('is refused at the callback of another provider: %s', async (path) => {
    expect(await evaluate(sessions(), path, post)).toMatchObject({
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
  ])('is refused at every other path: %s', async (path) =>
    expect(await evaluate(sessions(), path, post)).toMatchObject({ kind: 'refused' }),
  )

  it('is refused while that provider is disabled', async () => {
    loadSettings({ PORT: '3000', ...catalogSettings('google') })
    expect(await evaluate(sessions(), '/auth/oauth/apple/callback', post)).toMatchObject({
      kind: 'refused',
    })
  })
})
