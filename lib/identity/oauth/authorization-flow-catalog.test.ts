import { readdirSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { settingName } from '@/lib/config/provider-names'
import { CATALOG } from '@/lib/config/providers/catalog'
import { settings } from '@/lib/config/settings'
import { authorizationUrl } from '@/lib/identity/oauth/authorization-flow'
import { catalogSettings, signingKey } from '@/tests/kit/catalog-settings'
import { useSettings } from '@/tests/kit/test-settings'

/**
 * In the package, but not providers that a browser is sent to: email senders, passwords, passkeys,
 * types.
 */
const NO_REDIRECT = [
  ...['email', 'forwardemail', 'loops', 'mailgun', 'nodemailer', 'postmark', 'resend', 'sendgrid'],
  ...['credentials', 'passkey', 'webauthn', 'index', 'oauth', 'provider-types'],
]
/**
 * According to the providers' documentation: which don't support PKCE, and whose id_token contains
 * no nonce.
 */
const NO_PKCE = [
  ...[
    'apple',
    'atlassian',
    'click-up',
    'eveonline',
    'figma',
    'line',
    'linkedin',
    'netsuite',
    'reddit',
  ],
  ...['slack', 'threads', 'wechat'],
]
const NO_NONCE = ['linkedin']
const entries = Object.entries(CATALOG)
const { privateKey } = signingKey()

afterEach(() => vi.unstubAllGlobals())

describe('the catalog', () => {
  it('declares every redirect provider of the package: an upgrade that adds one fails here', () => {
    const inPackage = readdirSync('node_modules/@auth/core/providers')
      .filter((file) => file.endsWith('.js'))
      .map((file) => file.slice(0, -'.js'.length))
    expect(Object.keys(CATALOG).sort()).toEqual(
      inPackage.filter((id) => !NO_REDIRECT.includes(id)).sort(),
    )
  })

  it('has labels that distinguish providers, and no two ids with one setting', () => {
    const labels = entries.map(([, { label }]) => label)
    expect(new Set(labels).size).toBe(labels.length)
    const names = entries.map(([id]) => settingName(id))
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(entries)('gives %s the protocol of its definition', async (id, entry) => {
    const found = (await import(`next-auth/providers/${id}`)) as {
      default: (options: object) => { type: string }
    }
    expect(found.default({ issuer: 'https://id.example.com' }).type).toBe(entry.protocol)
  })
})

describe.each(entries)('an authorization request to %s', (id, entry) => {
  const redirectUri = `https://gate.example.com/auth/oauth/${id}/callback`
  const state = 's'.repeat(43)

  it('goes where the definition says, with our state, our callback, and PKCE and nonce if supported', async () => {
    useSettings(catalogSettings(id, privateKey))
    const asked = discoveryStandIn()
    const begun = await authorizationUrl(id, { state, redirectUri })
    if (!begun.ok) throw new Error(begun.reason)
    expect(begun.address).not.toMatch(/undefined|\[object/)
    const address = new URL(begun.address)
    expect(address.protocol).toBe('https:')
    const params = Object.fromEntries(address.searchParams)
    expect([...address.searchParams.keys()].sort()).toEqual(Object.keys(params).sort())
    expect(params).toMatchObject({ state, redirect_uri: redirectUri, client_id: 'the-client_id' })
    expect(params.response_type).toBe(id === 'azure-devops' ? 'Assertion' : 'code')
    expect(params.code_challenge_method).toBe(NO_PKCE.includes(id) ? undefined : 'S256')
    expect(params.code_challenge?.length).toBe(NO_PKCE.includes(id) ? undefined : 43)
    expect('nonce' in params).toBe(entry.protocol === 'oidc' && !NO_NONCE.includes(id))
    expect(params.response_mode).toBe(entry.formPost ? 'form_post' : undefined)
    if (entry.protocol === 'oidc' && id !== 'apple')
      expect(params.scope?.split(' ')).toContain('openid')
    if (entry.protocol === 'oauth') expect(asked).toEqual([])
  })

  it("asks for the operator's scopes instead", async () => {
    useSettings({
      ...catalogSettings(id, privateKey),
      [`OAUTH_${settingName(id)}_SCOPES`]: 'openid more',
    })
    discoveryStandIn()
    const begun = await authorizationUrl(id, { state, redirectUri })
    expect(begun.ok && new URL(begun.address).searchParams.getAll('scope')).toEqual(['openid more'])
  })
})

describe('another base URL', () => {
  it.each([
    ['facebook', 'https://proxy.example.com/v19.0/dialog/oauth'],
    ['discord', 'https://proxy.example.com/api/oauth2/authorize'],
    ['gitlab', 'https://proxy.example.com/oauth/authorize'],
    ['github', 'https://proxy.example.com/login/oauth/authorize'],
  ])('replaces the origin of %s; the path stays', async (id, address) => {
    useSettings({
      ...catalogSettings(id),
      [`OAUTH_${settingName(id)}_BASE_URL`]: 'https://proxy.example.com/',
    })
    const begun = await authorizationUrl(id, {
      state: 's',
      redirectUri: 'https://gate.example.com/x',
    })
    expect(begun.ok && begun.address.split('?')[0]).toBe(address)
  })
})

it('no definition reads the environment, or modifies the settings that it is given', async () => {
  vi.stubEnv('AUTH_MICROSOFT_ENTRA_ID_ISSUER', 'https://evil.example.com')
  useSettings(
    Object.assign({}, ...entries.map(([id]) => catalogSettings(id, privateKey))) as Record<
      string,
      string
    >,
  )
  const before = JSON.stringify(settings().external)
  const asked = discoveryStandIn()
  for (const [id] of entries)
    await authorizationUrl(id, { state: 's', redirectUri: 'https://x.example' })
  expect(JSON.stringify(settings().external)).toBe(before)
  expect(asked.join()).toContain(
    'https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration',
  )
  expect(asked.join()).not.toContain('evil')
  vi.unstubAllEnvs()
})

/** Answers every discovery as the provider at that address would. Returns the requested URLs. */
function discoveryStandIn(): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    const issuer = url.replace(/\/?\.well-known\/.*$/, '')
    const tenants = issuer.replace('microsoftonline.com/common', 'microsoftonline.com/{tenantid}')
    // Some issuers end with a slash, which the document's URL does not show.
    const slash = /roblox|vipps/.test(issuer) ? '/' : ''
    return Promise.resolve(
      Response.json({
        issuer: `${tenants}${slash}`,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      }),
    )
  })
  return asked
}
