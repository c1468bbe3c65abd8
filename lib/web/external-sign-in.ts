import { maskEmail } from '@/lib/accounts/user-fields'
import { brandedMessages } from '@/lib/brand/brand'
import { findEnabledProvider, providerLabel } from '@/lib/config/providers/enabled-providers'
import { fromWebRequest } from '@/lib/http/api-request'
import { NONCE } from '@/lib/http/internal-headers'
import { resolveSession } from '@/lib/http/pages/page-gate'
import { plainLinkPage } from '@/lib/http/plain-page'
import { readForm } from '@/lib/http/request-body'
import { chargeAddress } from '@/lib/http/request-limits'
import { sessionSetCookies } from '@/lib/http/session-cookies'
import { toRefusal } from '@/lib/http/wire-response'
import { formatMessage } from '@/lib/i18n/format'
import { oauthCallbackQuery } from '@/lib/identity/auth.schemas'
import { claimExternalFlow, finishExternalSignIn } from '@/lib/identity/oauth/finish-sign-in'
import { continueLinking } from '@/lib/identity/oauth/link-identity'
import {
  type AuthorizationStart,
  callbackPathWith,
  startExternalSignIn,
} from '@/lib/identity/oauth/start-sign-in'
import { type ProblemCode, type Refusal, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { MAX_CALLBACK_BYTES } from '@/lib/platform/size-limits'
import { defineEndpoint } from '@/lib/web/define-endpoint'
import {
  type ActionSuccess,
  noticeCookies,
  noticeSetCookie,
  successCookies,
} from '@/lib/web/form-outcome'
import { refusalResponse } from '@/lib/web/refusals'
import { loginPath, safeNextPath } from '@/lib/web/safe-redirect'
import { oauthCookie } from '@/lib/web/sign-in-cookies'
import { signInSuccess } from '@/lib/web/sign-in-steps'
import { sessionPort } from '@/lib/web/web-session'

/** A redirect to another page of this service, with these Set-Cookie values. */
function seeOther(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  cookies.forEach((cookie) => headers.append('set-cookie', cookie))
  return new Response(null, { status: 303, headers })
}

/**
 * Handles `/auth/oauth/<provider>?next=…`: redirects the browser to the provider. A link on another
 * site leads to the sign-in page instead: a provider may respond without asking the user, who must
 * not be signed in without requesting it.
 */
export const beginExternalSignIn = defineEndpoint(async ({ ctx, headers, query, params }) => {
  const provider = params.provider
  const path = `/auth/oauth/${provider}`
  const limited = await chargeAddress(ctx.ip)
  if (limited.refusal)
    return withHeaders(refusalResponse(limited.refusal, { headers, path }), limited.headers)
  const nextPath = safeNextPath(query.get('next'))
  if (/^(cross-site|same-site)$/.test(headers.get('sec-fetch-site') ?? ''))
    return seeOther(loginPath(nextPath))
  const begun = await startExternalSignIn(
    { provider, browser: oauthCookie.read(headers.get('cookie')), nextPath },
    ctx,
  )
  if (begun.ok) return withHeaders(toProvider(begun), limited.headers)
  if (begun.code === 'oauth_provider_disabled')
    return refusalResponse(begun, { headers, path: '/auth/login' })
  return seeOther(loginPath(nextPath, begun.code))
})

function toProvider({ location, browser }: AuthorizationStart): Response {
  const headers = { location, 'set-cookie': oauthCookie.set(browser), 'cache-control': 'no-store' }
  return new Response(null, { status: 302, headers })
}

function withHeaders(answer: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  return answer
}

/**
 * Handles the form post of a provider: redirects to a GET of the same address. The post comes from
 * another site, so it has no cookies of ours; the GET has them. Any other form fields (a name, an
 * id_token) are dropped.
 */
export const forwardFormPost = defineEndpoint(async ({ request, ctx, headers }) => {
  const { pathname: path } = new URL(request.url)
  const limited = await chargeAddress(ctx.ip)
  if (limited.refusal)
    return withHeaders(refusalResponse(limited.refusal, { headers, path }), limited.headers)
  const form = await readForm(fromWebRequest(request), MAX_CALLBACK_BYTES)
  if (!form.ok) return form
  const query = oauthCallbackQuery.safeParse(form.value)
  return query.success ? seeOther(callbackPathWith(path, query.data)) : refuse('bad_request')
})

/**
 * Handles `/auth/oauth/<provider>/callback`: signs in, continues with two-step verification, or
 * returns to the previous page with the reason of the failure. Nothing sent by the provider is
 * shown.
 */
export const endExternalSignIn = defineEndpoint(async ({ ctx, headers, query, params }) => {
  const cookies = headers.get('cookie')
  const provider = params.provider
  const claimed = await claimExternalFlow(
    { provider, query, browser: oauthCookie.read(cookies) },
    ctx,
  )
  if (!claimed.ok) return refuseCallback(claimed, ctx, headers)
  const { flow } = claimed
  const session = flow.link ? await resolveSession(headers, sessionPort(ctx.now, ctx)) : null
  const finished = await finishExternalSignIn(
    { ...claimed, query, principal: session?.principal ?? null },
    ctx,
  ).catch((error: unknown) => toRefusal(error, ctx.requestId))
  const renewed = session?.session ? sessionSetCookies(session.session) : []
  if (!finished.ok)
    return flow.link
      ? backToConnections(finished.code, renewed)
      : seeOther(loginPath(flow.nextPath, finished.code))
  if (finished.kind === 'confirm-email')
    return goOn(linkSent(finished, oauthCookie.set(claimed.browser)))
  if (finished.kind === 'signed-in') return goOn(signInSuccess(finished.signIn, flow.nextPath))
  const linked = { notice: 'identity_linked', values: { provider } }
  return goOn({ redirect: CONNECTIONS_PATH, cookies: renewed, ...linked })
})

/** Counted, because anyone can send callbacks that belong to no sign-in. */
async function refuseCallback(
  refusal: Refusal,
  { ip }: RequestContext,
  headers: Headers,
): Promise<Response> {
  const limited = await chargeAddress(ip)
  const path = '/auth/login'
  if (limited.refusal)
    return withHeaders(refusalResponse(limited.refusal, { headers, path }), limited.headers)
  return refusal.code === 'oauth_provider_disabled'
    ? refusalResponse(refusal, { headers, path })
    : seeOther(loginPath(null, refusal.code))
}

/**
 * The same response whether or not the address has an account, and whether or not an email is sent
 * or its budget is exhausted.
 */
function linkSent(sent: { email: string; provider: string }, cookie: string): ActionSuccess {
  const values = { email: maskEmail(sent.email), provider: providerLabel(sent.provider) }
  return { redirect: '/auth/check-mail', notice: 'sign_in_link_sent', values, cookies: [cookie] }
}

function goOn(done: ActionSuccess): Response {
  return seeOther(done.redirect, [...successCookies(done), ...noticeCookies(done)])
}

/** The page for connecting and disconnecting providers. */
const CONNECTIONS_PATH = '/dashboard/account/connections'

/**
 * Handles `/auth/oauth/<provider>/link?reference=…`, the target of the form on the connections
 * page: a page that continues to the provider automatically, with a link as a fallback.
 */
export const continueLinkingPage = defineEndpoint(async ({ ctx, headers, query, params }) => {
  const provider = findEnabledProvider(params.provider)
  if (!provider)
    return refusalResponse(refuse('oauth_provider_disabled'), { headers, path: CONNECTIONS_PATH })
  const visitor = await resolveSession(headers, sessionPort(ctx.now, ctx))
  if (!visitor) return seeOther(loginPath(CONNECTIONS_PATH))
  const renewed = visitor.session ? sessionSetCookies(visitor.session) : []
  const reference = query.get('reference') ?? ''
  const browser = oauthCookie.read(headers.get('cookie'))
  const begun = await continueLinking({ provider, reference, browser }, visitor.principal, ctx)
  if (!begun.ok) return backToConnections(begun.code, renewed)
  const { onward } = brandedMessages(ctx.locale).pages
  const title = formatMessage(onward.providerTitle, { provider: providerLabel(provider) })
  const html = plainLinkPage({
    locale: ctx.locale,
    nonce: headers.get(NONCE) ?? '',
    title,
    text: onward.providerText,
    link: { href: begun.location, label: title },
    atOnce: true,
  })
  const answer = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  ;[...renewed, oauthCookie.set(begun.browser)].forEach((cookie) =>
    answer.append('set-cookie', cookie),
  )
  return new Response(html, { headers: answer })
})

/** The connections page, with the reason why connecting failed. */
function backToConnections(code: ProblemCode, cookies: readonly string[]): Response {
  return seeOther(CONNECTIONS_PATH, [...cookies, noticeSetCookie({ code })])
}
