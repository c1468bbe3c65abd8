import { secretInBody } from '@/tests/kit/providers/client-authentication'
import { claimsByScope, type TokenRefusal } from '@/tests/kit/providers/dialect'
import type { Answer } from '@/tests/kit/providers/server'
import { startStandIn } from '@/tests/kit/providers/stand-in'

const CLIENT = { id: 'linkedin-client', secret: 'WPL_AP1.secret==' }

/**
 * LinkedIn: accepts the secret only in the body without saying so in its discovery document, omits
 * the nonce from the id_token, and treats a code_verifier as failed client authentication.
 * Declining has its own error code.
 */
export const startLinkedinStandIn = (services: string[]) =>
  startStandIn(services, (base) => ({
    id: 'linkedin',
    client: CLIENT,
    settings: { OAUTH_LINKEDIN_ISSUER: `${base}/oauth` },
    person: () => ({
      sub: '782bbtaQ',
      email: 'ann@example.com',
      email_verified: true,
      name: 'Ann',
      given_name: 'Ann',
      family_name: 'Example',
      locale: 'en_US',
    }),
    paths: { authorize: '/oauth/v2/authorization', token: '/oauth/v2/accessToken' },
    authenticate: secretInBody(CLIENT),
    pkce: 'refused',
    denial: {
      error: 'user_cancelled_authorize',
      error_description: 'The user cancelled the authorization',
    },
    refusal,
    tokenExtras: ({ scopes }) => ({ expires_in: 5_184_000, scope: [...scopes].join(',') }),
    resources: {
      '/v2/userinfo': { endpoint: 'user', answer: (grant) => ({ body: claimsByScope(grant) }) },
    },
    unauthorized: {
      status: 401,
      body: { status: 401, serviceErrorCode: 65600, code: 'INVALID_ACCESS_TOKEN' },
    },
    openId: {
      issuer: `${base}/oauth`,
      paths: { discovery: '/oauth/.well-known/openid-configuration', keys: '/oauth/openid/jwks' },
      metadata: {
        subject_types_supported: ['pairwise'],
        scopes_supported: ['openid', 'profile', 'email'],
        userinfo_endpoint: `${base}/v2/userinfo`,
      },
      nonce: 'dropped',
    },
  }))

function refusal(reason: TokenRefusal): Answer {
  return reason === 'invalid_client' || reason === 'unexpected_verifier'
    ? {
        status: 401,
        body: { error: 'invalid_client', error_description: 'Client authentication failed' },
      }
    : {
        status: 400,
        body: { error: 'invalid_request', error_description: 'Unable to retrieve access token' },
      }
}
