import { redirectToApp } from '@/lib/http/app-redirect'
import { defineRoute } from '@/lib/http/define-route'
import { locale } from '@/lib/http/request-headers'
import { checkCrossSite, checkPrefetch } from '@/lib/http/request-checks'
import { oauthStartQuery } from '@/lib/identity/auth.schemas'
import { startExternalSignIn } from '@/lib/identity/oauth/start-sign-in'
import { oauthCookie } from '@/lib/web/sign-in-cookies'

export const GET = defineRoute({
  operationId: 'startOAuthSignIn',
  tag: 'Sign-in providers',
  summary: 'Start a sign-in with a provider; open this URL in the system browser',
  params: ['provider'],
  access: 'public',
  limits: ['address'],
  headers: { locale },
  query: oauthStartQuery,
  responses: { 200: null, 302: null },
  page: true,
  refusals: [
    'oauth_provider_disabled',
    'oauth_unavailable',
    'bad_request',
    'origin_not_allowed',
    'method_not_allowed',
  ],
  handle: async ({ request, params, query, ctx }) => {
    const ahead = checkPrefetch(request)
    if (ahead) return ahead
    // Web apps begin with a link on their own site; their state and PKCE bind the code to its user.
    const foreign = query.redirect_uri ? null : checkCrossSite(request)
    if (foreign) return foreign
    const begun = await startExternalSignIn(
      {
        provider: params.provider,
        browser: oauthCookie.read(request.header('cookie')),
        app: request.query(),
      },
      ctx,
    )
    if (begun.ok)
      return {
        status: 302,
        body: null,
        headers: { location: begun.location, 'set-cookie': oauthCookie.set(begun.browser) },
      }
    // The redirect URI was validated before the provider was contacted.
    const { redirect_uri: redirectUri, state: appState = '' } = query
    return redirectUri && begun.code === 'oauth_unavailable'
      ? redirectToApp({ redirectUri, appState }, begun, ctx.locale)
      : begun
  },
})
