import type { ProviderSettings } from '@/lib/config/provider-settings'
import { entryOf } from '@/lib/config/providers/catalog'
import { type ProviderEntry, ownIssuer } from '@/lib/config/providers/define-provider'
import type {
  AuthenticateClient,
  BuildProfileRequest,
} from '@/lib/config/providers/provider-requests'

/**
 * What signing in at a provider requires: its definition, our catalog entry and the operator's
 * settings in one.
 */
export interface Definition {
  id: string
  protocol: 'oidc' | 'oauth'
  /**
   * OpenID Connect: where discovery starts. Otherwise: the required value of `iss`, if present (RFC
   * 9207).
   */
  issuer: string
  /** The URL of the discovery document, if it can't be derived from the issuer. */
  wellKnown: string | null
  /** Null for OpenID Connect, where discovery provides them. */
  endpoints: { authorization: string; token: string; userinfo: string | null } | null
  /** Fixed parameters of the authorization request. */
  params: URLSearchParams
  pkce: boolean
  nonce: boolean
  multiTenant: boolean
  /** How the client authenticates at the token endpoint. Null: as discovery says. */
  clientAuth: string | AuthenticateClient | null
  /** The client's registered metadata: signature algorithms. */
  metadata: Record<string, string>
  profile: { subject: string; email: string; name: string }
  emailProof: ProviderEntry['emailProof']
  profileRequest: BuildProfileRequest
  customProfile: ProviderEntry['customProfile']
  /** The id_token is signed with the client secret (HS256) instead of a published key. */
  signedBySecret: boolean
}

/**
 * The parts used of a next-auth definition. Its functions are not used: they fetch without limits,
 * or make ids up.
 */
interface PackageDefinition {
  issuer?: string
  wellKnown?: string
  authorization?: Endpoint
  token?: Endpoint
  userinfo?: Endpoint
  checks?: string[]
  client?: Record<string, string>
}
type Endpoint = string | { url?: string; params?: Record<string, unknown> }

const OPENID_SCOPES = 'openid email profile'
const CUSTOM = ownIssuer('', null)
const OPTION_NAMES: Readonly<Record<string, string>> = {
  ACCOUNT_ID: 'accountID',
  CONNECTION: 'connection',
  PLATFORM_TYPE: 'platformType',
  TENANT_ID: 'tenantId',
  USERINFO_URL: 'userinfo',
}

/** The definition of an enabled provider. Throws when its parts don't make a complete one. */
export async function definitionOf(own: ProviderSettings): Promise<Definition> {
  const entry = entryOf(own.id) ?? CUSTOM
  const oidc = entry.protocol === 'oidc'
  const imported: PackageDefinition = entry === CUSTOM ? {} : await importDefinition(own, entry)
  const endpoints = oidc ? null : endpointsOf(imported, own)
  const issuer = own.issuer ?? entry.issuer ?? imported.issuer
  return {
    id: own.id,
    protocol: entry.protocol,
    issuer: endpoints
      ? (imported.issuer ?? new URL(endpoints.authorization).origin)
      : complete(issuer),
    wellKnown: imported.wellKnown === undefined ? null : complete(imported.wellKnown),
    endpoints,
    params: paramsOf(imported, entry, own),
    pkce: (imported.checks ?? ['pkce']).includes('pkce'),
    nonce: oidc && !entry.omitsNonce,
    multiTenant: entry.multiTenant === true,
    clientAuth:
      entry.clientAuth ??
      imported.client?.token_endpoint_auth_method ??
      (oidc ? null : 'client_secret_basic'),
    metadata: Object.fromEntries(
      Object.entries(imported.client ?? {}).filter(([name]) => name.endsWith('_alg')),
    ),
    profile: { subject: oidc ? 'sub' : 'id', email: 'email', name: 'name', ...entry.profile },
    emailProof: entry.emailProof,
    customProfile: entry.customProfile,
    signedBySecret: imported.client?.id_token_signed_response_alg === 'HS256',
    profileRequest: entry.profileRequest ?? (({ userinfo }) => ({ address: userinfo })),
  }
}

/** A URL of a definition with its origin replaced by the operator's base URL. */
export function relocated(address: string, own: ProviderSettings): string {
  // A self-hosted GitHub has its API at another path, which the definition knows.
  if (own.baseUrl === null || own.id === 'github') return address
  return `${own.baseUrl}${address.slice(new URL(address).origin.length)}`
}

async function importDefinition(
  own: ProviderSettings,
  entry: ProviderEntry,
): Promise<PackageDefinition> {
  // Imported by name and only when needed, so that ninety disabled providers cost nothing.
  const found = (await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ `next-auth/providers/${own.id}`
  )) as { default: (options: object) => PackageDefinition & { options?: PackageDefinition } }
  const { options, ...imported } = found.default(optionsOf(own, entry))
  return { ...imported, ...given(options ?? {}) }
}

/**
 * The options passed to a definition. A new object each time, because some definitions modify it.
 */
function optionsOf(own: ProviderSettings, entry: ProviderEntry): Record<string, unknown> {
  const issuer = (own.issuer ?? entry.issuer)?.replace(/\/+$/, '')
  const enterprise = own.id === 'github' && own.baseUrl && own.baseUrl !== 'https://github.com'
  return given({
    clientId: own.clientId,
    clientSecret: own.clientSecret,
    issuer: issuer && entry.slashAfterIssuer ? `${issuer}/` : issuer,
    enterprise: enterprise ? { baseUrl: own.baseUrl } : undefined,
    ...Object.fromEntries(
      Object.entries(own.extras).map(([name, value]) => [OPTION_NAMES[name] ?? name, value]),
    ),
  })
}

function endpointsOf(
  imported: PackageDefinition,
  own: ProviderSettings,
): NonNullable<Definition['endpoints']> {
  const userinfo = addressOf(imported.userinfo)
  return {
    authorization: relocated(complete(addressOf(imported.authorization)).split('?', 1)[0]!, own),
    token: relocated(complete(addressOf(imported.token)), own),
    // Not relocated yet, because some providers derive the URL they are asked at from it.
    userinfo: userinfo === undefined ? null : complete(userinfo),
  }
}

function paramsOf(
  imported: PackageDefinition,
  entry: ProviderEntry,
  own: ProviderSettings,
): URLSearchParams {
  const { authorization } = imported
  const address = addressOf(authorization)
  const params = new URLSearchParams(address === undefined ? '' : new URL(address).search)
  const declared = typeof authorization === 'object' ? given(authorization.params ?? {}) : {}
  for (const [name, value] of Object.entries({ ...declared, ...entry.authorizationParams }))
    params.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const scope = own.scopes ?? entry.scope ?? params.get('scope')
  if (scope) params.set('scope', scope)
  else if (entry.protocol === 'oidc') params.set('scope', OPENID_SCOPES)
  else params.delete('scope')
  return params
}

const addressOf = (endpoint: Endpoint | undefined) =>
  typeof endpoint === 'object' ? endpoint.url : endpoint

/** Checks that a URL is complete: a missing option shows up as the word "undefined". */
function complete(address: string | undefined): string {
  if (address === undefined || address.includes('undefined'))
    throw new Error('a setting of the provider is missing')
  return address
}

function given<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}
