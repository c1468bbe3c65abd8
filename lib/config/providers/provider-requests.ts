import type { ProviderClaims } from '@/lib/config/providers/email-proof'

/** A request for the user's profile. The access token is sent as a Bearer token. */
export interface ProfileRequest {
  address: string
  method?: 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** `userinfo` is the definition's URL, `tokens` the answer of the token endpoint. */
export type BuildProfileRequest = (by: {
  userinfo: string
  tokens: ProviderClaims
  clientId: string
  extras: Readonly<Record<string, string>>
}) => ProfileRequest

/** Adds the client's credentials to the form of a token request. */
export type AuthenticateClient = (
  form: URLSearchParams,
  client: { id: string; secret: string },
) => void

/**
 * Twitch puts only requested claims into the id_token. The definition does not request whether the
 * address is verified.
 */
export const TWITCH_CLAIMS = JSON.stringify({
  id_token: { email: null, email_verified: null, preferred_username: null },
})

/** How to request the profile, by provider, and `post` for any that only answers POST. */
export const profileRequests = {
  post: ({ userinfo }) => ({ address: userinfo, method: 'POST' }),

  bungie: ({ userinfo, tokens, extras }) => ({
    address: userinfo.replace('{membershipId}', inPath(tokens.membership_id)),
    headers: { 'x-api-key': extras.API_KEY ?? '' },
  }),

  foursquare: ({ userinfo, tokens }) => ({
    address: withQuery(userinfo, { oauth_token: textOf(tokens.access_token) }),
  }),

  hubspot: ({ userinfo, tokens }) => ({
    address: `${userinfo}/${inPath(tokens.access_token)}`,
  }),

  nextcloud: ({ userinfo, tokens }) => ({
    address: `${userinfo}/${inPath(tokens.user_id)}`,
    headers: { 'ocs-apirequest': 'true', accept: 'application/json' },
  }),

  notion: ({ userinfo }) => ({
    address: `${userinfo}/me`,
    headers: { 'notion-version': '2022-06-28' },
  }),

  todoist: () => ({
    address: 'https://api.todoist.com/api/v1/sync',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sync_token: '*', resource_types: '["user"]' }),
  }),

  trakt: ({ userinfo, clientId }) => ({
    address: userinfo,
    headers: { 'trakt-api-version': '2', 'trakt-api-key': clientId },
  }),

  wechat: ({ userinfo, tokens }) => ({
    address: withQuery(userinfo, {
      access_token: textOf(tokens.access_token),
      openid: textOf(tokens.openid),
      lang: 'zh_CN',
    }),
  }),
} satisfies Record<string, BuildProfileRequest>

/** How the client's credentials are sent where they have other names than in RFC 6749. */
export const tokenRequests = {
  clientKey: (form, { id, secret }) => {
    form.set('client_key', id)
    form.set('client_secret', secret)
  },

  appId: (form, { id, secret }) => {
    form.set('appid', id)
    form.set('secret', secret)
  },

  /**
   * Sends the code as an assertion of its own type (RFC 7523), and the secret as a client
   * assertion.
   */
  jwtAssertion: (form, { secret }) => {
    form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    form.set('client_assertion', secret)
    form.set('grant_type', 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    form.set('assertion', form.get('code') ?? '')
    form.delete('code')
  },
} satisfies Record<string, AuthenticateClient>

function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** A required value of the token response. */
function textOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Error('the token response lacks a field')
  return String(value)
}

const inPath = (value: unknown) => encodeURIComponent(textOf(value))
