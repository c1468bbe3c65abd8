import { secretInHeaderOrBody } from '@/tests/kit/providers/client-authentication'
import { startStandIn } from '@/tests/kit/providers/stand-in'

const CLIENT = { id: 'gitlab-client', secret: 'gloas-0123456789abcdef' }

/**
 * GitLab over plain OAuth 2: an address is verified if the account was confirmed (`confirmed_at`).
 */
export const startGitlabStandIn = (services: string[]) =>
  startStandIn(services, (base) => ({
    id: 'gitlab',
    client: CLIENT,
    settings: { OAUTH_GITLAB_BASE_URL: base },
    person: () => ({
      id: 4242,
      username: 'ann',
      name: 'Ann',
      state: 'active',
      email: 'ann@example.com',
      public_email: 'public@example.com',
      commit_email: 'commits@example.com',
      confirmed_at: '2024-05-23T09:05:22.138Z',
      is_admin: true,
    }),
    paths: { authorize: '/oauth/authorize', token: '/oauth/token' },
    authenticate: secretInHeaderOrBody(CLIENT),
    pkce: 'checked',
    tokenExtras: ({ scopes }) => ({
      refresh_token: 'r',
      scope: [...scopes].join(' '),
      created_at: 1607635748,
    }),
    resources: {
      '/api/v4/user': {
        endpoint: 'user',
        answer: ({ person, scopes }) =>
          scopes.has('read_user')
            ? { body: person }
            : {
                status: 403,
                body: { error: 'insufficient_scope', scope: 'api read_api read_user' },
              },
      },
    },
    unauthorized: { status: 401, body: { message: '401 Unauthorized' } },
  }))
