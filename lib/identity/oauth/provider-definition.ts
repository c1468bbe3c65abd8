import type { ProviderSettings } from '@/lib/config/provider-settings'
import { entryOf } from '@/lib/config/providers/catalog'
import { type CatalogEntry, ownIssuer } from '@/lib/config/providers/catalog-entry'
import type { AddCredentials, AskProfile } from '@/lib/config/providers/provider-quirks'

/**
 * What the engine has to know to sign in at a provider: its definition, our entry and the
 * operator's settings in one.
 */
export interface Definition {
  id: string
  protocol: 'oidc' | 'oauth'
  /**
   * For OpenID Connect where discovery starts; else what `iss` has to be where it comes (RFC 9207).
   */
  issuer: string
  /** The address of the discovery document, where it does not follow from the issuer. */
  wellKnown: string | null
  /** Null for OpenID Connect: discovery tells. */
  endpoints: { authorization: string; token: string; userinfo: string | null } | null
  /** Parameters of the authorization request that do not change. */
  params: URLSearchParams
  pkce: boolean
  nonce: boolean
  tenants: boolean
  /** How the client proves itself at the token endpoint. Null: as discovery says. */
  clientAuth: string | AddCredentials | null
  /** What the client is registered with: the algorithms of signatures. */
  metadata: Record<string, string>
  profile: { subject: string; email: string; name: string }
  proof: CatalogEntry['proof']
  ask: AskProfile
  read: CatalogEntry['read']
  /** Its id_token is signed with the client secret (HS256), not with a key that it publishes. */
  signedBySecret: boolean
}

/**
 * What is used of a definition of next-auth. Its functions are not: they fetch without limits, or
 * make ids up.
 */
interface Made {
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
const CUSTOM = ownIssuer('')
const OPTION_NAMES: Readonly<Record<string, string>> = {
  ACCOUNT_ID: 'accountID',
  CONNECTION: 'connection',
  PLATFORM_TYPE: 'platformType',
  TENANT_ID: 'tenantId',
  USERINFO_URL: 'userinfo',
}

/** The definition of a provider that is switched on. Throws when its parts do not make one. */
export async function definitionOf(own: ProviderSettings): Promise<Definition> {
  const entry = entryOf(own.id) ?? CUSTOM
  const oidc = entry.protocol === 'oidc'
  const made: Made = entry === CUSTOM ? {} : await make(own, entry)
  const endpoints = oidc ? null : endpointsOf(made, own)
  const issuer = own.issuer ?? entry.issuer ?? made.issuer
  return {
    id: own.id,
    protocol: entry.protocol,
    issuer: endpoints ? (made.issuer ?? new URL(endpoints.authorization).origin) : complete(issuer),
    wellKnown: made.wellKnown === undefined ? null : complete(made.wellKnown),
    endpoints,
    params: paramsOf(made, entry, own),
    pkce: (made.checks ?? ['pkce']).includes('pkce'),
    nonce: oidc && !entry.noNonce,
    tenants: entry.tenants === true,
    clientAuth:
      entry.clientAuth ??
      made.client?.token_endpoint_auth_method ??
      (oidc ? null : 'client_secret_basic'),
    metadata: Object.fromEntries(
      Object.entries(made.client ?? {}).filter(([name]) => name.endsWith('_alg')),
    ),
    profile: { subject: oidc ? 'sub' : 'id', email: 'email', name: 'name', ...entry.profile },
    proof: entry.proof,
    read: entry.read,
    signedBySecret: made.client?.id_token_signed_response_alg === 'HS256',
    ask: entry.ask ?? (({ userinfo }) => ({ address: userinfo })),
  }
}

/** An address of a definition as it is with the operator's base in place of its origin. */
export function relocated(address: string, own: ProviderSettings): string {
  // A GitHub of one's own has its interface at another path: the definition knows.
  if (own.baseUrl === null || own.id === 'github') return address
  return `${own.baseUrl}${address.slice(new URL(address).origin.length)}`
}

async function make(own: ProviderSettings, entry: CatalogEntry): Promise<Made> {
  // By its name and only when it is needed: ninety providers that are off cost nothing.
  const found = (await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ `next-auth/providers/${own.id}`
  )) as { default: (options: object) => Made & { options?: Made } }
  const { options, ...made } = found.default(optionsOf(own, entry))
  return { ...made, ...given(options ?? {}) }
}

/** What a definition is made with: a new object each time, since some write into it. */
function optionsOf(own: ProviderSettings, entry: CatalogEntry): Record<string, unknown> {
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

function endpointsOf(made: Made, own: ProviderSettings): NonNullable<Definition['endpoints']> {
  const userinfo = addressOf(made.userinfo)
  return {
    authorization: relocated(complete(addressOf(made.authorization)).split('?', 1)[0]!, own),
    token: relocated(complete(addressOf(made.token)), own),
    // Not relocated yet: some providers are asked at an address that is made from it.
    userinfo: userinfo === undefined ? null : complete(userinfo),
  }
}

function paramsOf(made: Made, entry: CatalogEntry, own: ProviderSettings): URLSearchParams {
  const { authorization } = made
  const address = addressOf(authorization)
  const params = new URLSearchParams(address === undefined ? '' : new URL(address).search)
  const declared = typeof authorization === 'object' ? given(authorization.params ?? {}) : {}
  for (const [name, value] of Object.entries({ ...declared, ...entry.params }))
    params.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const scope = own.scopes ?? entry.scope ?? params.get('scope')
  if (scope) params.set('scope', scope)
  else if (entry.protocol === 'oidc') params.set('scope', OPENID_SCOPES)
  else params.delete('scope')
  return params
}

const addressOf = (endpoint: Endpoint | undefined) =>
  typeof endpoint === 'object' ? endpoint.url : endpoint

/**
 * An address with everything in it: what a definition was not told shows as the word "undefined".
 */
function complete(address: string | undefined): string {
  if (address === undefined || address.includes('undefined'))
    throw new Error('a setting of the provider is missing')
  return address
}

function given<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}
