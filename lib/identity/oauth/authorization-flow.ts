import { createHmac } from 'node:crypto'
import * as oidc from 'openid-client'
import { emailField } from '@/lib/accounts/user-fields'
import type { ExternalIdentity } from '@/lib/config/providers/enabled-providers'
import type { Profile, ReadJson } from '@/lib/config/providers/define-provider'
import { type ProviderClaims, valueAt } from '@/lib/config/providers/email-proof'
import type { ProviderName } from '@/lib/config/providers/enabled-providers'
import { flowSecrets } from '@/lib/identity/oauth/flow-secrets'
import { connectionTo, markConnectionSuspect } from '@/lib/identity/oauth/known-connections'
import { type Connection, ProviderUnavailable } from '@/lib/identity/oauth/provider-connection'
import { type Definition, relocated } from '@/lib/identity/oauth/provider-definition'
import { equalBytes } from '@/lib/platform/crypto'

/**
 * Why there is no identity. `reason` is for the log and never contains what a client or provider
 * sent.
 */
export interface HandshakeFailure {
  ok: false
  code: 'oauth_denied' | 'oauth_failed' | 'oauth_unavailable'
  reason: string
}

/**
 * How providers say that the user declined: as in RFC 6749, or with their own codes (Apple,
 * LinkedIn).
 */
const DECLINED: ReadonlySet<string> = new Set([
  'access_denied',
  'user_cancelled_authorize',
  'user_cancelled_login',
])

const TENANT = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/**
 * The URL that the browser is sent to in order to sign in at a provider: authorization code with
 * state, with PKCE S256 (RFC 7636) unless the provider doesn't support it, and with a nonce for
 * OpenID Connect. Fails with `oauth_unavailable` when discovery fails.
 */
export async function authorizationUrl(
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
 * Exchanges what the provider sent the browser back with (`query`, still unverified) for the
 * identity that signed in. Checks the state, `iss` if present (RFC 9207), the code by exchanging it
 * with our verifier, and the signature, issuer, audience, expiry and nonce of an id_token.
 */
export async function exchangeCode(
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
    return { ok: true, identity: { provider, ...validateProfile(profile) } }
  } catch (error) {
    if (mayHaveMoved(error)) markConnectionSuspect(provider)
    return { ok: false, code: codeOf(error), reason: reasonOf(error) }
  }
}

/**
 * OpenID Connect: the claims of the id_token, or those of the userinfo endpoint if only that has
 * the address.
 */
async function openIdProfile(
  { own, definition, configuration }: Connection,
  tokens: Tokens,
): Promise<Profile> {
  const claims = tokens.claims()
  if (!claims) throw new Error('no id_token')
  if (definition.signedBySecret) checkHmac(tokens.id_token ?? '', own.clientSecret)
  const elsewhere = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
  const stated = elsewhere
    ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : claims
  const profile = readProfile(stated, definition)
  return definition.multiTenant
    ? { ...profile, subject: `${tenantOf(claims.tid)}/${profile.subject}` }
    : profile
}

/**
 * `sub` is unique within an issuer (OpenID Connect Core 1.0 §2), and each tenant is an issuer of
 * its own.
 */
function tenantOf(tid: unknown): string {
  if (typeof tid !== 'string' || !TENANT.test(tid)) throw new Error('the id_token names no tenant')
  return tid
}

/**
 * Plain OAuth 2: the profile that the provider's API returns for the account that the access token
 * belongs to.
 */
async function accountProfile(
  { own, definition, configuration }: Connection,
  tokens: Tokens,
): Promise<Profile> {
  const read: ReadJson = async (address, asked = {}) => {
    const headers = new Headers({ accept: 'application/json', ...asked.headers })
    const url = new URL(relocated(address, own))
    const { method = 'GET', body = null } = asked
    const { access_token: token } = tokens
    const answer = await oidc.fetchProtectedResource(
      configuration,
      token,
      url,
      method,
      body,
      headers,
    )
    if (!answer.ok) throw new Error(`the userinfo endpoint answered ${answer.status}`)
    return answer.json()
  }
  const userinfo = definition.endpoints?.userinfo ?? ''
  if (definition.customProfile) return definition.customProfile.read(read, userinfo)
  const { clientId, extras } = own
  const { address, ...asked } = definition.profileRequest({ userinfo, tokens, clientId, extras })
  return readProfile({ ...((await read(address, asked)) as ProviderClaims), tokens }, definition)
}

