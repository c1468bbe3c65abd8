import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { startExternalSignIn } from '@/lib/auth/start-external-sign-in'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { everythingWritten, NOTHING_WRITTEN, sessionOf, useProviders } from '@/lib/testing/external-journey'
import { TOKEN_FAULTS } from '@/lib/testing/forge-id-token'
import type { GithubMode } from '@/lib/testing/github-stand-in'
import type { OidcMode } from '@/lib/testing/oidc-stand-in'
import { testContext } from '@/lib/testing/test-context'
import { useTestDatabase } from '@/lib/testing/test-database'
import { visitProvider } from '@/lib/testing/visit-provider'

useTestDatabase()
const providers = useProviders()
const both = ['google', 'github'] as const
const sha = (text: string) => createHash('sha256').update(text).digest('base64url')

describe.each(both)('a trip to %s', (provider) => {
  const standIn = () => (provider === 'google' ? providers.google() : providers.github())

  it.each(['web', 'api'] as const)(
    'signs in on the %s, with state, PKCE and one exact address',
    async (surface) => {
      const away = await providers.leave(provider, { surface })
      const asked = away.address.searchParams
      const callback = `http://localhost:3000${surface === 'api' ? '/api/v1' : ''}/auth/oauth/${provider}/callback`
      expect(asked.get('redirect_uri')).toBe(callback)
      expect(asked.get('state')).toMatch(/^[\w-]{43}$/)
      expect(asked.get('code_challenge_method')).toBe('S256')
      expect(asked.get('scope')).toBe(provider === 'google' ? 'openid email profile' : 'read:user user:email')
      expect(asked.has('nonce')).toBe(provider === 'google')
      const session = sessionOf(await providers.comeBack(away))
      expect(session.user).toMatchObject({
        email: 'ann@example.com',
        email_verified: true,
        roles: ['user'],
        name: 'Ann',
      })
      const [request] = standIn().tokenRequests
      expect(request?.redirect_uri).toBe(callback)
      expect(sha(request?.code_verifier ?? '')).toBe(asked.get('code_challenge'))
      expect(asked.toString()).not.toContain(request?.code_verifier)
      const family = await db().sessionFamily.findUniqueOrThrow({ where: { id: session.sessionId } })
      expect(family).toMatchObject({ surface, amr: ['fed'] })
    },
  )

  it('keeps neither state nor verifier nor the browser’s secret', async () => {
    const away = await providers.leave(provider)
    const row = JSON.stringify(await db().oauthFlow.findMany())
    for (const secret of [away.browser, away.query.get('state')!]) expect(row).not.toContain(secret)
  })

  it.each([
    ['without a state', (query: URLSearchParams) => query.delete('state')],
    ['with another state', (query: URLSearchParams) => query.set('state', 'x'.repeat(43))],
    ['with two states', (query: URLSearchParams) => query.append('state', query.get('state')!)],
  ])('is nobody’s %s', async (_, spoil) => {
    const away = await providers.leave(provider)
    spoil(away.query)
    expect(await providers.comeBack(away)).toMatchObject({ ok: false, code: 'oauth_failed' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it('ends only in the browser, at the provider and on the surface where it began, and is still good there', async () => {
    const away = await providers.leave(provider)
    const other = provider === 'google' ? 'github' : 'google'
    for (const wrong of [
      { browser: 'x'.repeat(43) },
      { browser: '' },
      { provider: other },
      { surface: 'api' },
    ] as const)
      expect(await providers.comeBack({ ...away, ...wrong })).toMatchObject({ code: 'oauth_failed' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
    expect(await providers.comeBack(away)).toMatchObject({ ok: true })
  })

  it('ends once', async () => {
    const away = await providers.leave(provider)
    expect(await providers.comeBack(away)).toMatchObject({ ok: true })
    expect(await providers.comeBack(away)).toMatchObject({ code: 'oauth_failed' })
    expect(await db().sessionFamily.count()).toBe(1)
  })

  it('must end within ten minutes', async () => {
    const away = await providers.leave(provider)
    const late = { now: addSeconds(new Date(), 601) }
    expect(await providers.comeBack(away, { ctx: late })).toMatchObject({ code: 'oauth_failed' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it('takes no code of another trip', async () => {
    const [mine, theirs] = [await providers.leave(provider), await providers.leave(provider)]
    mine.query.set('code', theirs.query.get('code')!)
    expect(await providers.comeBack(mine)).toMatchObject({ code: 'oauth_failed' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it('knows two trips of one browser apart', async () => {
    const first = await providers.leave(provider)
    const ctx = testContext({ surface: 'web' })
    const begun = await startExternalSignIn({ provider, browser: first.browser }, ctx)
    if (!begun.ok) throw new Error(begun.code)
    expect(begun.browser).toBe(first.browser)
    const second = { ...first, query: (await visitProvider(begun.location)).searchParams }
    expect(await providers.comeBack(second)).toMatchObject({ ok: true })
    expect(await providers.comeBack(first)).toMatchObject({ ok: true })
  })

  it('refuses an answer that names another issuer (RFC 9207), whatever else is right', async () => {
    const away = await providers.leave(provider)
    away.query.set('iss', 'https://evil.example')
    expect(await providers.comeBack(away)).toMatchObject({ code: 'oauth_failed' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it('tells that the person refused, once the state is proven', async () => {
    standIn().state.mode = 'access_denied'
    const away = await providers.leave(provider)
    const forged = new URLSearchParams(away.query)
    forged.set('state', 'x'.repeat(43))
    expect(await providers.comeBack({ ...away, query: forged })).toMatchObject({ code: 'oauth_failed' })
    expect(await providers.comeBack(away)).toMatchObject({ code: 'oauth_denied' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
    const [record] = await db().auditRecord.findMany({ orderBy: { id: 'desc' }, take: 1 })
    expect(record).toMatchObject({
      action: 'session.refused',
      outcome: 'refused',
      details: { factor: 'fed', provider, reason: 'oauth_denied' },
    })
  })

  it('gives nobody a second role for a role that the provider claims', async () => {
    Object.assign(providers.google().state.person, { role: 'admin', roles: ['admin'] })
    Object.assign(providers.github().state.user, { role: 'admin', site_admin: true })
    expect(sessionOf(await providers.signIn(provider)).user.roles).toEqual(['user'])
  })

  it('is refused at both ends when the provider is off', async () => {
    const away = await providers.leave(provider)
    const name = provider.toUpperCase()
    providers.configure({ [`OAUTH_${name}_CLIENT_ID`]: '', [`OAUTH_${name}_CLIENT_SECRET`]: '' })
    const ctx = testContext()
    const refused = { ok: false, code: 'oauth_provider_disabled' }
    expect(await startExternalSignIn({ provider, browser: null }, ctx)).toEqual(refused)
    expect(await providers.comeBack(away)).toEqual(refused)
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })
})

it.each(['google/../x', '__proto__', 'constructor', 'toString', '', 'GOOGLE', 'gitlab'])(
  'there is no provider "%s"',
  async (provider) => {
    const refused = { ok: false, code: 'oauth_provider_disabled' }
    expect(await startExternalSignIn({ provider, browser: null }, testContext())).toEqual(refused)
    expect(
      await providers.comeBack({
        provider: provider as 'google',
        surface: 'web',
        browser: 'x'.repeat(43),
        query: new URLSearchParams(),
      }),
    ).toEqual(refused)
    expect(await db().oauthFlow.count()).toBe(0)
  },
)

describe('Google', () => {
  const refusedAs = async (mode: OidcMode, code: string) => {
    providers.google().state.mode = mode
    expect(await providers.signIn('google')).toMatchObject({ ok: false, code })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  }

  it.each(TOKEN_FAULTS)('is not believed with an id_token that has a fault: %s', (fault) =>
    refusedAs(fault, 'oauth_failed'),
  )

  it.each([
    ['token_500', 'oauth_unavailable'],
    ['token_html', 'oauth_failed'],
    ['token_redirect', 'oauth_failed'],
  ] as const)('that breaks at the token endpoint (%s) signs nobody in', refusedAs)

  it('must name its issuer on the way back, since it says that it does', async () => {
    const away = await providers.leave('google')
    away.query.delete('iss')
    expect(await providers.comeBack(away)).toMatchObject({ code: 'oauth_failed' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it.each(['foreign_issuer', 'discovery_500'] as const)(
    'that cannot be discovered (%s) is asked again the next time',
    async (mode) => {
      providers.configure()
      providers.google().state.mode = mode
      const start = () => startExternalSignIn({ provider: 'google', browser: null }, testContext())
      expect(await start()).toMatchObject({ ok: false, code: 'oauth_unavailable' })
      expect(await db().oauthFlow.count()).toBe(0)
      providers.google().state.mode = 'ok'
      expect(await start()).toMatchObject({ ok: true })
    },
  )

  it.each([
    ['no address', { email: undefined, email_verified: undefined }],
    ['an address that it has not verified', { email_verified: false }],
    ['"verified" as a word', { email_verified: 'true' }],
    ['what is no address', { email: 'ann' }],
    ['an address with letters that look like others', { email: 'аnn@example.com' }],
  ])('that names %s opens no account', async (_, claims) => {
    Object.assign(providers.google().state.person, claims)
    expect(await providers.signIn('google')).toMatchObject({ code: 'oauth_email_required' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it.each([['g\u0000'], ['g\ud800'], ['ğ'], ['g'.repeat(256)]])(
    'that calls somebody %j, which cannot be kept as it is, names nobody',
    async (sub) => {
      providers.google().state.person.sub = sub
      expect(await providers.signIn('google')).toMatchObject({ ok: false, code: 'oauth_failed' })
      expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
    },
  )

  it('leaves nothing that it or a client sent in the log', async () => {
    const warn = vi.spyOn(logger(), 'warn').mockReturnValue(undefined)
    try {
      providers.google().state.mode = 'evil_description'
      const denied = await providers.leave('google')
      await providers.comeBack(denied)
      await providers.comeBack(denied)
      providers.google().state.mode = 'wrong_nonce'
      const forged = await providers.leave('google')
      await providers.comeBack(forged)
      const log = JSON.stringify(warn.mock.calls)
      expect(warn).toHaveBeenCalledTimes(3)
      for (const secret of ['<script>', 'ann@example.com', denied.browser, ...forged.query.values()])
        expect(log).not.toContain(secret)
    } finally {
      warn.mockRestore()
    }
  })
})

describe('GitHub', () => {
  const refusedAs = async (mode: GithubMode, code: string) => {
    providers.github().state.mode = mode
    expect(await providers.signIn('github')).toMatchObject({ ok: false, code })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  }

  it.each([
    ['wrong_iss', 'oauth_failed'],
    ['token_500', 'oauth_unavailable'],
    ['user_401', 'oauth_failed'],
    ['user_html', 'oauth_failed'],
    ['user_huge', 'oauth_failed'],
    ['user_500', 'oauth_unavailable'],
    ['emails_403', 'oauth_failed'],
    ['emails_200_error', 'oauth_failed'],
  ] as const)('that answers oddly (%s) signs nobody in', refusedAs)

  it('takes a code that it does not know, which it says with status 200, for no sign-in', async () => {
    const away = await providers.leave('github')
    away.query.set('code', 'nope')
    expect(await providers.comeBack(away)).toMatchObject({ code: 'oauth_failed' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it('need not name its issuer: servers of companies do not yet', async () => {
    providers.github().state.mode = 'no_iss'
    expect(await providers.signIn('github')).toMatchObject({ ok: true })
  })

  it.each([[null], [0], [-1], [1.5], ['1001'], [undefined], [{}], [Number.MAX_SAFE_INTEGER + 2]])(
    'with the id %j names nobody',
    async (id) => {
      providers.github().state.user = { login: 'ann', id }
      expect(await providers.signIn('github')).toMatchObject({ code: 'oauth_failed' })
      expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
    },
  )

  it('whose primary address is not verified opens no account, though another one is', async () => {
    providers.github().state.emails = [
      { email: 'ann@example.com', primary: true, verified: false },
      { email: 'other@example.com', primary: false, verified: true },
    ]
    expect(await providers.signIn('github')).toMatchObject({ code: 'oauth_email_required' })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it('is believed about the primary address, not about the one that is shown to the public', async () => {
    providers.github().state.user.email = 'victim@example.com'
    expect(sessionOf(await providers.signIn('github')).user.email).toBe('ann@example.com')
  })
})

it('a provider that does not answer is given up after three seconds', async () => {
  providers.google().state.mode = 'token_hang'
  providers.github().state.mode = 'token_hang'
  const results = await Promise.all(both.map((provider) => providers.signIn(provider)))
  for (const result of results) expect(result).toMatchObject({ ok: false, code: 'oauth_unavailable' })
  expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
})
