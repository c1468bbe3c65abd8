import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider, type ClientMetadata } from 'oidc-provider'
import { forgeIdToken } from '@/tests/kit/forge-id-token'
import type { Person } from '@/tests/kit/providers/dialect'
import { breaksAt, padded, type Endpoint } from '@/tests/kit/providers/faults'
import { callbacksOf, type StandIn } from '@/tests/kit/providers/stand-in'

type Context = Parameters<Parameters<Provider['use']>[0]>[0] & { oidc?: { body?: unknown } }

const CLIENT = { client_id: 'google-client', client_secret: 'a secret: with / marks + more' }
const person = (): Person => ({
  sub: 'g-1',
  email: 'ann@example.com',
  email_verified: true,
  name: 'Ann',
})

/**
 * Google, based on a certified implementation of OpenID Connect (oidc-provider), so that this
 * repository does not decide what it accepts.
 */
export async function startGoogleStandIn(services: string[]): Promise<StandIn> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const server = createServer((req, res) => void handler(req, res))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const standIn: StandIn = {
    id: 'google',
    base,
    env: {
      OAUTH_GOOGLE_ISSUER: base,
      OAUTH_GOOGLE_CLIENT_ID: CLIENT.client_id,
      OAUTH_GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
    },
    state: { mode: 'ok', person: person() },
    tokenRequests: [],
    reset() {
      standIn.state = { mode: 'ok', person: person() }
      standIn.tokenRequests.length = 0
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  const client: ClientMetadata = {
    ...CLIENT,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: callbacksOf(services, 'google'),
  }
  const provider = new Provider(base, {
    clients: [client],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'k1', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['stand-in'] },
    claims: {
      openid: ['sub', 'role', 'roles'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    // Google includes address and name in the id_token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({ ...standIn.state.person, sub }),
    }),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
  })
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith('/interaction/')) return interact(provider, ctx, standIn.state)
    const endpoint = endpointAt(ctx.path)
    if (!endpoint) return next()
    const { mode } = standIn.state
    if (breaksAt(endpoint, mode, ctx.res)) {
      ctx.respond = false
      return
    }
    await next()
    if (endpoint === 'token') await spoil(ctx, standIn, privateKey)
    if (endpoint === 'discovery' && mode === 'foreign_issuer')
      ctx.body = { ...(ctx.body as object), issuer: 'http://127.0.0.1:1' }
    if (mode.endsWith('_huge')) ctx.body = padded(endpoint, mode, ctx.body as object)
  })
  const handler = provider.callback()
  return standIn
}

function endpointAt(path: string): Endpoint | null {
  if (path.startsWith('/.well-known/')) return 'discovery'
  if (path === '/jwks') return 'keys'
  return path === '/token' ? 'token' : path === '/me' ? 'user' : null
}

/** Signs the user in and consents for them, or declines. */
async function interact(
  provider: Provider,
  ctx: Context,
  { mode, person }: StandIn['state'],
): Promise<void> {
  const { params } = await provider.interactionDetails(ctx.req, ctx.res)
  ctx.respond = false
  const options = { mergeWithLastSubmission: false }
  if (mode === 'access_denied' || mode === 'evil_description') {
    const description = mode === 'evil_description' ? '<script>alert(1)</script>' : 'declined'
    const refusal = { error: 'access_denied', error_description: description }
    return provider.interactionFinished(ctx.req, ctx.res, refusal, options)
  }
  const accountId = String(person.sub)
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  const result = { login: { accountId, remember: false }, consent: { grantId: await grant.save() } }
  return provider.interactionFinished(ctx.req, ctx.res, result, options)
}

async function spoil(
  ctx: Context,
  standIn: StandIn,
  key: Parameters<typeof forgeIdToken>[2],
): Promise<void> {
  standIn.tokenRequests.push({ ...(ctx.oidc?.body as Record<string, string>) })
  const body = ctx.body as { id_token?: string } | undefined
  if (body?.id_token)
    ctx.body = { ...body, id_token: await forgeIdToken(body.id_token, standIn.state.mode, key) }
}