/**
 * HS256, which the library doesn't verify because it relies on TLS. The client secret is the key
 * (OpenID Connect Core 1.0 §10.1).
 */
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
  return isAway(error) ? 'oauth_unavailable' : 'oauth_failed'
}

const isAway = (error: unknown) =>
  causesOf(error).some((cause) => cause instanceof ProviderUnavailable)

/**
 * Whether an id_token is signed with a key that the provider didn't publish when its keys were
 * read: it may have replaced them since.
 */
const isUnknownKey = (error: unknown) =>
  error instanceof oidc.ClientError && error.code === 'OAUTH_KEY_SELECTION_FAILED'

/** The library's errors for an endpoint that answers as if it were none. */
const NO_ENDPOINT = new Set(['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'])

/**
 * Whether endpoints or keys may have moved since discovery. Not if an endpoint refuses a code in
 * proper form: anyone can bring a wrong one.
 */
function mayHaveMoved(error: unknown): boolean {
  if (isUnknownKey(error) || isAway(error)) return true
  return error instanceof oidc.ClientError && NO_ENDPOINT.has(error.code ?? '')
}

/**
 * Errors whose messages quote their input: those of JSON.parse, and of functions of the platform.
 */
const QUOTES_INPUT = new Set(['SyntaxError', 'TypeError'])

/**
 * Only the fixed messages of the library and of this file are logged. Their causes (claims, bodies)
 * are left out, and so are messages that quote their input, which could leak a token or account
 * data.
 */
function reasonOf(error: unknown): string {
  return causesOf(error)
    .map(({ name, message }) => (QUOTES_INPUT.has(name) ? name : `${name}: ${message}`))
    .join(' < ')
    .slice(0, 300)
}

function causesOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return []
  return [error, ...causesOf(error.cause, depth + 1)]
}

/**
 * Reads a provider's profile. An address counts as verified only by the proof known for that
 * provider. Throws when there is no account id; none is made up.
 */
export function readProfile(
  claims: ProviderClaims,
  { profile, emailProof }: Pick<Definition, 'profile' | 'emailProof'>,
): Profile {
  const email = textAt(claims, profile.email)
  return {
    subject: subjectAt(claims, profile.subject),
    email,
    emailVerified: email !== null && emailProof?.isSatisfied(claims) === true,
    name: textAt(claims, profile.name),
  }
}

/** A string, or a positive number that JavaScript represents exactly. */
function subjectAt(claims: ProviderClaims, paths: string): string {
  for (const path of paths.split('|')) {
    const value = valueAt(claims, path)
    if (typeof value === 'string' && value !== '') return value
    if (Number.isSafeInteger(value) && Number(value) > 0) return String(value)
  }
  throw new Error('the response contains no account ID')
}

/**
 * The first alternative that yields text. Parts are joined by a space; missing ones are left out.
 */
function textAt(claims: ProviderClaims, paths: string): string | null {
  for (const path of paths.split('|')) {
    const parts = path.split('+').map((part) => valueAt(claims, part))
    const text = parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
    if (text !== '') return text
  }
  return null
}

/**
 * OpenID Connect Core 1.0 §2. The database would store anything else in a different form than was
 * sent, or not at all.
 */
const SUBJECT_FORM = /^[\x20-\x7e]{1,255}$/

/**
 * Validates a provider's profile: an address that isn't valid here counts as missing. Throws when
 * the subject is invalid, because it is the only thing that identifies the user.
 */
function validateProfile(profile: Profile): Profile {
  if (!SUBJECT_FORM.test(profile.subject)) throw new Error('no subject')
  const email = emailField.safeParse(profile.email).data ?? null
  return { ...profile, email, emailVerified: email !== null && profile.emailVerified }
}
