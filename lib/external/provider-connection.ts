import * as oidc from 'openid-client'
import type { ProviderSettings } from '@/lib/config/provider-settings'
import { settings } from '@/lib/config/settings'
import { clientSecretJwt } from '@/lib/external/client-secret-jwt'
import { definitionOf, type Definition } from '@/lib/external/definition'
import type { ProviderName } from '@/lib/external/enabled-providers'
import { providerFetch } from '@/lib/external/provider-fetch'
import { mendedTokenAnswer } from '@/lib/external/token-answer'
import { now } from '@/lib/platform/clock'

/** What is known of a provider once it is to be spoken to. */
export interface Connection {
  own: ProviderSettings
  definition: Definition
  configuration: oidc.Configuration
}

/** How long a provider may take for each answer. */
const TIMEOUT_SECONDS = 3
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/
const MICROSOFT = 'https://login.microsoftonline.com'
/** What a tenant's issuer has in place of its id, in the settings and in discovery. */
const MANY_TENANTS = /^(common|organizations)$/
const TENANT = /^\{tenantid\}$|^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** By the settings they were made from. A failure is forgotten: a provider that was away once is asked again. */
const connections = new WeakMap<object, Promise<Connection>>()

/** The provider as it has to be spoken to. Throws when it is off, or cannot be discovered. */
export async function connectionTo(provider: ProviderName): Promise<Connection> {
  const own = settings().external.providers.find(({ id }) => id === provider)
  if (!own) throw new Error(`the provider ${provider} is disabled`)
  const known = connections.get(own)
  if (known) return known
  const made = connect(own)
  connections.set(own, made)
  made.catch(() => connections.delete(own))
  return made
}

async function connect(own: ProviderSettings): Promise<Connection> {
  const definition = await definitionOf(own)
  const configuration = definition.endpoints
    ? withoutDiscovery(own, definition, definition.endpoints)
    : definition.tenants
      ? await discoverTenants(own, definition)
      : await discoverOne(own, definition)
  const { token_endpoint: tokenEndpoint } = configuration.serverMetadata()
  configuration.timeout = TIMEOUT_SECONDS
  configuration[oidc.customFetch] = async (url, init) => {
    const answer = await boundedFetch(url, init)
    return url === tokenEndpoint ? mendedTokenAnswer(answer, { idToken: !definition.endpoints }) : answer
  }
  return { own, definition, configuration }
}

const boundedFetch: oidc.CustomFetch = (url, init) => providerFetch(url, init as RequestInit)

function withoutDiscovery(
  own: ProviderSettings,
  definition: Definition,
  { authorization, token }: NonNullable<Definition['endpoints']>,
): oidc.Configuration {
  const server = { issuer: definition.issuer, authorization_endpoint: authorization, token_endpoint: token }
  const made = new oidc.Configuration(server, own.clientId, undefined, credentials(own, definition))
  insecureOnLoopback(token).forEach((allow) => allow(made))
  return made
}

function discover(
  own: ProviderSettings,
  definition: Definition,
  at: URL,
  fetch: oidc.CustomFetch,
): Promise<oidc.Configuration> {
  // Without these checks the signature of an id_token is left to TLS (OpenID Connect Core 1.0 §3.1.3.7, 6).
  const signature = definition.signedBySecret ? [] : [oidc.enableNonRepudiationChecks]
  return oidc.discovery(at, own.clientId, definition.metadata, credentials(own, definition), {
    timeout: TIMEOUT_SECONDS,
    [oidc.customFetch]: fetch,
    execute: [...signature, ...insecureOnLoopback(definition.issuer)],
  })
}

async function discoverOne(own: ProviderSettings, definition: Definition): Promise<oidc.Configuration> {
  const at = new URL(definition.wellKnown ?? definition.issuer)
  const made = await discover(own, definition, at, boundedFetch)
  // The library takes that from Microsoft's address: anybody's tenant would do.
  if (made.serverMetadata().issuer.includes('{tenantid}')) throw new Error('discovery names many issuers')
  return made
}

/**
 * A provider of which each tenant is an issuer: discovery names `{tenantid}`, and an id_token has to come from the issuer of its
 * own `tid`. The library knows that rule, for Microsoft's address only: it is asked for that one, and the configured one is read.
 */
async function discoverTenants(own: ProviderSettings, definition: Definition): Promise<oidc.Configuration> {
  const { origin, pathname } = new URL(definition.issuer)
  const made = await discover(own, definition, new URL(pathname, MICROSOFT), (url, init) =>
    boundedFetch(`${origin}${url.slice(MICROSOFT.length)}`, init),
  )
  const [, asked = '', ...rest] = pathname.split('/')
  const { issuer } = made.serverMetadata()
  const found = new URL(issuer)
  const [, tenant = '', ...foundRest] = decodeURIComponent(found.pathname).split('/')
  const same = found.origin === origin && foundRest.join('/') === rest.join('/').replace(/\/+$/, '')
  const pinned = TENANT.test(asked) && tenant !== asked
  if (!same || !TENANT.test(tenant) || pinned || (tenant === '{tenantid}' && !MANY_TENANTS.test(asked)))
    throw new Error('discovery names another issuer')
  return made
}

/** How the client proves itself at the token endpoint. */
function credentials(own: ProviderSettings, { clientAuth }: Definition): oidc.ClientAuth {
  const { clientId, clientSecret: secret, signingKey } = own
  if (clientAuth === null) return secretAsSupported(secret)
  if (typeof clientAuth === 'function')
    return (_server, _client, form) => clientAuth(form, { id: clientId, secret })
  if (clientAuth === 'signed')
    return (server, ...rest) => {
      if (!signingKey) throw new Error('there is no key to sign with')
      const jwt = clientSecretJwt({ clientId, ...signingKey }, server.issuer, now())
      oidc.ClientSecretPost(jwt)(server, ...rest)
    }
  return clientAuth === 'client_secret_post' ? oidc.ClientSecretPost(secret) : basic(secret)
}

/** client_secret_basic is what OpenID Connect assumes; a provider that names its methods without it gets client_secret_post. */
function secretAsSupported(secret: string): oidc.ClientAuth {
  const [byHeader, byForm] = [basic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported
    const method = supported && !supported.includes('client_secret_basic') ? byForm : byHeader
    method(server, ...rest)
  }
}

/**
 * client_secret_basic. The library escapes also what need not be (`-`, `_`), as RFC 6749 allows; some providers do not decode it, and such
 * characters are in their secrets.
 */
function basic(secret: string): oidc.ClientAuth {
  const escaped = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')
  return (_server, client, _form, headers) => {
    const pair = Buffer.from(`${escaped(client.client_id)}:${escaped(secret)}`)
    headers.set('authorization', `Basic ${pair.toString('base64')}`)
  }
}

/** Plain http to this machine only: the settings refuse it elsewhere, and so does this. */
function insecureOnLoopback(address: string): ((configuration: oidc.Configuration) => void)[] {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && LOOPBACK.test(hostname) ? [oidc.allowInsecureRequests] : []
}
