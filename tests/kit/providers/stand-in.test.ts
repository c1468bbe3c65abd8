import { createHash } from 'node:crypto'
import { createRemoteJWKSet, decodeJwt, importPKCS8, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startAllProviders,
  STAND_IN_IDS,
  type AllProviders,
  type StandInId,
} from '@/tests/kit/providers/all-providers'
import type { StandIn } from '@/tests/kit/providers/stand-in'
import { arriveFromProvider } from '@/tests/kit/visit-provider'

const SERVICE = 'http://localhost:3000'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

let all: AllProviders
beforeAll(async () => {
  all = await startAllProviders([SERVICE])
})
beforeEach(() => all.reset())
afterAll(() => all.close())

/** The paths that a correct client uses at each provider. */
const PATHS: Record<
  StandInId,
  { authorize: string; token: string; scope: string; pkce?: true; post?: true }
> = {
  google: { authorize: '/auth', token: '/token', scope: 'openid email profile', pkce: true },
  github: {
    authorize: '/login/oauth/authorize',
    token: '/login/oauth/access_token',
    scope: 'read:user user:email',
    pkce: true,
  },
  'microsoft-entra-id': {
    authorize: '/common/oauth2/v2.0/authorize',
    token: '/common/oauth2/v2.0/token',
    scope: 'openid email profile',
    pkce: true,
  },
  apple: { authorize: '/auth/authorize', token: '/auth/token', scope: 'name email', post: true },
  gitlab: { authorize: '/oauth/authorize', token: '/oauth/token', scope: 'read_user', pkce: true },
  discord: {
    authorize: '/api/oauth2/authorize',
    token: '/api/oauth2/token',
    scope: 'identify email',
    pkce: true,
  },
  facebook: {
    authorize: '/v19.0/dialog/oauth',
    token: '/oauth/access_token',
    scope: 'email',
    pkce: true,
  },
  linkedin: {
    authorize: '/oauth/v2/authorization',
    token: '/oauth/v2/accessToken',
    scope: 'openid email profile',
    post: true,
  },
  slack: {
    authorize: '/openid/connect/authorize',
    token: '/api/openid.connect.token',
    scope: 'openid email',
  },
  keycloak: {
    authorize: '/realms/gatehouse/protocol/openid-connect/auth',
    token: '/realms/gatehouse/protocol/openid-connect/token',
    scope: 'openid email profile',
    pkce: true,
  },
}

const prefixOf = (id: string) => `OAUTH_${id.toUpperCase().replaceAll('-', '_')}`
const callbackOf = (id: string) => `${SERVICE}/auth/oauth/${id}/callback`

function authorizeAddress(id: StandInId, changes: Record<string, string> = {}): string {
  const { authorize, scope, pkce } = PATHS[id]
  const query = new URLSearchParams({
    client_id: all.env[`${prefixOf(id)}_CLIENT_ID`]!,
    redirect_uri: callbackOf(id),
    response_type: 'code',
    scope,
    state: 'the state',
    nonce: 'the nonce',
    ...(id === 'apple' && { response_mode: 'form_post' }),
    ...(pkce && { code_challenge: challenge, code_challenge_method: 'S256' }),
    ...changes,
  })
  return `${all[id].base}${authorize}?${query.toString()}`
}

async function codeFrom(id: StandInId): Promise<string> {
  const { address, form } = await arriveFromProvider(authorizeAddress(id))
  const back = form ?? address.searchParams
  expect(back.get('state')).toBe('the state')
  return back.get('code')!
}

async function appleSecret(
  changes: { kid?: string; alg?: string; claims?: Record<string, unknown> } = {},
) {
  const key = await importPKCS8(all.env.OAUTH_APPLE_PRIVATE_KEY!.replaceAll('\\n', '\n'), 'ES256')
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: all.env.OAUTH_APPLE_TEAM_ID,
    sub: all.env.OAUTH_APPLE_CLIENT_ID,
    aud: all.apple.base,
    iat: now,
    exp: now + 600,
    ...changes.claims,
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: changes.kid ?? all.env.OAUTH_APPLE_KEY_ID })
    .sign(key)
}

async function exchange(id: StandInId, code: string, changes: Record<string, string | null> = {}) {
  const { pkce, post, token } = PATHS[id]
  const clientId = all.env[`${prefixOf(id)}_CLIENT_ID`]!
  const secret = id === 'apple' ? await appleSecret() : all.env[`${prefixOf(id)}_CLIENT_SECRET`]!
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackOf(id),
    ...(pkce && { code_verifier: verifier }),
    ...(post && { client_id: clientId, client_secret: secret }),
  })
  const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
  const basic = Buffer.from(`${encoded(clientId)}:${encoded(secret)}`).toString('base64')
  const headers: Record<string, string> = post ? {} : { authorization: `Basic ${basic}` }
  for (const [name, value] of Object.entries(changes))
    if (name === 'authorization') headers.authorization = value!
    else if (value === null) form.delete(name)
    else form.set(name, value)
  const answer = await fetch(all[id].base + token, { method: 'POST', body: form, headers })
  return (await answer.json()) as Record<string, unknown>
}

const granted = { access_token: expect.any(String) as string }

