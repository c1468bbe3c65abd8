import { secretInHeaderOrBody } from '@/tests/kit/providers/client-authentication'
import { claimsByScope, type TokenRefusal } from '@/tests/kit/providers/dialect'
import type { Answer } from '@/tests/kit/providers/server'
import { startStandIn } from '@/tests/kit/providers/stand-in'

const CLIENT = { id: '3736212345.3735712345', secret: 'slack-secret' }

/**
 * Slack: every response has `ok`, errors have status 200, and a code_verifier in addition to a
 * secret is an "internal error".
 */
export const startSlackStandIn = (services: string[]) =>
  startStandIn(services, (base) => ({
    id: 'slack',
    client: CLIENT,
    settings: { OAUTH_SLACK_ISSUER: base },
    person: () => ({
      sub: 'U0R7JM',
      'https://slack.com/user_id': 'U0R7JM',
      'https://slack.com/team_id': 'T0R7GR',
      email: 'ann@example.com',
      email_verified: true,
      date_email_verified: 1622128723,
      name: 'Ann',
      locale: 'en-US',
      'https://slack.com/team_name': 'Example',
    }),
    paths: { authorize: '/openid/connect/authorize', token: '/api/openid.connect.token' },
    authenticate: secretInHeaderOrBody(CLIENT),
    pkce: 'refused',
    refusal,
    tokenExtras: () => ({ ok: true }),
    resources: {
      '/api/openid.connect.userInfo': {
        endpoint: 'user',
        answer: (grant) => ({ body: { ok: true, ...claimsByScope(grant) } }),
      },
    },
    unauthorized: { body: { ok: false, error: 'invalid_auth' } },
    openId: {
      issuer: base,
      paths: { discovery: '/.well-known/openid-configuration', keys: '/openid/connect/keys' },
      metadata: {
        response_modes_supported: ['form_post'],
        grant_types_supported: ['authorization_code'],
        subject_types_supported: ['public'],
        scopes_supported: ['openid', 'profile', 'email'],
        claims_supported: ['sub', 'auth_time', 'iss'],
        claims_parameter_supported: false,
        request_parameter_supported: false,
        request_uri_parameter_supported: true,
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        userinfo_endpoint: `${base}/api/openid.connect.userInfo`,
      },
      nonce: 'echoed',
    },
  }))

const ERRORS: Record<TokenRefusal, string> = {
  invalid_client: 'bad_client_secret',
  invalid_grant: 'invalid_code',
  unsupported_grant_type: 'invalid_grant_type',
  unexpected_verifier: 'internal_error',
  invalid_request: 'invalid_arguments',
}

function refusal(reason: TokenRefusal): Answer {
  return { body: { ok: false, error: ERRORS[reason] } }
}
