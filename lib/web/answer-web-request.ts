import { randomBytes } from 'node:crypto'
import { NextResponse } from 'next/server'
import { refuseMissingFactor } from '@/lib/access/missing-factor'
import * as gatewayHeaders from '@/lib/http/gateway-headers'
import * as internal from '@/lib/http/internal-headers'
import { evaluatePageRequest, type GateDecision } from '@/lib/http/pages/page-gate'
import { isPublic } from '@/lib/http/pages/page-table'
import { isPrefetch } from '@/lib/http/request-checks'
import {
  clearedImpersonatorSetCookie,
  readSessionCookies,
  sessionSetCookies,
} from '@/lib/http/session-cookies'
import { toRefusal } from '@/lib/http/wire-response'
import { now } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { refuse } from '@/lib/platform/problems'
import { botCheckWidget } from '@/lib/protection/bot-check/bot-check-widget'
import { noticeCookie, noticeSetCookie } from '@/lib/web/form-outcome'
import { contentSecurityPolicy, pageHeaders } from '@/lib/web/page-headers'
import { localeOf } from '@/lib/web/preferences'
import { refusalResponse, wantsJson } from '@/lib/web/refusals'
import { loginPath, secondFactorPath } from '@/lib/web/safe-redirect'
import { webRequestContext } from '@/lib/web/web-context'
import { sessionPort } from '@/lib/web/web-session'

/** A path without a page: Next answers with the not-found page and status 404. */
const NOTHING = '/_nothing'
const FORBIDDEN = '/forbidden'
const NO_PROVIDER = '/no-provider'

/**
 * The page proxy's handling of every page request: decides about it, and passes it on with the
 * headers that pages and actions read, the renewed session (on the request and the response), and
 * the page's security headers.
 */
export async function answerWebRequest(request: Request): Promise<Response> {
  const url = new URL(request.url)
  url.searchParams.delete('_rsc')
  const headers = ownHeaders(request.headers)
  const nonce = randomBytes(16).toString('base64')
  const at = now()
  const incoming: IncomingRequest = { url, headers, nonce, method: request.method, at }
  const sessions = sessionPort(at, webRequestContext(headers))
  const verdict = await evaluatePageRequest(
    { method: request.method, path: url.pathname, headers, at },
    sessions,
  ).catch((error: unknown): GateDecision => ({
    kind: 'refused',
    refusal: toRefusal(error, headers.get('x-request-id') ?? ''),
  }))
  const route = 'route' in verdict ? verdict.route : null
  const widget = route?.botCheck ? botCheckWidget() : null
  // A navigation inside the page would keep the CSP of the document that it started from, which
  // does not allow the widget.
  const inPage = verdict.kind === 'view' && headers.has('rsc')
  const response =
    widget && inPage ? new NextResponse(null, { status: 204 }) : toResponse(verdict, incoming)
  const shown = {
    nonce,
    locale: localeOf(headers),
    secretInAddress: route?.secretInAddress ?? false,
    authenticated: route !== null && !isPublic(route.access),
    widget,
  }
  pageHeaders(shown).forEach(([name, value]) => response.headers.set(name, value))
  const renewed = 'session' in verdict ? verdict.session : null
  if (renewed)
    sessionSetCookies(renewed).forEach((cookie) => response.headers.append('set-cookie', cookie))
  return response
}

interface IncomingRequest {
  url: URL
  headers: Headers
  nonce: string
  method: string
  at: Date
}

const FROM_GATEWAY: ReadonlySet<string> = new Set(Object.values(gatewayHeaders))

/**
 * The inbound headers without those that only the page proxy may set, even if the gateway did not
 * remove them.
 */
function ownHeaders(inbound: Headers): Headers {
  const headers = new Headers(inbound)
  for (const name of [...headers.keys()]) {
    if (name.startsWith(internal.INTERNAL_PREFIX) && !FROM_GATEWAY.has(name)) headers.delete(name)
  }
  if (!headers.has('x-request-id')) headers.set('x-request-id', newId())
  return headers
}

function toResponse(verdict: GateDecision, incoming: IncomingRequest): Response {
  const { url, headers, nonce } = incoming
  const path = url.pathname + url.search
  switch (verdict.kind) {
    case 'view':
      return viewed(verdict.cookie, incoming)
    case 'act':
    case 'endpoint':
      return NextResponse.next({ request: { headers: forwarded(verdict.cookie, incoming) } })
    case 'forbidden':
      return forbidden(verdict, incoming)
    case 'second-factor':
      return secondFactor(verdict, incoming)
    case 'sign-in':
      return signIn(path, incoming)
    case 'nothing':
      if (isPageRequest(incoming)) return rewritten(NOTHING, headers.get('cookie'), incoming)
      return refusalResponse(refuse('not_found'), { headers, path, nonce })
    case 'no-provider':
      return wantsJson(headers)
        ? refusalResponse(refuse('oauth_provider_disabled'), { headers, path, nonce })
        : rewritten(NO_PROVIDER, headers.get('cookie'), incoming)
    case 'refused': {
      const answer = refusalResponse(verdict.refusal, { headers, path, nonce })
      if (verdict.allow) answer.headers.set('allow', verdict.allow)
      return answer
    }
  }
}

