import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { catalogVariables, readProviderName } from '@/lib/config/provider-names'
import { readProviders } from '@/lib/config/provider-settings'
import { CATALOG } from '@/lib/config/providers/catalog'
import { loadSettings, SettingsError } from '@/lib/config/settings'
import { unknownSettings } from '@/lib/config/unknown-settings'
import { catalogSettings, signingKey } from '@/tests/kit/catalog-settings'

const google = { OAUTH_GOOGLE_CLIENT_ID: 'id', OAUTH_GOOGLE_CLIENT_SECRET: 'secret' }
const acme = {
  OAUTH_ACME_CORP_CLIENT_ID: 'id',
  OAUTH_ACME_CORP_CLIENT_SECRET: 'secret',
  OAUTH_ACME_CORP_ISSUER: 'https://login.acme.example/realm/',
}
const { privateKey } = signingKey()
const apple = {
  OAUTH_APPLE_CLIENT_ID: 'com.example.web',
  OAUTH_APPLE_TEAM_ID: 'TEAM123456',
  OAUTH_APPLE_KEY_ID: 'KEY1234567',
  OAUTH_APPLE_PRIVATE_KEY: privateKey,
}
const pem = (type: 'rsa' | 'ec', options: object) =>
  generateKeyPairSync(type as 'rsa', {
    modulusLength: 2048,
    ...options,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey

describe('a sign-in provider', () => {
  it.each(Object.keys(CATALOG))(
    '%s of the catalog is enabled by its required settings, and disabled without one',
    (id) => {
      const source = catalogSettings(id, privateKey)
      expect(readProviders(source)).toMatchObject({
        faults: [],
        providers: [{ id, label: CATALOG[id]!.label }],
      })
      expect(readProviders({})).toEqual({ faults: [], providers: [] })
      for (const name of Object.keys(source)) {
        const { [name]: _, ...rest } = source
        expect(readProviders(rest).faults.join(), `without ${name}`).toContain(name)
      }
    },
  )

  it('is not reported as a mistake, and its settings are known to the service', () => {
    const all = Object.assign(
      {},
      ...Object.keys(CATALOG).map((id) => catalogSettings(id, privateKey)),
    ) as object
    expect(unknownSettings({ ...all, ...acme })).toEqual([])
    for (const name of catalogVariables)
      expect(readProviderName(name)?.id, name).toSatisfy((id: string) => id in CATALOG)
  })

  it('outside the catalog can be any OpenID provider, identified by its issuer', () => {
    const labeled = {
      ...acme,
      OAUTH_ACME_CORP_LABEL: 'Acme',
      OAUTH_ACME_CORP_SCOPES: 'openid mail',
    }
    expect(readProviders(labeled).providers).toEqual([
      {
        id: 'acme-corp',
        label: 'Acme',
        clientId: 'id',
        clientSecret: 'secret',
        signingKey: null,
        issuer: 'https://login.acme.example/realm/',
        baseUrl: null,
        scopes: 'openid mail',
        extras: {},
      },
    ])
    expect(readProviders(acme).providers[0]?.label).toBe('acme-corp')
  })

  it('that signs its secret takes a key, with line breaks or \\n', () => {
    const escaped = { ...apple, OAUTH_APPLE_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n') }
    for (const source of [apple, escaped])
      expect(readProviders(source).providers[0]?.signingKey).toEqual({
        teamId: 'TEAM123456',
        keyId: 'KEY1234567',
        privateKey,
      })
  })

  it('can have an issuer or a label set while it is disabled', () => {
    const waiting = {
      OAUTH_GOOGLE_ISSUER: 'https://accounts.google.com',
      OAUTH_SLACK_LABEL: 'Team chat',
    }
    expect(readProviders(waiting)).toEqual({ faults: [], providers: [] })
  })

  it('is sorted in catalog order, whatever the order of the settings; others follow by name', () => {
    const github = { OAUTH_GITHUB_CLIENT_ID: 'id', OAUTH_GITHUB_CLIENT_SECRET: 'secret' }
    const order = readProviders({ ...acme, ...github, ...google }).providers.map(({ id }) => id)
    expect(order).toEqual(['google', 'github', 'acme-corp'])
  })
})

describe('an invalid provider setting stops the start with a message', () => {
  it.each([
    [
      'an id that the catalog does not have',
      { OAUTH_GOGLE_CLIENT_ID: 'hush', OAUTH_GOGLE_CLIENT_SECRET: 'hush' },
      'OAUTH_GOGLE_CLIENT_ID names no provider of the catalog; did you mean GOOGLE? Any other OpenID provider needs OAUTH_GOGLE_ISSUER',
    ],
    [
      'an id that resembles none',
      { OAUTH_X_CLIENT_ID: 'hush' },
      'OAUTH_X_CLIENT_ID names no provider of the catalog; any other OpenID provider needs OAUTH_X_ISSUER',
    ],
    [
      'half of the credentials',
      { OAUTH_DISCORD_CLIENT_ID: 'hush' },
      'OAUTH_DISCORD_CLIENT_ID and OAUTH_DISCORD_CLIENT_SECRET go together',
    ],
    [
      'half of the key',
      { ...apple, OAUTH_APPLE_KEY_ID: '' },
      'OAUTH_APPLE_CLIENT_ID, OAUTH_APPLE_TEAM_ID, OAUTH_APPLE_KEY_ID and OAUTH_APPLE_PRIVATE_KEY go together',
    ],
    [
      'an issuer alone',
      { OAUTH_ACME_ISSUER: 'https://login.acme.example' },
      'OAUTH_ACME_CLIENT_ID and OAUTH_ACME_CLIENT_SECRET must be set to sign in with ACME',
    ],
    [
      'a provider without its issuer',
      { OAUTH_KEYCLOAK_CLIENT_ID: 'hush', OAUTH_KEYCLOAK_CLIENT_SECRET: 'hush' },
      'OAUTH_KEYCLOAK_ISSUER must be set to sign in with Keycloak',
    ],
    [
      'a provider without its account',
      { OAUTH_NETSUITE_CLIENT_ID: 'hush', OAUTH_NETSUITE_CLIENT_SECRET: 'hush' },
      'OAUTH_NETSUITE_ACCOUNT_ID and OAUTH_NETSUITE_USERINFO_URL must be set to sign in with NetSuite',
    ],
    [
      'the name APP',
      { OAUTH_APP_CLIENT_ID: 'hush' },
      'OAUTH_APP_CLIENT_ID: a provider cannot be named APP',
    ],
    [
      'the name CALLBACK',
      { OAUTH_CALLBACK_ISSUER: 'hush' },
      'OAUTH_CALLBACK_ISSUER: a provider cannot be named CALLBACK',
    ],
    [
      'the name TOKEN',
      { OAUTH_TOKEN_CLIENT_ID: 'hush' },
      'OAUTH_TOKEN_CLIENT_ID: a provider cannot be named TOKEN',
    ],
    [
      'a name that is too long',
      { [`OAUTH_${'X'.repeat(41)}_ISSUER`]: 'https://login.acme.example' },
      `OAUTH_${'X'.repeat(41)}_ISSUER: a provider's name has at most 40 characters`,
    ],
    [
      'an issuer over plain http',
      { ...acme, OAUTH_ACME_CORP_ISSUER: 'http://login.acme.example' },
      'OAUTH_ACME_CORP_ISSUER must be https',
    ],
    [
      'a base URL over plain http',
      { ...google, OAUTH_GITHUB_BASE_URL: 'http://git.example' },
      'OAUTH_GITHUB_BASE_URL must be https',
    ],
    [
      'a malformed issuer',
      { ...google, OAUTH_GOOGLE_ISSUER: 'hush' },
      'OAUTH_GOOGLE_ISSUER is not an http(s) address',
    ],
    [
      'a discovery URL as the issuer',
      {
        ...acme,
        OAUTH_ACME_CORP_ISSUER: 'https://login.acme.example/.well-known/openid-configuration',
      },
      'OAUTH_ACME_CORP_ISSUER must be the issuer, not the address of its discovery document',
    ],
    [
      'an issuer with a secret in it',
      { ...google, OAUTH_GOOGLE_ISSUER: 'https://a:hush@b.example' },
      'OAUTH_GOOGLE_ISSUER is not an http(s) address',
    ],
    [
      'a malformed key',
      { ...apple, OAUTH_APPLE_PRIVATE_KEY: 'hush' },
      'OAUTH_APPLE_PRIVATE_KEY is not a P-256 private key in PEM',
    ],
    [
      'a key of another kind',
      { ...apple, OAUTH_APPLE_PRIVATE_KEY: pem('rsa', {}) },
      'OAUTH_APPLE_PRIVATE_KEY is not a P-256 private key in PEM',
    ],
    [
      'a key of another curve',
      { ...apple, OAUTH_APPLE_PRIVATE_KEY: pem('ec', { namedCurve: 'P-384' }) },
      'OAUTH_APPLE_PRIVATE_KEY is not a P-256 private key in PEM',
    ],
    [
      'a label that is too long',
      { ...google, OAUTH_GOOGLE_LABEL: 'x'.repeat(41) },
      "OAUTH_GOOGLE_LABEL has more than 40 characters, or one that can't be seen",
    ],
    [
      'OpenID scopes without openid',
      { ...google, OAUTH_GOOGLE_SCOPES: 'email profile' },
      'OAUTH_GOOGLE_SCOPES must contain openid',
    ],
    [
      'scopes over two lines',
      { ...google, OAUTH_GOOGLE_SCOPES: 'openid\nemail openid' },
      'OAUTH_GOOGLE_SCOPES has characters that no scope has',
    ],
  ])('for %s', (_, source: Record<string, string>, sentence) => {
    const refused = () => loadSettings(source)
    expect(refused).toThrow(SettingsError)
    expect(refused).toThrow(sentence)
    expect(readProviders(source).faults).toEqual([sentence])
    expect(sentence).not.toContain('hush')
  })

  it('together with all other faults', () => {
    expect(() => loadSettings({ PORT: '0', OAUTH_DISCORD_CLIENT_ID: 'x' })).toThrow(
      /^PORT [^\n]+\nOAUTH_DISCORD_CLIENT_ID and/,
    )
  })
})

it.each([
  ['OAUTH_GOOGLE_BASE_URL', 'Google', 'CLIENT_ID, CLIENT_SECRET, ISSUER, LABEL, SCOPES'],
  ['OAUTH_GOOGLE_TEAM_ID', 'Google', 'CLIENT_ID, CLIENT_SECRET, ISSUER, LABEL, SCOPES'],
  [
    'OAUTH_APPLE_CLIENT_SECRET',
    'Apple',
    'CLIENT_ID, TEAM_ID, KEY_ID, PRIVATE_KEY, ISSUER, LABEL, SCOPES',
  ],
  ['OAUTH_DISCORD_ISSUER', 'Discord', 'CLIENT_ID, CLIENT_SECRET, BASE_URL, LABEL, SCOPES'],
])('warns that %s is ignored, because %s does not use it', (name, label, taken) => {
  expect(unknownSettings({ [name]: 'x' })).toEqual([
    `${name} is not a setting of ${label} and is ignored; it takes ${taken}`,
  ])
})

it('allows plain http only on this machine', () => {
  const local = { ...acme, OAUTH_ACME_CORP_ISSUER: 'http://127.0.0.1:4000' }
  expect(readProviders(local)).toMatchObject({
    faults: [],
    providers: [{ issuer: 'http://127.0.0.1:4000' }],
  })
})
