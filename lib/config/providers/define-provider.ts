import { type EmailProof, isTrue } from '@/lib/config/providers/email-proof'
import type {
  AuthenticateClient,
  BuildProfileRequest,
  ProfileRequest,
} from '@/lib/config/providers/provider-requests'

/** The user's identity as the provider states it, before we check whether we can store it. */
export interface Profile {
  /**
   * The provider's account id, which is never reassigned. Together with the provider it is the only
   * thing that identifies a user.
   */
  subject: string
  email: string | null
  /** Whether the provider proves that the address belongs to the user. */
  emailVerified: boolean
  name: string | null
}

/** Calls a provider's API with the access token and returns its JSON. Throws on anything else. */
export type ReadJson = (
  address: string,
  asked?: Omit<ProfileRequest, 'address'>,
) => Promise<unknown>

/** What some providers need besides a client id and a secret: OAUTH_<ID>_<this>. */
export type ExtraSetting =
  | 'ISSUER'
  | 'ACCOUNT_ID'
  | 'API_KEY'
  | 'CONNECTION'
  | 'PLATFORM_TYPE'
  | 'TENANT_ID'
  | 'USERINFO_URL'

/** The settings of a provider: OAUTH_<ID>_<this>. */
export type ProviderSetting =
  | 'CLIENT_ID'
  | 'CLIENT_SECRET'
  | 'TEAM_ID'
  | 'KEY_ID'
  | 'PRIVATE_KEY'
  | 'BASE_URL'
  | 'LABEL'
  | 'SCOPES'
  | ExtraSetting

/** Reads the profile with several requests. */
export interface CustomProfile {
  /** What proves an address, for the operator's documentation. */
  emailProof: string
  read(readJson: ReadJson, userinfo: string): Promise<Profile>
}

/** What we add to a provider's definition (`next-auth/providers/<id>`). */
export interface ProviderEntry {
  protocol: 'oidc' | 'oauth'
  /** The display name. */
  label: string
  /**
   * Its logo in an icon set. Null for a tile with the first letter: the sets have none, or one that
   * is not legible in a button.
   */
  mark: `${'logos' | 'simple-icons'}:${string}` | null
  /** The tests sign in at a stub that behaves like this provider. */
  checked?: true
  /** What proves an address. Without it, the user has to confirm the address to us. */
  emailProof?: EmailProof
  /** Shows it in `.env.example`, with these comments on some of its settings. */
  envExample?: Readonly<Partial<Record<ProviderSetting, string>>>
  /** Settings it needs in addition to the credentials. */
  requiredSettings?: readonly ExtraSetting[]
  optionalSettings?: readonly ExtraSetting[]
  /**
   * Field paths in its answer: `|` separates alternatives, `+` the parts of a name. Default: `sub`
   * or `id`, `email`, `name`.
   */
  profile?: { subject?: string; email?: string; name?: string }
  /** Replaces the definition's issuer. */
  issuer?: string
  /** The definition appends paths directly to the issuer. */
  slashAfterIssuer?: true
  /** Replaces the definition's scopes. */
  scope?: string
  /** Adds to or replaces the definition's parameters of the authorization request. */
  authorizationParams?: Readonly<Record<string, string>>
  /**
   * Replaces the definition's authentication method at the token endpoint. `signed`: with a JWT
   * signed by a key.
   */
  clientAuth?: 'client_secret_post' | 'signed' | AuthenticateClient
  /**
   * It responds with a form that its page posts to the callback (OAuth 2.0 Form Post Response
   * Mode).
   */
  formPost?: true
  /** Its id_token never contains the nonce it was sent. */
  omitsNonce?: true
  /** Each tenant has its own issuer, and discovery returns a template. */
  multiTenant?: true
  /** How to request the profile, if a GET with the access token is not enough. */
  profileRequest?: BuildProfileRequest
  /** Requests and reads the profile itself, if one request is not enough. */
  customProfile?: CustomProfile
}

type Mark = ProviderEntry['mark']
type Details = Omit<ProviderEntry, 'protocol' | 'label' | 'mark'>

/** A provider of plain OAuth 2. */
export function oauth(label: string, mark: Mark, details: Details = {}): ProviderEntry {
  return { protocol: 'oauth', label, mark, ...details }
}

/** A provider of OpenID Connect. */
export function openid(label: string, mark: Mark, details: Details = {}): ProviderEntry {
  return { protocol: 'oidc', label, mark, ...details }
}

/**
 * An OpenID provider that each customer runs at its own address. Configuring that issuer means
 * trusting its `email_verified`.
 */
export function ownIssuer(label: string, mark: Mark, details: Details = {}): ProviderEntry {
  const trusted = { requiredSettings: ['ISSUER'], emailProof: isTrue('email_verified') } as const
  return openid(label, mark, { ...trusted, ...details })
}
