import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider, type ClientMetadata } from 'oidc-provider'
import { forgeIdToken, type TokenFault } from '@/lib/testing/forge-id-token'

/** How the provider misbehaves; `ok`: not at all. */
export type OidcMode =
  | 'ok'
  | 'access_denied'
  | 'evil_description'
  | 'foreign_issuer'
  | 'discovery_500'
  | 'token_hang'
  | 'token_500'
  | 'token_html'
  | 'token_redirect'
  | TokenFault

interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  [claim: string]: unknown
}

/** A real OpenID provider (certified: oidc-provider) on loopback that signs in whomever the test names, and fails as it says. */
export interface OidcStandIn {
  issuer: string
  /** Settings for a service that is to use it as Google. */
  env: Record<string, string>
  state: { mode: OidcMode; person: Person }
  /** The form of every token request, as it came. */
  tokenRequests: Record<string, string>[]
  close(): Promise<void>
}

type Context = Parameters<Parameters<Provider['use']>[0]>[0] & { oidc?: { body?: unknown } }

const CLIENT = { client_id: 'google-client', client_secret: 'a secret: with / marks + more' }

/** Starts it; `bases` are the addresses of the services that may use it, without a slash at the end. */
export async function startOidcStandIn(bases: string[]): Promise<OidcStandIn> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const server = createServer((req, res) => void handler(req, res))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const standIn: OidcStandIn = {
    issuer,
    env: {
      OAUTH_GOOGLE_ISSUER: issuer,
      OAUTH_GOOGLE_CLIENT_ID: CLIENT.client_id,
      OAUTH_GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
    },
    state: {
      mode: 'ok',
      person: { sub: 'g-1', email: 'ann@example.com', email_verified: true, name: 'Ann' },
    },
    tokenRequests: [],
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
    redirect_uris: bases.flatMap((base) => [
      `${base}/auth/oauth/google/callback`,
      `${base}/api/v1/auth/oauth/google/callback`,
    ]),
  }
  const provider = new Provider(issuer, {
    clients: [client],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'k1', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['stand-in'] },
    claims: { openid: ['sub', 'role', 'roles'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google puts address and name into the id_token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...standIn.state.person, sub }) }),
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
    if (breaks(ctx, standIn.state.mode)) return
    await next()
    if (ctx.path === '/token') await spoil(ctx, standIn, privateKey)
    if (ctx.path.startsWith('/.well-known/') && standIn.state.mode === 'foreign_issuer')
      ctx.body = { ...(ctx.body as object), issuer: 'http://127.0.0.1:1' }
  })
  const handler = provider.callback()
  return standIn
}

/** Signs the person in and consents for them, or refuses. */
async function interact(
  provider: Provider,
  ctx: Context,
  { mode, person }: OidcStandIn['state'],
): Promise<void> {
  const { params } = await provider.interactionDetails(ctx.req, ctx.res)
  ctx.respond = false
  const options = { mergeWithLastSubmission: false }
  if (mode === 'access_denied' || mode === 'evil_description') {
    const description = mode === 'evil_description' ? '<script>alert(1)</script>' : 'aborted'
    const refusal = { error: 'access_denied', error_description: description }
    return provider.interactionFinished(ctx.req, ctx.res, refusal, options)
  }
  const grant = new provider.Grant({ accountId: person.sub, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  const result = {
    login: { accountId: person.sub, remember: false },
    consent: { grantId: await grant.save() },
  }
  return provider.interactionFinished(ctx.req, ctx.res, result, options)
}

/** Answers in place of the provider where it is to be out of order; true when it did. */
function breaks(ctx: Context, mode: OidcMode): boolean {
  if (ctx.path.startsWith('/.well-known/') && mode === 'discovery_500') ctx.status = 500
  else if (ctx.path !== '/token' || !mode.startsWith('token_')) return false
  else if (mode === 'token_hang') ctx.respond = false
  else if (mode === 'token_500') ctx.status = 500
  else if (mode === 'token_redirect') ctx.redirect('/elsewhere')
  else {
    ctx.type = 'html'
    ctx.body = '<h1>Maintenance</h1>'
  }
  return true
}

async function spoil(
  ctx: Context,
  standIn: OidcStandIn,
  key: Parameters<typeof forgeIdToken>[2],
): Promise<void> {
  standIn.tokenRequests.push({ ...(ctx.oidc?.body as Record<string, string>) })
  const body = ctx.body as { id_token?: string } | undefined
  if (body?.id_token)
    ctx.body = { ...body, id_token: await forgeIdToken(body.id_token, standIn.state.mode, key) }
}
