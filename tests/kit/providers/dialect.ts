import type { Answer } from '@/tests/kit/providers/server'
import type { Client, ClientCheck } from '@/tests/kit/providers/client-authentication'
import type { Endpoint } from '@/tests/kit/providers/faults'

/** What a provider knows about a user, in its own format. A test may omit or change anything. */
export type Person = Record<string, unknown>

/** What a user consented to at the authorization endpoint; codes and tokens refer to it. */
export interface Grant {
  person: Person
  redirectUri: string
  scopes: ReadonlySet<string>
  nonce: string | null
  challenge: string | null
  /** Whether this user consents for the first time. */
  first: boolean
}

/** Why a token request is refused. */
export type TokenRefusal =
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'unexpected_verifier'
  | 'invalid_request'

/** How a provider deviates from the plain protocol. */
export interface Dialect {
  /** The catalog id. */
  id: string
  client: Client
  /** The settings that point the service to this stand-in, besides the client's id and secret. */
  settings: Record<string, string>
  /** Who signs in unless a test sets another user. */
  person: () => Person
  paths: { authorize: string; token: string }
  authenticate: ClientCheck
  /**
   * `checked`: a challenge requires its verifier. `ignored`: both are ignored. `refused`: a
   * verifier makes the token request fail.
   */
  pkce: 'checked' | 'ignored' | 'refused'
  /**
   * Why the provider shows an error page instead of the sign-in page; null if the request is valid.
   */
  objection?: (query: URLSearchParams) => string | null
  /** The parameters that report that the user declined. */
  denial?: Record<string, string>
  /** The `iss` parameter of the redirect (RFC 9207), if any. */
  iss?: string
  /** Parameters of the redirect besides code and state. */
  extras?: (grant: Grant) => Record<string, string>
  /** Appended to the redirect address. */
  fragment?: string
  /** Responds with a page that posts a form to the callback. */
  formPost?: boolean
  refusal?: (reason: TokenRefusal) => Answer
  /** Fields of the token response besides access token and id_token. */
  tokenExtras?: (grant: Grant) => object
  /** The resources available with the access token, by path. */
  resources: Record<string, Resource>
  /** A resource's response to an invalid access token. */
  unauthorized?: Answer
  openId?: OpenId
}

export interface Resource {
  endpoint: Endpoint
  answer: (
    grant: Grant,
    request: { query: URLSearchParams; headers: Record<string, unknown> },
  ) => Answer
}

export interface OpenId {
  /** The issuer in the discovery document. */
  issuer: string
  /** The issuer in the id_token, if different. */
  issuerFor?: (person: Person) => string
  paths: { discovery: string; keys: string }
  /** The remaining fields of the discovery document. */
  metadata: Record<string, unknown>
  /** Whether a nonce is copied into the id_token. */
  nonce: 'echoed' | 'dropped'
  /** Whether an id_token is issued without the scope `openid`. */
  idTokenWithoutScope?: boolean
  /**
   * The claims of the id_token besides the protocol's own; by default the user's claims by scope.
   */
  claims?: (grant: Grant) => object
}

/** The user's claims that the scopes cover (OpenID Connect Core 1.0 §5.4). */
export function claimsByScope({ person, scopes }: Grant): object {
  const { email, email_verified, name, ...rest } = person
  return {
    ...rest,
    ...(scopes.has('email') && { email, email_verified }),
    ...(scopes.has('profile') && { name }),
  }
}
