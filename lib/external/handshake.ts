import { createHmac } from 'node:crypto'
import * as oidc from 'openid-client'
import type { Profile, ReadJson } from '@/lib/external/catalog-entry'
import { relocated } from '@/lib/external/definition'
import type { ProviderName } from '@/lib/external/enabled-providers'
import { flowSecrets } from '@/lib/external/flow-secrets'
import { keepableProfile } from '@/lib/external/keepable-profile'
import type { Said } from '@/lib/external/proof'
import { connectionTo, type Connection } from '@/lib/external/provider-connection'
import { ProviderAway } from '@/lib/external/provider-fetch'
import { readProfile } from '@/lib/external/read-profile'
import { equalBytes } from '@/lib/platform/crypto'

/** Whoever the provider says has signed in: the port behind which the protocol ends. */
export interface ExternalIdentity extends Profile {
  provider: ProviderName
}

/** Why there is no identity; `reason` is for the log, it never holds what a client or provider sent. */
export interface HandshakeFailure {
  ok: false
  code: 'oauth_denied' | 'oauth_failed' | 'oauth_unavailable'
  reason: string
}

/** How providers say that the person declined: as RFC 6749 has it, or in words of their own (Apple, LinkedIn). */
const DECLINED: ReadonlySet<string> = new Set([
  'access_denied',
  'user_cancelled_authorize',
  'user_cancelled_login',
])

const TENANT = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/**
 * Where the browser goes to sign in at a provider: authorization code with state, with PKCE S256 (RFC 7636) unless the provider
 * cannot, and with a nonce for OpenID Connect. Fails as `oauth_unavailable` when the provider cannot be discovered.
 */
export async function authorizationAddress(
  provider: ProviderName,
  by: { state: string; redirectUri: string },
): Promise<{ ok: true; address: string } | HandshakeFailure> {
  const { codeVerifier, nonce } = flowSecrets(by.state)
  try {
    const { definition, configuration } = await connectionTo(provider)
    const params = new URLSearchParams(definition.params)
    params.set('redirect_uri', by.redirectUri)
    params.set('state', by.state)
    if (definition.nonce) params.set('nonce', nonce)
    if (definition.pkce) {
      params.set('code_challenge', await oidc.calculatePKCECodeChallenge(codeVerifier))
      params.set('code_challenge_method', 'S256')
    }
    return { ok: true, address: oidc.buildAuthorizationUrl(configuration, params).href }
  } catch (error) {
    return { ok: false, code: 'oauth_unavailable', reason: reasonOf(error) }
  }
}

/**
 * Who signed in, from what the provider sent the browser back with (`query`, still unverified). Checked are state, `iss` where it
 * comes (RFC 9207), the code by exchange with our verifier, and of an id_token signature, issuer, audience, expiry and nonce.
 */
export async function identify(
  provider: ProviderName,
  by: { query: URLSearchParams; state: string; redirectUri: string },
): Promise<{ ok: true; identity: ExternalIdentity } | HandshakeFailure> {
  const { codeVerifier, nonce } = flowSecrets(by.state)
  try {
    const connection = await connectionTo(provider)
    const { definition, configuration } = connection
    const openId = definition.endpoints === null
    const tokens = await oidc.authorizationCodeGrant(
      configuration,
      new URL(`${by.redirectUri}?${by.query.toString()}`),
      {
        expectedState: by.state,
        ...(definition.pkce && { pkceCodeVerifier: codeVerifier }),
        ...(definition.nonce && { expectedNonce: nonce }),
        ...(openId && { idTokenExpected: true }),
      },
    )
    const profile = await (openId ? openIdProfile : accountProfile)(connection, tokens)
    return { ok: true, identity: { provider, ...keepableProfile(profile) } }
  } catch (error) {
    return { ok: false, code: codeOf(error), reason: reasonOf(error) }
  }
}

/** By OpenID Connect: the claims of the id_token, or those of the userinfo endpoint where the address is only there. */
async function openIdProfile(
  { own, definition, configuration }: Connection,
  tokens: Tokens,
): Promise<Profile> {
  const claims = tokens.claims()
  if (!claims) throw new Error('no id_token')
  if (definition.signedBySecret) checkHmac(tokens.id_token ?? '', own.clientSecret)
  const elsewhere = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
  const said = elsewhere ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims
  const profile = readProfile(said, definition)
  return definition.tenants ? { ...profile, subject: `${tenantOf(claims.tid)}/${profile.subject}` } : profile
}

/** `sub` is one account's within an issuer (OpenID Connect Core 1.0 §2), and each tenant is an issuer of its own. */
function tenantOf(tid: unknown): string {
  if (typeof tid !== 'string' || !TENANT.test(tid)) throw new Error('the id_token names no tenant')
  return tid
}

/** By plain OAuth 2: what the provider's interface says of the account that the access token belongs to. */
async function accountProfile(
  { own, definition, configuration }: Connection,
  tokens: Tokens,
): Promise<Profile> {
  const read: ReadJson = async (address, asked = {}) => {
    const headers = new Headers({ accept: 'application/json', ...asked.headers })
    const url = new URL(relocated(address, own))
    const { method = 'GET', body = null } = asked
    const { access_token: token } = tokens
    const answer = await oidc.fetchProtectedResource(configuration, token, url, method, body, headers)
    if (!answer.ok) throw new Error(`the account's address answered ${answer.status}`)
    return answer.json()
  }
  const userinfo = definition.endpoints?.userinfo ?? ''
  if (definition.read) return definition.read(read, userinfo)
  const { clientId, extras } = own
  const { address, ...asked } = definition.ask({ userinfo, tokens, clientId, extras })
  return readProfile({ ...((await read(address, asked)) as Said), tokens }, definition)
}

/** HS256, which the library leaves to TLS: the client secret is the key (OpenID Connect Core 1.0 §10.1). */
function checkHmac(idToken: string, secret: string): void {
  const [header = '', claims = '', signature = ''] = idToken.split('.')
  const expected = createHmac('sha256', secret).update(`${header}.${claims}`).digest()
  if (!equalBytes(expected, Buffer.from(signature, 'base64url')))
    throw new Error('the id_token is not signed with the client secret')
}

function codeOf(error: unknown): HandshakeFailure['code'] {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (DECLINED.has(error.error)) return 'oauth_denied'
    const away = error.error === 'temporarily_unavailable' || error.error === 'server_error'
    return away ? 'oauth_unavailable' : 'oauth_failed'
  }
  return causesOf(error).some((cause) => cause instanceof ProviderAway) ? 'oauth_unavailable' : 'oauth_failed'
}

/**
 * The messages of the library and of this file: fixed texts. What hangs on their causes (claims, bodies) stays out, as does the message of
 * JSON.parse, which quotes what it could not read: a token, somebody's account.
 */
function reasonOf(error: unknown): string {
  return causesOf(error)
    .map(({ name, message }) => (name === 'SyntaxError' ? name : `${name}: ${message}`))
    .join(' < ')
    .slice(0, 300)
}

function causesOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return []
  return [error, ...causesOf(error.cause, depth + 1)]
}
