import { type EmailProof, isTrue } from '@/lib/config/providers/email-proof'
import type {
  AddCredentials,
  AskProfile,
  ProfileRequest,
} from '@/lib/config/providers/provider-quirks'

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

/** What we add to a provider's definition (`next-auth/providers/<id>`). */
export interface CatalogEntry {
  protocol: 'oidc' | 'oauth'
  /** The display name. */
  label: string
  /**
   * The name of its icon, if it follows from neither label nor id. Null if its icon is not legible
   * in a button.
   */
  mark?: string | null
  /** The tests sign in at a stub that behaves like this provider. */
  checked?: true
  /** What proves an address. Without it, the user has to confirm the address to us. */
  proof?: EmailProof
  /** Shows it in `.env.example`, with these comments on some of its settings. */
  envExample?: Readonly<Record<string, string>>
  needs?: readonly ExtraSetting[]
  takes?: readonly ExtraSetting[]
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
  params?: Readonly<Record<string, string>>
  /**
   * Replaces the definition's authentication method at the token endpoint. `signed`: with a JWT
   * signed by a key.
   */
  clientAuth?: 'client_secret_post' | 'signed' | AddCredentials
  /**
   * It responds with a form that its page posts to the callback (OAuth 2.0 Form Post Response
   * Mode).
   */
  formPost?: true
  /** Its id_token never contains the nonce it was sent. */
  noNonce?: true
  /** Each tenant has its own issuer, and discovery returns a template. */
  tenants?: true
  /** How to request the profile, if a GET with the access token is not enough. */
  ask?: AskProfile
  /** Requests and reads the profile itself, if one request is not enough. */
  read?: (read: ReadJson, userinfo: string) => Promise<Profile>
}

type Details = Omit<CatalogEntry, 'protocol' | 'label'>

export const oauth = (label: string, details: Details = {}): CatalogEntry => ({
  protocol: 'oauth',
  label,
  ...details,
})

export const openid = (label: string, details: Details = {}): CatalogEntry => ({
  protocol: 'oidc',
  label,
  ...details,
})

/**
 * An OpenID provider that each customer runs at its own address. Configuring that issuer means
 * trusting its `email_verified`.
 */
export const ownIssuer = (label: string, details: Details = {}): CatalogEntry =>
  openid(label, { needs: ['ISSUER'], proof: isTrue('email_verified'), ...details })
