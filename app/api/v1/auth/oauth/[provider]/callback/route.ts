import { answersByForm, findEnabledProvider } from '@/lib/config/providers/enabled-providers'
import { redirectToApp } from '@/lib/http/app-redirect'
import { defineRoute } from '@/lib/http/define-route'
import { deviceToken, locale } from '@/lib/http/request-headers'
import { formBody } from '@/lib/http/route-body'
import { presentSignIn } from '@/lib/identity/sign-in/complete-sign-in'
import { checkPrefetch } from '@/lib/http/request-checks'
import { toRefusal } from '@/lib/http/wire-response'
import { signInResponse } from '@/lib/identity/auth.responses'
import { oauthCallbackQuery } from '@/lib/identity/auth.schemas'
import { claimExternalFlow, finishExternalSignIn } from '@/lib/identity/oauth/finish-sign-in'
import { callbackPathWith } from '@/lib/identity/oauth/start-sign-in'
import { refuse } from '@/lib/platform/problems'
import { MAX_CALLBACK_BYTES } from '@/lib/platform/size-limits'
import { oauthCookie } from '@/lib/web/sign-in-cookies'

export const GET = defineRoute({
  operationId: 'completeOAuthSignIn',
  tag: 'Sign-in providers',
  summary:
    'OAuth callback for the browser; redirects an app to its redirect_uri with a one-time code or an error; with a custom scheme, a page links there',
  params: ['provider'],
  access: 'public',
  limits: ['failures'],
  headers: { deviceToken, locale },
  query: oauthCallbackQuery,
  responses: { 200: signInResponse, 302: null },
  page: true,
  refusals: [
    'oauth_provider_disabled',
    'oauth_failed',
    'oauth_denied',
    'oauth_email_required',
    'oauth_unavailable',
    'account_disabled',
    'account_link_required',
    'email_not_verified',
    'registration_closed',
    'approval_pending',
    'bad_request',
    'method_not_allowed',
  ],
  handle: async ({ request, params, ctx }) => {
    const ahead = checkPrefetch(request)
    if (ahead) return ahead
    const query = request.query()
    const browser = oauthCookie.read(request.header('cookie'))
    const claimed = await claimExternalFlow({ provider: params.provider, query, browser }, ctx)
    if (!claimed.ok) return claimed
    const finished = await finishExternalSignIn({ ...claimed, query, principal: null }, ctx).catch(
      (error: unknown) => toRefusal(error, ctx.requestId),
    )
    const { handoff } = claimed.flow
    if (finished.ok && finished.kind === 'signed-in')
      return { status: 200, body: presentSignIn(finished.signIn) }
    if (!handoff) return finished.ok ? refuse('internal_error') : finished
    const handedOver = finished.ok && finished.kind === 'handed-over'
    const result = handedOver ? finished : finished.ok ? refuse('internal_error') : finished
    return redirectToApp(handoff, result, ctx.locale)
  },
})

export const POST = defineRoute({
  operationId: 'forwardOAuthCallback',
  tag: 'Sign-in providers',
  summary: 'OAuth callback for providers that use form_post; redirects to the GET callback',
  params: ['provider'],
  access: 'public',
  body: formBody(oauthCallbackQuery, { maxBytes: MAX_CALLBACK_BYTES }),
  responses: { 303: null },
  refusals: ['oauth_provider_disabled', 'method_not_allowed'],
  handle: async ({ request, params, body }) => {
    const provider = findEnabledProvider(params.provider)
    if (!provider) return refuse('oauth_provider_disabled')
    if (!answersByForm(provider)) return refuse('method_not_allowed')
    return { status: 303, body: null, headers: { location: callbackPathWith(request.path, body) } }
  },
})
