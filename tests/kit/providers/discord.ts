import { secretInHeaderOrBody } from '@/tests/kit/providers/client-authentication'
import { startStandIn } from '@/tests/kit/providers/stand-in'

const CLIENT = { id: '159985870458322944', secret: 'discord-secret' }

/** Discord over plain OAuth 2: address and `verified` require the scope `email`. */
export const startDiscordStandIn = (services: string[]) =>
  startStandIn(services, (base) => ({
    id: 'discord',
    client: CLIENT,
    settings: { OAUTH_DISCORD_BASE_URL: base },
    person: () => ({
      id: '80351110224678912',
      username: 'ann',
      discriminator: '0',
      global_name: 'Ann',
      avatar: null,
      email: 'ann@example.com',
      verified: true,
    }),
    paths: { authorize: '/api/oauth2/authorize', token: '/api/oauth2/token' },
    authenticate: secretInHeaderOrBody(CLIENT),
    pkce: 'checked',
    denial: {
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request',
    },
    tokenExtras: ({ scopes }) => ({ refresh_token: 'r', scope: [...scopes].join(' ') }),
    resources: {
      '/api/users/@me': {
        endpoint: 'user',
        answer: ({ person: { email, verified, ...rest }, scopes }) => ({
          body: { ...rest, ...(scopes.has('email') && { email, verified }) },
        }),
      },
    },
    unauthorized: { status: 401, body: { message: '401: Unauthorized', code: 0 } },
  }))
