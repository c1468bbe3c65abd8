import { secretInHeaderOrBody } from '@/tests/kit/providers/client-authentication'
import { claimsByScope, type TokenRefusal } from '@/tests/kit/providers/dialect'
import type { Answer } from '@/tests/kit/providers/server'
import { startStandIn } from '@/tests/kit/providers/stand-in'

export const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47'
const CLIENT = { id: '6731de76-14a6-49ae-97bc-6eba6914391e', secret: 'entra~secret: 8Q/~x+y' }

/**
 * Microsoft Entra with one issuer for all tenants: discovery contains `{tenantid}`, each id_token
 * the tenant's own id. It supports PKCE without saying so, never says whether an address is
 * verified, and lets tenants change the address at will.
 */
export const startMicrosoftStandIn = (services: string[], tenant = 'common') =>
  startStandIn(services, (base) => ({
    id: 'microsoft-entra-id',
    client: CLIENT,
    settings: { OAUTH_MICROSOFT_ENTRA_ID_ISSUER: `${base}/${tenant}/v2.0` },
    person: () => ({
      sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
      tid: TENANT,
      oid: '690222be-ff1a-4d56-abd1-7e4f7d38e474',
      name: 'Ann',
      email: 'ann@example.com',
      preferred_username: 'ann@example.com',
      ver: '2.0',
    }),
    paths: { authorize: `/${tenant}/oauth2/v2.0/authorize`, token: `/${tenant}/oauth2/v2.0/token` },
    authenticate: secretInHeaderOrBody(CLIENT),
    pkce: 'checked',
    denial: {
      error: 'access_denied',
      error_subcode: 'cancel',
      error_description: 'AADSTS65004: User declined to consent to access the app.',
    },
    extras: () => ({ session_state: 'e3d5a1f0-2f1c-4a8e-9f0e-6f5b6f5f0c11' }),
    refusal,
    tokenExtras: ({ scopes }) => ({ scope: [...scopes].join(' '), ext_expires_in: 3600 }),
    resources: {
      // On graph.microsoft.com in production.
      '/oidc/userinfo': { endpoint: 'user', answer: (grant) => ({ body: claimsByScope(grant) }) },
    },
    openId: {
      issuer: `${base}/${tenant === 'common' ? '{tenantid}' : tenant}/v2.0`,
      issuerFor: ({ tid }) => `${base}/${String(tid)}/v2.0`,
      paths: {
        discovery: `/${tenant}/v2.0/.well-known/openid-configuration`,
        keys: `/${tenant}/discovery/v2.0/keys`,
      },
      metadata: {
        token_endpoint_auth_methods_supported: [
          'client_secret_post',
          'private_key_jwt',
          'client_secret_basic',
        ],
        response_modes_supported: ['query', 'fragment', 'form_post'],
        subject_types_supported: ['pairwise'],
        scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
        tenant_region_scope: null,
        userinfo_endpoint: `${base}/oidc/userinfo`,
      },
      nonce: 'echoed',
    },
  }))

function refusal(reason: TokenRefusal): Answer {
  const [status, error, code] =
    reason === 'invalid_client' ? [401, 'invalid_client', 7000215] : [400, 'invalid_grant', 54005]
  const body = {
    error,
    error_description: `AADSTS${code}: ${reason}`,
    error_codes: [code],
    trace_id: 'trace',
  }
  return { status, body }
}
