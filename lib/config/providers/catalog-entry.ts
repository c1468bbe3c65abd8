import { type EmailProof, isTrue } from '@/lib/config/providers/email-proof'
import type {
  AddCredentials,
  AskProfile,
  ProfileRequest,
} from '@/lib/config/providers/provider-quirks'

/** Who somebody is by a provider's words, before it is known whether that can be kept. */
export interface Profile {
  /**
   * The provider's own, never reassigned name of the account; with the provider the only thing a
   * person is known by.
   */
  subject: string
  email: string | null
  /** Whether the provider proves that the address is theirs. */
  emailVerified: boolean
  name: string | null
}

/** Asks a provider's interface with the access token, for JSON. Throws on anything else. */
export type ReadJson = (
  address: string,
  asked?: Omit<ProfileRequest, 'address'>,
) => Promise<unknown>

/** What some providers have to be told beside a client id and a secret: OAUTH_<ID>_<this>. */
export type ExtraSetting =
  | 'ISSUER'
  | 'ACCOUNT_ID'
  | 'API_KEY'
  | 'CONNECTION'
  | 'PLATFORM_TYPE'
  | 'TENANT_ID'
  | 'USERINFO_URL'

/** What is said of a provider here; the rest is in its definition (`next-auth/providers/<id>`). */
export interface CatalogEntry {
  protocol: 'oidc' | 'oauth'
  /** What people call it. */
  label: string
  /**
   * What the icon sets call its mark, where it follows from neither label nor id. Null: theirs
   * cannot be read in a button.
   */
  mark?: string | null
  /** The tests sign in at a stand-in that speaks as it does. */
  checked?: true
  /** What proves an address. Without it nothing does: the person has to prove it to us. */
  proof?: EmailProof
  needs?: readonly ExtraSetting[]
  takes?: readonly ExtraSetting[]
  /**
   * Where its answer holds what: `|` separates alternatives, `+` the parts of a name. Default:
   * `sub` or `id`, `email`, `name`.
   */
  profile?: { subject?: string; email?: string; name?: string }
  /** In place of the definition's issuer. */
  issuer?: string
  /** Its definition puts paths straight behind the issuer. */
  slashAfterIssuer?: true
  /** In place of the definition's scopes. */
  scope?: string
  /** Beside, or in place of, the definition's parameters of the authorization request. */
  params?: Readonly<Record<string, string>>
  /**
   * In place of the definition's way to authenticate at the token endpoint. `signed`: by a JWT made
   * from a key.
   */
  clientAuth?: 'client_secret_post' | 'signed' | AddCredentials
  /**
   * It answers by a form that its page posts to the callback (OAuth 2.0 Form Post Response Mode).
   */
  formPost?: true
  /** Its id_token never holds the nonce that it was sent. */
  noNonce?: true
  /** Each tenant is an issuer of its own: discovery names a template. */
  tenants?: true
  /** How to ask it about the account, where a GET with the access token is not all. */
  ask?: AskProfile
  /** Asks and reads by itself, where one request is not all. */
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
 * An OpenID provider that each customer has at an address of their own: configuring that issuer is
 * trusting its `email_verified`.
 */
export const ownIssuer = (label: string, details: Details = {}): CatalogEntry =>
  openid(label, { needs: ['ISSUER'], proof: isTrue('email_verified'), ...details })
