import { sign } from 'node:crypto'
import * as oidc from 'openid-client'
import { isLoopback } from '@/lib/config/loopback'
import type { ProviderSettings } from '@/lib/config/provider-settings'
import { type Definition, definitionOf } from '@/lib/identity/oauth/provider-definition'
import { readBounded } from '@/lib/platform/byte-collector'
import { now } from '@/lib/platform/clock'
import { tracedCall } from '@/lib/platform/trace'

/** What is needed to talk to a provider. */
export interface Connection {
  own: ProviderSettings
  definition: Definition
  configuration: oidc.Configuration
}

/** How long a provider may take for each response. */
const TIMEOUT_SECONDS = 3
const MICROSOFT = 'https://login.microsoftonline.com'
/** What a tenant's issuer has in place of the tenant id, in the settings and in discovery. */
const MANY_TENANTS = /^(common|organizations)$/
const TENANT = /^\{tenantid\}$|^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** Prepares to talk to a provider: reads its discovery document, if it has one. */
export async function connect(own: ProviderSettings): Promise<Connection> {
  const definition = await definitionOf(own)
  const configuration = definition.endpoints
    ? withoutDiscovery(own, definition, definition.endpoints)
    : definition.multiTenant
      ? await discoverTenants(own, definition)
      : await discoverOne(own, definition)
  const { token_endpoint: tokenEndpoint } = configuration.serverMetadata()
  configuration.timeout = TIMEOUT_SECONDS
  configuration[oidc.customFetch] = async (url, init) => {
    const answer = await boundedFetch(url, init)
    return url === tokenEndpoint
      ? normalizeTokenResponse(answer, { idToken: !definition.endpoints })
      : answer
  }
  return { own, definition, configuration }
}

const boundedFetch: oidc.CustomFetch = (url, init) => providerFetch(url, init as RequestInit)

function withoutDiscovery(
  own: ProviderSettings,
  definition: Definition,
  { authorization, token }: NonNullable<Definition['endpoints']>,
): oidc.Configuration {
  const server = {
    issuer: definition.issuer,
    authorization_endpoint: authorization,
    token_endpoint: token,
  }
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
  // Without these checks the signature of an id_token is left to TLS (OpenID Connect Core 1.0
  // §3.1.3.7, 6).
  const signature = definition.signedBySecret ? [] : [oidc.enableNonRepudiationChecks]
  return oidc.discovery(at, own.clientId, definition.metadata, credentials(own, definition), {
    timeout: TIMEOUT_SECONDS,
    [oidc.customFetch]: fetch,
    execute: [...signature, ...insecureOnLoopback(definition.issuer)],
  })
}

async function discoverOne(
  own: ProviderSettings,
  definition: Definition,
): Promise<oidc.Configuration> {
  const at = new URL(definition.wellKnown ?? definition.issuer)
  const made = await discover(own, definition, at, boundedFetch)
  const { issuer } = made.serverMetadata()
  // The library decides this by Microsoft's address, which would accept any tenant.
  if (issuer.includes('{tenantid}')) throw new Error('discovery names many issuers')
  // The library compares normalized URLs, but the issuer has to be identical (OpenID Connect
  // Discovery 1.0 §4.3).
  if (issuer !== definition.issuer && new URL(issuer).href === new URL(definition.issuer).href)
    throw new Error('discovery spells the issuer differently, perhaps with a slash at its end')
  return made
}

/**
 * For a provider where each tenant is an issuer: discovery returns `{tenantid}`, and an id_token
 * must come from the issuer of its own `tid`. The library applies that rule only to Microsoft's
 * address, so it is asked for that address, and the configured one is fetched.
 */
async function discoverTenants(
  own: ProviderSettings,
  definition: Definition,
): Promise<oidc.Configuration> {
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
  if (
    !same ||
    !TENANT.test(tenant) ||
    pinned ||
    (tenant === '{tenantid}' && !MANY_TENANTS.test(asked))
  )
    throw new Error('discovery names another issuer')
  return made
}

/** How the client authenticates at the token endpoint. */
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

