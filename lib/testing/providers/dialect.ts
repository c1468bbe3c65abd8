import type { Client, ClientCheck } from '@/lib/testing/providers/client-authentication'
import type { Endpoint } from '@/lib/testing/providers/faults'

/**
 * What a provider knows about somebody, as it tells it itself. A test may leave out and distort
 * anything.
 */
export type Person = Record<string, unknown>

/** An answer: JSON, or text with a content type of its own. */
export interface Answer {
  status?: number
  headers?: Record<string, string>
  body: object | string
}

/** What somebody agreed to at the authorization endpoint, and a code or token stands for. */
export interface Grant {
  person: Person
  redirectUri: string
  scopes: ReadonlySet<string>
  nonce: string | null
  challenge: string | null
  /** Nobody of this subject had agreed before. */
  first: boolean
}

/** Why a token request is refused. */
export type TokenRefusal =
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'unexpected_verifier'
  | 'invalid_request'

/** How a provider departs from the plain protocol. */
export interface Dialect {
  /** The id in the catalog. */
  id: string
  client: Client
  /** The settings that point the service to this stand-in, beside id and secret of the client. */
  settings: Record<string, string>
  /** Who signs in unless a test names somebody else. */
  person: () => Person
  paths: { authorize: string; token: string }
  authenticate: ClientCheck
  /**
   * `checked`: a challenge needs its verifier. `ignored`: neither is looked at. `refused`: a
   * verifier spoils the token request.
   */
  pkce: 'checked' | 'ignored' | 'refused'
  /**
   * Why the provider shows an error page in place of the sign-in page; null when the request is
   * fine.
   */
  objection?: (query: URLSearchParams) => string | null
  /** How it reports that the person declined. */
  denial?: Record<string, string>
  /** What it names itself on the way back (RFC 9207), if it does. */
  iss?: string
  /** What comes back beside code and state. */
  extras?: (grant: Grant) => Record<string, string>
  /** Hung on to the address that the browser is sent back to. */
  fragment?: string
  /** Answers the browser with a page that posts a form to the callback. */
  formPost?: boolean
  refusal?: (reason: TokenRefusal) => Answer
  /** What the token answer holds beside the access token and id_token. */
  tokenExtras?: (grant: Grant) => object
  /** What there is to fetch with the access token, by path. */
  resources: Record<string, Resource>
  /** When the access token is none: the answer of a resource. */
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
  /** As discovery names it. */
  issuer: string
  /** As the id_token names it, where that differs. */
  issuerFor?: (person: Person) => string
  paths: { discovery: string; keys: string }
  /** The rest of what discovery tells. */
  metadata: Record<string, unknown>
  /** Whether a nonce that was sent is in the id_token. */
  nonce: 'echoed' | 'dropped'
  /** Whether there is an id_token without the scope `openid`. */
  idTokenWithoutScope?: boolean
  /**
   * The claims of the id_token beside the protocol's own; the person's, by scope, when left out.
   */
  claims?: (grant: Grant) => object
}

/** The claims of somebody that the scopes cover (OpenID Connect Core 1.0 §5.4). */
export function claimsByScope({ person, scopes }: Grant): object {
  const { email, email_verified, name, ...rest } = person
  return {
    ...rest,
    ...(scopes.has('email') && { email, email_verified }),
    ...(scopes.has('profile') && { name }),
  }
}
