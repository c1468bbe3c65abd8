import { secretInHeaderOrBody } from '@/tests/kit/providers/client-authentication'
import type { TokenRefusal } from '@/tests/kit/providers/dialect'
import type { Answer } from '@/tests/kit/providers/server'
import { startStandIn } from '@/tests/kit/providers/stand-in'

const CLIENT = { id: 'github-client', secret: 'github-secret' }

/**
 * GitHub over plain OAuth 2, as on GitHub Enterprise Server (`/api/v3`): addresses have a separate
 * list, errors at the token endpoint have status 200, and the redirect has `iss` (RFC 9207).
 */
export const startGithubStandIn = (services: string[]) =>
  startStandIn(services, (base) => ({
    id: 'github',
    client: CLIENT,
    settings: { OAUTH_GITHUB_BASE_URL: base },
    person: () => ({
      id: 1001,
      login: 'ann',
      name: 'Ann',
      email: null,
      emails: [
        { email: 'old@example.com', primary: false, verified: true },
        { email: 'ann@example.com', primary: true, verified: true },
      ],
    }),
    paths: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' },
    authenticate: secretInHeaderOrBody(CLIENT),
    pkce: 'checked',
    iss: `${base}/login/oauth`,
    refusal,
    tokenExtras: ({ scopes }) => ({
      token_type: 'bearer',
      expires_in: undefined,
      scope: [...scopes].join(','),
    }),
    resources: {
      '/api/v3/user': {
        endpoint: 'user',
        answer: ({ person: { emails: _, ...user } }) => ({ body: user }),
      },
      '/api/v3/user/emails': {
        endpoint: 'emails',
        answer: ({ person: { emails }, scopes }) =>
          scopes.has('user:email')
            ? { body: emails as object }
            : { status: 404, body: { message: 'Not Found' } },
      },
    },
    unauthorized: { status: 401, body: { message: 'Bad credentials' } },
  }))

function refusal(reason: TokenRefusal): Answer {
  const error =
    reason === 'invalid_client' ? 'incorrect_client_credentials' : 'bad_verification_code'
  return { body: { error, error_description: reason } }
}