/**
 * OpenID Connect defaults to client_secret_basic. A provider that lists its methods without it gets
 * client_secret_post.
 */
function secretAsSupported(secret: string): oidc.ClientAuth {
  const [byHeader, byForm] = [basic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported
    const method = supported && !supported.includes('client_secret_basic') ? byForm : byHeader
    method(server, ...rest)
  }
}

/**
 * client_secret_basic. The library also escapes characters that don't need it (`-`, `_`), as RFC
 * 6749 allows. Some providers don't decode them, and their secrets contain such characters.
 */
function basic(secret: string): oidc.ClientAuth {
  const escaped = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')
  return (_server, client, _form, headers) => {
    const pair = Buffer.from(`${escaped(client.client_id)}:${escaped(secret)}`)
    headers.set('authorization', `Basic ${pair.toString('base64')}`)
  }
}

/** Plain HTTP to this machine only. The settings refuse it elsewhere, and so does this. */
function insecureOnLoopback(address: string): ((configuration: oidc.Configuration) => void)[] {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && isLoopback(hostname) ? [oidc.allowInsecureRequests] : []
}

const CLIENT_SECRET_SECONDS = 300

/**
 * A client secret in the form that Apple requires: a JWT (ES256) signed with the developer team's
 * key, created for each request, although Apple accepts one that is valid for six months.
 */
function clientSecretJwt(
  by: { clientId: string; teamId: string; keyId: string; privateKey: string },
  audience: string,
  now: Date,
): string {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const header = encoded({ alg: 'ES256', kid: by.keyId })
  const claims = encoded({
    iss: by.teamId,
    iat: issuedAt,
    exp: issuedAt + CLIENT_SECRET_SECONDS,
    aud: audience,
    sub: by.clientId,
  })
  const signed = `${header}.${claims}`
  const signature = sign('sha256', Buffer.from(signed), {
    key: by.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `${signed}.${signature.toString('base64url')}`
}

/**
 * Normalizes a token endpoint's response to RFC 6749 §5.1. Some providers omit the token type, send
 * the scope as a list, declare JSON as text, or add a challenge that belongs to an error. Anything
 * that isn't a JSON object is left unchanged.
 */
export async function normalizeTokenResponse(
  answer: Response,
  by: { idToken: boolean },
): Promise<Response> {
  if (answer.status !== 200) return answer
  const text = await answer.text()
  const said = parseObject(text)
  if (!said) return new Response(text, { status: answer.status, headers: answer.headers })
  const { scope, id_token: idToken, ...rest } = said
  return Response.json({
    ...(typeof said.access_token === 'string' && { token_type: 'bearer' }),
    ...rest,
    ...(typeof scope === 'string' && { scope }),
    ...(Array.isArray(scope) && { scope: scope.join(' ') }),
    // For a plain OAuth 2 provider it would be validated against an unknown issuer.
    ...(by.idToken && idToken !== undefined && { id_token: idToken }),
  })
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** The longest provider response that is read, in bytes. Typical responses are a few kilobytes. */
const MAX_BYTES = 262_144

/** A provider that is unreachable, timed out, or reports an outage itself. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}

/**
 * fetch for requests to providers. Reads at most 256 kB of the response, within the time that
 * `init.signal` allows (body included), and follows no redirects. Throws ProviderUnavailable, or an
 * Error when the response is too long.
 */
async function providerFetch(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetchBounded(url, init).catch((error: unknown) => {
    if (error instanceof ResponseTooLarge) throw error
    throw new ProviderUnavailable(error instanceof Error ? error.name : 'unreachable', {
      cause: error,
    })
  })
  if (answer.status >= 500 || answer.status === 429)
    throw new ProviderUnavailable(`status ${answer.status}`)
  return answer
}

class ResponseTooLarge extends Error {
  override readonly name = 'TooLong'
}

async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const answer = await tracedCall(init.method ?? 'GET', url, () =>
    fetch(url, { ...init, redirect: 'manual' }),
  )
  const { status, headers } = answer
  const body = await readBounded(answer.body ?? [], MAX_BYTES)
  if (!body) throw new ResponseTooLarge('the answer is too long')
  return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers })
}
