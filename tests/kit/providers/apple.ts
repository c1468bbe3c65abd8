import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import { secretSignedBy } from '@/tests/kit/providers/client-authentication'
import { startStandIn } from '@/tests/kit/providers/stand-in'

const CLIENT_ID = 'com.example.gatehouse'
const TEAM_ID = 'ABCDE12345'
const KEY_ID = 'KEY1234567'

/**
 * Apple: the client secret is a JWT signed with the team's key; code and state arrive in a form
 * posted by Apple's own page, with the user's name the first time only; flags are strings; there is
 * no PKCE and no userinfo endpoint.
 */
export async function startAppleStandIn(services: string[]) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const registered = {
    clientId: CLIENT_ID,
    teamId: TEAM_ID,
    keyId: KEY_ID,
    publicKey: await exportSPKI(publicKey),
  }
  const settings = {
    OAUTH_APPLE_TEAM_ID: TEAM_ID,
    OAUTH_APPLE_KEY_ID: KEY_ID,
    // A single line, as in an .env file.
    OAUTH_APPLE_PRIVATE_KEY: (await exportPKCS8(privateKey)).trim().replaceAll('\n', '\\n'),
  }
  return startStandIn(services, (base) => ({
    id: 'apple',
    client: { id: CLIENT_ID, secret: '' },
    settings: { ...settings, OAUTH_APPLE_ISSUER: base },
    person: () => ({
      sub: '000792.d71059495fa24644b94e4a644e2e3b4a.0638',
      email: 'ann@example.com',
      email_verified: 'true',
      is_private_email: 'false',
      fullName: { firstName: 'Ann', lastName: 'Example' },
    }),
    paths: { authorize: '/auth/authorize', token: '/auth/token' },
    authenticate: secretSignedBy(registered, base),
    pkce: 'ignored',
    objection: (query) =>
      /\b(name|email)\b/.test(query.get('scope') ?? '') &&
      query.get('response_mode') !== 'form_post'
        ? 'response_mode must be form_post when name or email scope is requested.'
        : null,
    denial: { error: 'user_cancelled_authorize' },
    formPost: true,
    extras: ({ first, scopes, person: { fullName, email } }): Record<string, string> =>
      first && scopes.has('name') ? { user: JSON.stringify({ name: fullName, email }) } : {},
    tokenExtras: () => ({ refresh_token: 'r.0.apple' }),
    resources: {},
    openId: {
      issuer: base,
      paths: { discovery: '/.well-known/openid-configuration', keys: '/auth/keys' },
      metadata: {
        response_modes_supported: ['query', 'fragment', 'form_post'],
        subject_types_supported: ['pairwise'],
        scopes_supported: ['openid', 'email', 'name'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      },
      nonce: 'echoed',
      idTokenWithoutScope: true,
      claims: ({
        person: { fullName: _, email, email_verified, is_private_email, ...rest },
        scopes,
      }) => ({
        ...rest,
        nonce_supported: true,
        ...(scopes.has('email') && { email, email_verified, is_private_email }),
      }),
    },
  }))
}