describe.each(STAND_IN_IDS)('%s', (id) => {
  it('exchanges a code for tokens once', async () => {
    const code = await codeFrom(id)
    expect(await exchange(id, code)).toMatchObject(granted)
    expect(await exchange(id, code)).not.toHaveProperty('access_token')
    expect(all[id].tokenRequests).toMatchObject([{ code }, { code }])
  })

  it.each([
    ['an unregistered callback', { redirect_uri: 'https://evil.example/callback' }],
    ['a client that it does not know', { client_id: 'nobody' }],
    ['an answer that would hold tokens', { response_type: 'token' }],
  ])('redirects no one for %s', async (_, changes) => {
    const address = authorizeAddress(id, changes)
    const arrival = await arriveFromProvider(address).catch(() => null)
    expect(arrival?.address.searchParams.get('code') ?? null).toBeNull()
    expect(arrival?.address.hash ?? '').not.toContain('access_token')
    if (!('response_type' in changes)) expect(arrival).toBeNull()
  })

  it.each([
    ['a code of its own invention', { code: 'invented' }],
    ['another callback', { redirect_uri: `${SERVICE}/api/v1/auth/oauth/${id}/callback` }],
    ['another grant', { grant_type: 'password' }],
  ])('issues no tokens for %s', async (_, changes) => {
    expect(await exchange(id, await codeFrom(id), changes)).not.toHaveProperty('access_token')
  })

  it('issues no tokens to a client with another secret', async () => {
    const basic = `Basic ${btoa(`${all.env[`${prefixOf(id)}_CLIENT_ID`]}:wrong`)}`
    const wrong: Record<string, string> = PATHS[id].post
      ? { client_secret: 'wrong' }
      : { authorization: basic }
    expect(await exchange(id, await codeFrom(id), wrong)).not.toHaveProperty('access_token')
  })

  it('does not sign in a user who declines', async () => {
    all[id].state.mode = 'access_denied'
    const { address, form } = await arriveFromProvider(authorizeAddress(id))
    const back = form ?? address.searchParams
    expect(back.get('error')).toMatch(/denied|cancel/)
    expect(back.get('code')).toBeNull()
  })
})

describe.each(STAND_IN_IDS.filter((id) => PATHS[id].pkce))(
  '%s binds a code to its challenge',
  (id) => {
    it.each([
      ['another verifier', 'w'.repeat(43)],
      ['no verifier', null],
    ])('%s', async (_, code_verifier) => {
      expect(await exchange(id, await codeFrom(id), { code_verifier })).not.toHaveProperty(
        'access_token',
      )
    })
  },
)

it.each(['linkedin', 'slack'] as const)('%s refuses a verifier', async (id) => {
  expect(await exchange(id, await codeFrom(id), { code_verifier: verifier })).not.toHaveProperty(
    'access_token',
  )
})

it('linkedin accepts the secret in the body only', async () => {
  const { OAUTH_LINKEDIN_CLIENT_ID: user, OAUTH_LINKEDIN_CLIENT_SECRET: secret } = all.env
  const basic = {
    authorization: `Basic ${btoa(`${user}:${secret}`)}`,
    client_id: null,
    client_secret: null,
  }
  expect(await exchange('linkedin', await codeFrom('linkedin'), basic)).toMatchObject({
    error: 'invalid_client',
  })
})

describe('apple', () => {
  const now = Math.floor(Date.now() / 1000)
  it.each([
    ['of another key', { kid: 'ANOTHER' }],
    ['of another team', { claims: { iss: 'ANOTHER' } }],
    ['for another client', { claims: { sub: 'com.example.another' } }],
    ['made out to another server', { claims: { aud: 'https://appleid.apple.com' } }],
    ['that lives longer than six months', { claims: { exp: now + 200 * 86_400 } }],
    ['that never ends', { claims: { exp: undefined } }],
    ['that has ended', { claims: { iat: now - 700, exp: now - 100 } }],
  ])('refuses a secret %s', async (_, changes) => {
    const client_secret = await appleSecret(changes)
    expect(await exchange('apple', await codeFrom('apple'), { client_secret })).toMatchObject({
      error: 'invalid_client',
    })
  })

  it('sends the name to the callback the first time only', async () => {
    const first = await arriveFromProvider(authorizeAddress('apple'))
    expect(JSON.parse(first.form!.get('user')!)).toMatchObject({ name: { firstName: 'Ann' } })
    expect((await arriveFromProvider(authorizeAddress('apple'))).form!.has('user')).toBe(false)
  })

  it('returns name and address in a form only', async () => {
    await expect(
      arriveFromProvider(authorizeAddress('apple', { response_mode: 'query' })),
    ).rejects.toThrow('400')
  })
})

const OPEN_ID: [StandInId, discovery: string][] = [
  ['microsoft-entra-id', '/common/v2.0'],
  ['apple', ''],
  ['linkedin', '/oauth'],
  ['slack', ''],
  ['keycloak', '/realms/gatehouse'],
]

describe.each(OPEN_ID)('%s, by OpenID Connect', (id, folder) => {
  async function idToken(standIn: StandIn) {
    const { id_token } = await exchange(id, await codeFrom(id))
    const discovery = await fetch(`${standIn.base}${folder}/.well-known/openid-configuration`)
    return {
      token: String(id_token),
      about: (await discovery.json()) as { jwks_uri: string; issuer: string },
    }
  }

  it('signs an id_token with a key from its discovery document, for this client and nonce', async () => {
    const { token, about } = await idToken(all[id])
    const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(about.jwks_uri)))
    expect(payload.aud).toBe(all.env[`${prefixOf(id)}_CLIENT_ID`])
    expect(payload.nonce).toBe(id === 'linkedin' ? undefined : 'the nonce')
    const template = id === 'microsoft-entra-id'
    expect(payload.iss === about.issuer).toBe(!template)
    expect(payload.iss).toBe(about.issuer.replace('{tenantid}', String(payload.tid)))
  })

  it('forges the signature on request', async () => {
    all[id].state.mode = 'rogue_signature'
    const { token, about } = await idToken(all[id])
    expect(decodeJwt(token).sub).toBe(all[id].state.person.sub)
    await expect(jwtVerify(token, createRemoteJWKSet(new URL(about.jwks_uri)))).rejects.toThrow(
      'signature',
    )
  })
})