/** The frame's actions (sign out, language, theme) also work on a refused or missing page. */
const isFrameAction = ({ method, headers }: IncomingRequest) =>
  method === 'POST' && headers.has(gatewayHeaders.FRAME_ACTION)

const isPageRequest = (incoming: IncomingRequest) =>
  incoming.method === 'GET' || incoming.method === 'HEAD' || isFrameAction(incoming)

function viewed(cookie: string | null, incoming: IncomingRequest): Response {
  const request = forwarded(cookie, incoming)
  const looks = incoming.method === 'GET' && !isPrefetch(incoming.headers)
  const notice = noticeCookie.read(cookie)
  if (notice && looks) request.set(internal.NOTICE, notice)
  const response = NextResponse.next({ request: { headers: request } })
  if (notice && looks) response.headers.append('set-cookie', noticeCookie.cleared())
  return response
}

function rewritten(
  to: string,
  cookie: string | null,
  incoming: IncomingRequest,
  status?: number,
): Response {
  const request = { headers: forwarded(cookie, incoming) }
  return NextResponse.rewrite(new URL(to, incoming.url), { request, ...(status && { status }) })
}

function forbidden(
  verdict: GateDecision & { kind: 'forbidden' },
  incoming: IncomingRequest,
): Response {
  if (!isPageRequest(incoming)) {
    const refusal = refuse('insufficient_permission', { requiredPermission: verdict.permission })
    return refusalResponse(refusal, {
      headers: incoming.headers,
      path: incoming.url.pathname,
      nonce: incoming.nonce,
    })
  }
  const page = `${FORBIDDEN}?permission=${encodeURIComponent(verdict.permission)}`
  return rewritten(page, verdict.cookie, incoming, 403)
}

function signIn(path: string, { url, headers, nonce, method }: IncomingRequest): Response {
  // Next's router follows redirects itself and may cache the result; an empty refusal makes it load
  // the full page.
  if (headers.has('rsc') || isPrefetch(headers)) return new NextResponse(null, { status: 401 })
  const redirect = loginPath(path)
  if (headers.has('next-action')) return leaveByScript(redirect, headers)
  const response = wantsJson(headers)
    ? refusalResponse(refuse('token_missing'), { headers, path, nonce, redirect })
    : NextResponse.redirect(new URL(redirect, url), 303)
  for (const cookie of endedSetCookies(headers)) response.headers.append('set-cookie', cookie)
  // It led to no session, so the sign-in page must not lead back here.
  if (method === 'GET' && readSessionCookies(headers.get('cookie')).impersonator)
    response.headers.append('set-cookie', clearedImpersonatorSetCookie())
  return response
}

function endedSetCookies(headers: Headers): string[] {
  const { access, refresh, impersonator } = readSessionCookies(headers.get('cookie'))
  return access || refresh || impersonator ? [noticeSetCookie({ notice: 'session_ended' })] : []
}

/**
 * A page that the session can't open before its second factor: leads to where it is set up or
 * proved.
 */
function secondFactor(
  verdict: GateDecision & { kind: 'second-factor' },
  incoming: IncomingRequest,
): Response {
  const { url, headers, nonce } = incoming
  const path = url.pathname + url.search
  const to = secondFactorPath(verdict.missing, path)
  if (headers.has('rsc') || isPrefetch(headers)) return new NextResponse(null, { status: 403 })
  if (incoming.method === 'GET' || incoming.method === 'HEAD')
    return wantsJson(headers)
      ? refusalResponse(refuseMissingFactor(verdict.missing), { headers, path, nonce })
      : NextResponse.redirect(new URL(to, url), 303)
  if (isFrameAction(incoming)) return rewritten(NOTHING, headers.get('cookie'), incoming)
  return refusalResponse(refuseMissingFactor(verdict.missing), { headers, path, nonce })
}

/** React's client follows this with a full page load. */
function leaveByScript(to: string, headers: Headers): Response {
  const response = new NextResponse(null, {
    status: 401,
    headers: { 'x-action-redirect': `${to};replace` },
  })
  for (const cookie of endedSetCookies(headers)) response.headers.append('set-cookie', cookie)
  return response
}

/**
 * The request as pages and actions see it. Next reads the nonce for its own scripts from the CSP.
 */
function forwarded(cookie: string | null, { headers, url, nonce, at }: IncomingRequest): Headers {
  const request = new Headers(headers)
  if (cookie === null) request.delete('cookie')
  else request.set('cookie', cookie)
  request.set(internal.PAGE_ADDRESS, url.pathname + url.search)
  request.set(internal.NONCE, nonce)
  request.set(internal.REQUEST_INSTANT, String(at.getTime()))
  request.set('content-security-policy', contentSecurityPolicy(nonce))
  return request
}
