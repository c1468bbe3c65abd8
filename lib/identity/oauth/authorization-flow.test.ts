import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, importSPKI, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { authorizationUrl, exchangeCode } from '@/lib/identity/oauth/authorization-flow'
import { flowSecrets } from '@/lib/identity/oauth/flow-secrets'
import { catalogSettings, signingKey } from '@/tests/kit/catalog-settings'
import { useSettings } from '@/tests/kit/test-settings'

const STATE = 's'.repeat(43)
const TENANT = '11111111-2222-3333-4444-555555555555'
const OTHER = '99999999-2222-3333-4444-555555555555'
const redirectUri = 'https://gate.example.com/callback'
const { privateKey: applesKey, publicKey: applesPublicKey } = signingKey()

let key: Awaited<ReturnType<typeof generateKeyPair>>
beforeAll(async () => void (key = await generateKeyPair('RS256', { extractable: true })))
afterEach(() => vi.unstubAllGlobals())

/**
 * What the provider behind `fetch` returns: discovery, keys and token. Also records the forms of
 * its token requests.
 */
function provider(by: {
  issuer: string
  idToken: (nonce: string) => Promise<string>
  discovery?: object
  tokenResponse?: string
}) {
  const forms: URLSearchParams[] = []
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, init?: { body?: URLSearchParams }) => {
    asked.push(url)
    const { origin } = new URL(url)
    if (url.includes('/.well-known/'))
      return Response.json({
        issuer: by.issuer,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
        ...by.discovery,
      })
    if (url.endsWith('/jwks'))
      return Response.json({
        keys: [{ ...(await exportJWK(key.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }],
      })
    forms.push(new URLSearchParams(init?.body))
    if (by.tokenResponse !== undefined)
      return new Response(by.tokenResponse, { headers: { 'content-type': 'application/json' } })
    const { nonce } = flowSecrets(STATE)
    return Response.json({
      access_token: 'at',
      token_type: 'Bearer',
      id_token: await by.idToken(nonce),
    })
  })
  return { forms, asked }
}

