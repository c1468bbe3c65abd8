import { settingName } from '@/lib/config/provider-names'
import { secretInHeaderOrBody } from '@/tests/kit/providers/client-authentication'
import { claimsByScope } from '@/tests/kit/providers/dialect'
import { startStandIn } from '@/tests/kit/providers/stand-in'

const CLIENT = { id: 'gatehouse', secret: 'keycloak secret: with / marks + more' }
const REALM = '/realms/gatehouse'
const PROTOCOL = `${REALM}/protocol/openid-connect`

/**
 * Keycloak: a standard OpenID provider run by the operator, with `iss` in the redirect (RFC 9207).
 * Under another id it acts as a provider outside the catalog.
 */
export const startKeycloakStandIn = (services: string[], id = 'keycloak') =>
  startStandIn(services, (base) => ({
    id,
    client: CLIENT,
    settings: { [`OAUTH_${settingName(id)}_ISSUER`]: base + REALM },
    person: () => ({
      sub: 'f3a1c8de-6f0f-4b7e-9d4c-0f7c3f5d9b21',
      email: 'ann@example.com',
      email_verified: true,
      name: 'Ann',
      preferred_username: 'ann',
      typ: 'ID',
      realm_access: { roles: ['admin'] },
    }),
    paths: { authorize: `${PROTOCOL}/auth`, token: `${PROTOCOL}/token` },
    authenticate: secretInHeaderOrBody(CLIENT),
    pkce: 'checked',
    iss: base + REALM,
    extras: () => ({ session_state: '0d1c6a8e-7d3f-4b1d-8b69-2c0e6a5f4d3c' }),
    tokenExtras: ({ scopes }) => ({ 'not-before-policy': 0, scope: [...scopes].join(' ') }),
    resources: {
      [`${PROTOCOL}/userinfo`]: {
        endpoint: 'user',
        answer: (grant) => ({ body: claimsByScope(grant) }),
      },
    },
    openId: {
      issuer: base + REALM,
      paths: { discovery: `${REALM}/.well-known/openid-configuration`, keys: `${PROTOCOL}/certs` },
      metadata: {
        authorization_response_iss_parameter_supported: true,
        code_challenge_methods_supported: ['plain', 'S256'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        response_modes_supported: ['query', 'fragment', 'form_post'],
        subject_types_supported: ['public', 'pairwise'],
        token_endpoint_auth_methods_supported: [
          'private_key_jwt',
          'client_secret_basic',
          'client_secret_post',
        ],
        userinfo_endpoint: `${base}${PROTOCOL}/userinfo`,
      },
      nonce: 'echoed',
    },
  }))
