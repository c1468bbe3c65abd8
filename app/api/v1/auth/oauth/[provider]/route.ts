import { oauthStartQuery } from '@/lib/auth/auth.schemas'
import { startExternalSignIn } from '@/lib/auth/start-external-sign-in'
import { answerApp } from '@/lib/http/answer-app'
import { defineRoute } from '@/lib/http/define-route'
import { refuseAhead } from '@/lib/http/refuse-ahead'
import { oauthBrowserOf, oauthSetCookie } from '@/lib/web/oauth-cookie'

export const GET = defineRoute({
  operationId: 'startOAuthSignIn',
  tag: 'Sign-in providers',
  summary: 'Start a sign-in with a provider; open this URL in the system browser',
  access: 'public',
  limits: ['address'],
  query: oauthStartQuery,
  responses: { 200: null, 302: null },
  page: true,
  refusals: ['oauth_provider_disabled', 'oauth_unavailable', 'bad_request', 'method_not_allowed'],
  handle: async ({ request, params, query, ctx }) => {
    const ahead = refuseAhead(request)
    if (ahead) return ahead
    const begun = await startExternalSignIn(
      {
        provider: params.provider ?? '',
        browser: oauthBrowserOf(request.header('cookie')),
        app: request.query(),
      },
      ctx,
    )
    if (begun.ok)
      return {
        status: 302,
        body: null,
        headers: { location: begun.location, 'set-cookie': oauthSetCookie(begun.browser) },
      }
    // What the app asked for was found good before the provider was looked for.
    const { redirect_uri: redirectUri, state: appState = '' } = query
    return redirectUri && begun.code === 'oauth_unavailable'
      ? answerApp({ redirectUri, appState }, begun, ctx.locale)
      : begun
  },
})