const signed = (claims: JWTPayload) =>
  new SignJWT({ sub: 'S-1', email: 'ann@example.com', email_verified: true, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .setAudience('the-client_id')
    .sign(key.privateKey)

const signIn = (id: string) =>
  exchangeCode(id, {
    query: new URLSearchParams({ code: 'c', state: STATE }),
    state: STATE,
    redirectUri,
  })

describe('Microsoft, where each tenant is an issuer', () => {
  const TEMPLATE = 'https://login.microsoftonline.com/{tenantid}/v2.0'
  const issuerOf = (tenant: string, origin = 'https://login.microsoftonline.com') =>
    `${origin}/${tenant}/v2.0`
  const configure = (issuer?: string) =>
    useSettings({
      ...catalogSettings('microsoft-entra-id'),
      ...(issuer && { OAUTH_MICROSOFT_ENTRA_ID_ISSUER: issuer }),
    })
  const entra = (by: { discovered: string; iss: string; tid?: string }) =>
    provider({
      issuer: by.discovered,
      idToken: (nonce) => signed({ nonce, iss: by.iss, ...(by.tid && { tid: by.tid }) }),
    })

  it('signs in users from the issuer of their own tenant; the address is never verified', async () => {
    configure()
    const { asked } = entra({ discovered: TEMPLATE, iss: issuerOf(TENANT), tid: TENANT })
    expect(await signIn('microsoft-entra-id')).toMatchObject({
      ok: true,
      identity: { subject: `${TENANT}/S-1`, email: 'ann@example.com', emailVerified: false },
    })
    expect(asked[0]).toBe(
      'https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration',
    )
  })

  it.each([
    ['an issuer of another tenant', { iss: issuerOf(OTHER), tid: TENANT }],
    ['no tenant', { iss: issuerOf(TENANT) }],
    ['the template itself', { iss: TEMPLATE, tid: TENANT }],
    ['an issuer elsewhere', { iss: issuerOf(TENANT, 'https://evil.example'), tid: TENANT }],
  ])('refuses an id_token with %s', async (_, claims) => {
    configure()
    entra({ discovered: TEMPLATE, ...claims })
    expect(await signIn('microsoft-entra-id')).toMatchObject({ ok: false, code: 'oauth_failed' })
  })

  it('identifies an account by its tenant too, because a subject is unique only within its issuer', async () => {
    configure()
    entra({ discovered: TEMPLATE, iss: issuerOf(OTHER), tid: OTHER })
    expect(await signIn('microsoft-entra-id')).toMatchObject({
      identity: { subject: `${OTHER}/S-1` },
    })
  })

  it('identifies it the same when only one tenant is allowed, and refuses accounts without a tenant', async () => {
    configure(issuerOf(TENANT))
    entra({ discovered: issuerOf(TENANT), iss: issuerOf(TENANT), tid: TENANT })
    expect(await signIn('microsoft-entra-id')).toMatchObject({
      identity: { subject: `${TENANT}/S-1` },
    })
    configure(issuerOf(TENANT))
    entra({ discovered: issuerOf(TENANT), iss: issuerOf(TENANT) })
    expect(await signIn('microsoft-entra-id')).toMatchObject({ ok: false, code: 'oauth_failed' })
  })

  it('works the same at another address', async () => {
    configure('http://127.0.0.1:4000/common/v2.0')
    const { asked } = entra({
      discovered: 'http://127.0.0.1:4000/{tenantid}/v2.0',
      iss: issuerOf(TENANT, 'http://127.0.0.1:4000'),
      tid: TENANT,
    })
    expect(await signIn('microsoft-entra-id')).toMatchObject({ ok: true })
    expect(asked.filter((url) => !url.startsWith('http://127.0.0.1:4000/'))).toEqual([])
  })

  it('allows one tenant only, if the issuer names it', async () => {
    configure(issuerOf(TENANT))
    entra({ discovered: issuerOf(TENANT), iss: issuerOf(TENANT), tid: TENANT })
    expect(await signIn('microsoft-entra-id')).toMatchObject({ ok: true })
    configure(issuerOf(TENANT))
    entra({ discovered: issuerOf(TENANT), iss: issuerOf(OTHER), tid: OTHER })
    expect(await signIn('microsoft-entra-id')).toMatchObject({ ok: false, code: 'oauth_failed' })
  })

  it.each([
    ['common', issuerOf(TENANT, 'https://evil.example')],
    ['common', 'https://login.microsoftonline.com/{tenantid}/v1.0'],
    ['common', 'https://login.microsoftonline.com/somebody/v2.0'],
    [TENANT, issuerOf(OTHER)],
    [TENANT, TEMPLATE],
    ['contoso.onmicrosoft.com', TEMPLATE],
  ])('for the tenant %s is not discovered as %s', async (tenant, discovered) => {
    configure(issuerOf(tenant))
    entra({ discovered, iss: issuerOf(TENANT), tid: TENANT })
    expect(
      await authorizationUrl('microsoft-entra-id', { state: STATE, redirectUri }),
    ).toMatchObject({
      ok: false,
      code: 'oauth_unavailable',
    })
  })
})

describe('Apple', () => {
  it("gets a JWT signed with the team's key as its secret, valid for minutes and for Apple only", async () => {
    useSettings(catalogSettings('apple', applesKey))
    const issuer = 'https://appleid.apple.com'
    const { forms } = provider({
      issuer,
      idToken: (nonce) => signed({ nonce, iss: issuer, email_verified: 'true' }),
    })
    expect(await signIn('apple')).toMatchObject({ ok: true, identity: { emailVerified: true } })
    const [form] = forms
    expect(form!.get('client_id')).toBe('the-client_id')
    expect(form!.has('code_verifier')).toBe(false)
    const verifier = await importSPKI(applesPublicKey, 'ES256')
    const { payload, protectedHeader } = await jwtVerify(form!.get('client_secret')!, verifier, {
      algorithms: ['ES256'],
      issuer: 'the-team_id',
      subject: 'the-client_id',
      audience: issuer,
    })
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'the-key_id' })
    expect(payload.exp! - payload.iat!).toBe(300)
    expect(JSON.stringify([...form!])).not.toContain('PRIVATE KEY')
  })
})

