import * as oidc from 'openid-client'
import { settings, type Settings } from '@/lib/config/settings'
import type { ProviderName } from '@/lib/external/enabled-providers'
import { flowSecrets } from '@/lib/external/flow-secrets'
import { githubProfile } from '@/lib/external/github-profile'
import { keepableProfile } from '@/lib/external/keepable-profile'
import { ProviderAway, providerFetch } from '@/lib/external/provider-fetch'

/** Whoever the provider says has signed in: the port behind which the protocol ends. */
export interface ExternalIdentity {
  provider: ProviderName
  /** The provider's own, never reassigned name of the account; with `provider` the only thing a person is known by. */
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
}

/** Why there is no identity; `reason` is for the log, it never holds what a client or provider sent. */
export interface HandshakeFailure {
  ok: false
  code: 'oauth_denied' | 'oauth_failed' | 'oauth_unavailable'
  reason: string
}

type Profile = Omit<ExternalIdentity, 'provider'>
type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

interface Engine {
  scope: string
  /** OpenID Connect: there must be an id_token, with our nonce. */
  idToken: boolean
  configuration(): Promise<oidc.Configuration>
  profile(configuration: oidc.Configuration, tokens: Tokens): Promise<Profile>
}

/** How long a provider may take for each answer. */
const TIMEOUT_SECONDS = 3
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Where the browser goes to sign in at a provider: authorization code with PKCE S256 (RFC 7636), state, and a nonce for OpenID
 * Connect. Fails as `oauth_unavailable` when the provider cannot be discovered.
 */
export async function authorizationAddress(
  provider: ProviderName,
  by: { state: string; redirectUri: string },
): Promise<{ ok: true; address: string } | HandshakeFailure> {
  const engine = engineOf(provider)
  const { codeVerifier, nonce } = flowSecrets(by.state)
  try {
    const configuration = await engine.configuration()
    const address = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: by.redirectUri,
      scope: engine.scope,
      state: by.state,
      ...(engine.idToken && { nonce }),
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    })
    return { ok: true, address: address.href }
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
  const engine = engineOf(provider)
  const { codeVerifier, nonce } = flowSecrets(by.state)
  try {
    const configuration = await engine.configuration()
    const tokens = await oidc.authorizationCodeGrant(
      configuration,
      new URL(`${by.redirectUri}?${by.query.toString()}`),
      {
        pkceCodeVerifier: codeVerifier,
        expectedState: by.state,
        ...(engine.idToken && { expectedNonce: nonce, idTokenExpected: true }),
      },
    )
    const profile = keepableProfile(await engine.profile(configuration, tokens))
    return { ok: true, identity: { provider, ...profile } }
  } catch (error) {
    return { ok: false, code: codeOf(error), reason: reasonOf(error) }
  }
}

function engineOf(provider: ProviderName): Engine {
  const own = settings().external[provider]
  if (!own) throw new Error(`the provider ${provider} is disabled`)
  return 'issuer' in own ? openIdConnect(own) : github(own)
}

function openIdConnect(own: NonNullable<Settings['external']['google']>): Engine {
  return {
    scope: 'openid email profile',
    idToken: true,
    configuration: () =>
      remembered(own, () =>
        oidc.discovery(new URL(own.issuer), own.clientId, undefined, secretAsSupported(own.clientSecret), {
          timeout: TIMEOUT_SECONDS,
          [oidc.customFetch]: boundedFetch,
          // Without it the signature of an id_token is left to TLS (OpenID Connect Core 1.0 §3.1.3.7, 6).
          execute: [oidc.enableNonRepudiationChecks, ...insecureOnLoopback(own.issuer)],
        }),
      ),
    profile: openIdProfile,
  }
}

async function openIdProfile(configuration: oidc.Configuration, tokens: Tokens): Promise<Profile> {
  const claims = tokens.claims()
  if (!claims) throw new Error('no id_token')
  const elsewhere = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
  const about = elsewhere ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims
  const { email, email_verified: emailVerified, name } = about
  return {
    subject: claims.sub,
    email: typeof email === 'string' ? email : null,
    emailVerified: emailVerified === true,
    name: typeof name === 'string' ? name : null,
  }
}

function github(own: NonNullable<Settings['external']['github']>): Engine {
  const { baseUrl, clientId, clientSecret } = own
  const api = baseUrl === 'https://github.com' ? 'https://api.github.com' : `${baseUrl}/api/v3`
  return {
    scope: 'read:user user:email',
    idToken: false,
    configuration: () =>
      remembered(own, async () => {
        const server = {
          issuer: `${baseUrl}/login/oauth`,
          authorization_endpoint: `${baseUrl}/login/oauth/authorize`,
          token_endpoint: `${baseUrl}/login/oauth/access_token`,
        }
        const made = new oidc.Configuration(server, clientId, undefined, oidc.ClientSecretPost(clientSecret))
        made.timeout = TIMEOUT_SECONDS
        made[oidc.customFetch] = boundedFetch
        insecureOnLoopback(baseUrl).forEach((allow) => allow(made))
        return made
      }),
    profile: (configuration, { access_token: token }) =>
      githubProfile(async (path) => {
        const headers = new Headers({ accept: 'application/vnd.github+json' })
        const address = new URL(`${api}${path}`)
        const answer = await oidc.fetchProtectedResource(configuration, token, address, 'GET', null, headers)
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
        return answer.json()
      }),
  }
}

const boundedFetch: oidc.CustomFetch = (url, init) => providerFetch(url, init as RequestInit)

/** client_secret_basic is what OpenID Connect assumes; a provider that names its methods without it gets client_secret_post. */
function secretAsSupported(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported
    const method = supported && !supported.includes('client_secret_basic') ? post : basic
    method(server, ...rest)
  }
}

/** Plain http to this machine only: the settings refuse it elsewhere, and so does this. */
function insecureOnLoopback(address: string): ((configuration: oidc.Configuration) => void)[] {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && LOOPBACK.test(hostname) ? [oidc.allowInsecureRequests] : []
}

/** By the settings they were made from. A failure is forgotten: a provider that was away once is asked again. */
const configurations = new WeakMap<object, Promise<oidc.Configuration>>()

function remembered(own: object, make: () => Promise<oidc.Configuration>): Promise<oidc.Configuration> {
  const known = configurations.get(own)
  if (known) return known
  const made = make()
  configurations.set(own, made)
  made.catch(() => configurations.delete(own))
  return made
}

function codeOf(error: unknown): HandshakeFailure['code'] {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'oauth_denied'
    const away = error.error === 'temporarily_unavailable' || error.error === 'server_error'
    return away ? 'oauth_unavailable' : 'oauth_failed'
  }
  return causesOf(error).some((cause) => cause instanceof ProviderAway) ? 'oauth_unavailable' : 'oauth_failed'
}

/** The messages of the library and of this file: fixed texts. What hangs on their causes (claims, bodies) stays out. */
function reasonOf(error: unknown): string {
  return causesOf(error)
    .map(({ name, message }) => `${name}: ${message}`)
    .join(' < ')
    .slice(0, 300)
}

function causesOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return []
  return [error, ...causesOf(error.cause, depth + 1)]
}
