import { secretInHeaderOrBody } from '@/tests/kit/providers/client-authentication'
import type { TokenRefusal } from '@/tests/kit/providers/dialect'
import type { Answer } from '@/tests/kit/providers/server'
import { startStandIn } from '@/tests/kit/providers/stand-in'

const CLIENT = { id: '1234567890', secret: 'facebook-secret' }

/**
 * Facebook over plain OAuth 2: `/me` returns only the requested fields, omits a missing address,
 * and never says whether the address is verified. Its errors are objects, and it appends `#_=_` to
 * the redirect address.
 */
export const startFacebookStandIn = (services: string[]) =>
  startStandIn(services, (base) => ({
    id: 'facebook',
    client: CLIENT,
    settings: { OAUTH_FACEBOOK_BASE_URL: base },
    person: () => ({
      id: '10223456789012345',
      name: 'Ann',
      email: 'ann@example.com',
      picture: {
        data: { height: 50, is_silhouette: false, url: 'https://cdn.example/ann.jpg', width: 50 },
      },
    }),
    paths: { authorize: '/v19.0/dialog/oauth', token: '/oauth/access_token' },
    authenticate: secretInHeaderOrBody(CLIENT),
    pkce: 'checked',
    denial: {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
    fragment: '#_=_',
    refusal,
    tokenExtras: () => ({ token_type: 'bearer', expires_in: 5_183_944 }),
    resources: {
      '/me': {
        endpoint: 'user',
        answer: ({ person, scopes }, { query }) => {
          const fields = (query.get('fields') ?? 'id,name').split(',')
          const { email, picture, ...rest } = person
          const asked = { ...(scopes.has('email') && { email }), picture }
          const told = Object.entries(asked).filter(([name]) => fields.includes(name))
          return { body: { ...rest, ...Object.fromEntries(told) } }
        },
      },
    },
    unauthorized: graphError(400, 'Invalid OAuth access token.', 190),
  }))

function refusal(reason: TokenRefusal): Answer {
  return reason === 'invalid_client'
    ? graphError(400, 'Error validating client secret.', 1)
    : graphError(400, 'This authorization code has been used.', 100)
}

function graphError(status: number, message: string, code: number): Answer {
  return {
    status,
    body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'A1b2C3d4' } },
  }
}