describe('LINE, which signs with the client secret', () => {
  const line = (secret: string, alg = 'HS256') =>
    provider({
      issuer: 'https://access.line.me',
      idToken: async (nonce) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        const at = Math.floor(Date.now() / 1000)
        const claims = {
          iss: 'https://access.line.me',
          sub: 'S-1',
          aud: 'the-client_id',
          nonce,
          iat: at,
          exp: at + 60,
        }
        const body = `${part({ alg })}.${part(claims)}`
        return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
      },
    })

  it('is accepted with that signature only', async () => {
    useSettings(catalogSettings('line'))
    line('the-client_secret')
    expect(await signIn('line')).toMatchObject({
      ok: true,
      identity: { subject: 'S-1', emailVerified: false },
    })
    for (const [secret, alg] of [
      ['another', 'HS256'],
      ['the-client_secret', 'HS512'],
      ['the-client_secret', 'none'],
    ]) {
      line(secret!, alg)
      expect(await signIn('line')).toMatchObject({ ok: false, code: 'oauth_failed' })
    }
  })
})

describe('LinkedIn, whose id_token contains no nonce', () => {
  const issuer = 'https://www.linkedin.com/oauth'

  it('is not sent one, and is accepted without', async () => {
    useSettings(catalogSettings('linkedin'))
    provider({ issuer, idToken: () => signed({ iss: issuer }) })
    expect(await signIn('linkedin')).toMatchObject({ ok: true, identity: { emailVerified: true } })
  })

  it('is the only one: any other OpenID provider has to return it', async () => {
    useSettings(catalogSettings('slack'))
    provider({ issuer: 'https://slack.com', idToken: () => signed({ iss: 'https://slack.com' }) })
    expect(await signIn('slack')).toMatchObject({ ok: false, code: 'oauth_failed' })
  })
})

describe('a custom OpenID provider', () => {
  it('signs in by its issuer, and is trusted about the address', async () => {
    const issuer = 'https://login.acme.example'
    const acme = {
      CLIENT_ID: 'the-client_id',
      CLIENT_SECRET: 'secret',
      ISSUER: issuer,
      LABEL: 'Acme',
    }
    useSettings(
      Object.fromEntries(
        Object.entries(acme).map(([name, value]) => [`OAUTH_ACME_${name}`, value]),
      ),
    )
    provider({ issuer, idToken: (nonce) => signed({ nonce, iss: issuer }) })
    expect(await signIn('acme')).toMatchObject({
      ok: true,
      identity: { provider: 'acme', subject: 'S-1', email: 'ann@example.com', emailVerified: true },
    })
  })
})

it("refuses Microsoft's tenants under another name, where their claim about an address would be trusted", async () => {
  useSettings({
    OAUTH_ACME_CLIENT_ID: 'the-client_id',
    OAUTH_ACME_CLIENT_SECRET: 'secret',
    OAUTH_ACME_ISSUER: 'https://login.microsoftonline.com/common/v2.0',
  })
  const iss = `https://login.microsoftonline.com/${TENANT}/v2.0`
  provider({
    issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    idToken: (nonce) => signed({ nonce, iss, tid: TENANT }),
  })
  expect(await signIn('acme')).toMatchObject({ ok: false, code: 'oauth_failed' })
  expect(await authorizationUrl('acme', { state: STATE, redirectUri })).toMatchObject({
    ok: false,
    code: 'oauth_unavailable',
  })
})

it('keeps an unreadable response out of the logged reason', async () => {
  useSettings(catalogSettings('slack'))
  const issuer = 'https://slack.com'
  const tokenResponse = 'sEcReT-token&scope=x'
  provider({ issuer, idToken: () => signed({ iss: issuer }), tokenResponse })
  const failed = await signIn('slack')
  expect(failed).toMatchObject({
    ok: false,
    code: 'oauth_failed',
    reason: expect.stringContaining('JSON'),
  })
  expect(JSON.stringify(failed)).not.toContain('sEcReT')

  useSettings(catalogSettings('discord'))
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ access_token: `sEcReT\n${url.length}`, token_type: 'Bearer' }),
  )
  const unusable = await signIn('discord')
  expect(unusable).toMatchObject({ ok: false, code: 'oauth_failed' })
  expect(JSON.stringify(unusable)).not.toContain('sEcReT')

  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('token')
      ? Response.json({ access_token: 'at', token_type: 'Bearer' })
      : new Response('Jane Doe <jane@example.org>'),
  )
  const unread = await signIn('discord')
  expect(unread).toMatchObject({ ok: false, code: 'oauth_failed', reason: 'SyntaxError' })
})
