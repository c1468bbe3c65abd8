import { isAdmitted } from '@/lib/access/check-permission'
import type { MissingFactor } from '@/lib/access/missing-factor'
import { type PermissionAccess, permissionsFor } from '@/lib/access/permission-access'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { answersByForm, findEnabledProvider } from '@/lib/config/providers/enabled-providers'
import { settings } from '@/lib/config/settings'
import { DIRECT, FRAME_ACTION } from '@/lib/http/gateway-headers'
import { impersonationIn, webPrincipal } from '@/lib/http/pages/page-principal'
import { admitsLacking, findPage, isPublic, type PageRoute } from '@/lib/http/pages/page-table'
import { isOwnOrigin, isPrefetch } from '@/lib/http/request-checks'
import { cookieHeaderWith, readSessionCookies } from '@/lib/http/session-cookies'
import { authenticateSession } from '@/lib/identity/sessions/authenticate'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { readRefreshToken } from '@/lib/identity/sessions/session-tokens'
import { now } from '@/lib/platform/clock'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import { can, type SessionPrincipal } from '@/lib/platform/request-context'

/**
 * What the gate needs from the session layer. A parameter, so that the gate's rules can be tested
 * without sessions.
 */
export interface SessionPort {
  /** The user that these cookies identify, also by a session that lacks its second factor. */
  whoIs(
    cookieHeader: string | null,
    presentedByBrowser: boolean,
  ): Promise<Outcome<{ principal: SessionPrincipal }>>
  /**
   * Rotates the session with its refresh cookie. `returns`: without one, returns from an
   * impersonation that has ended to the user's own session.
   */
  renew(headers: Headers, returns: boolean): Promise<Outcome<{ session: IssuedSession }>>
  cookieHeaderWith(cookieHeader: string | null, session: IssuedSession): string
  checkAccess(principal: SessionPrincipal, access: PermissionAccess): Promise<Refusal> | null
}

/**
 * The decision about a page request. `session`: the session renewed for this request, whose cookies
 * belong on the response.
 */
export type GateDecision =
  | {
      kind: 'view' | 'act' | 'endpoint'
      route: PageRoute
      cookie: string | null
      session: IssuedSession | null
    }
  | {
      kind: 'forbidden'
      route: PageRoute
      cookie: string | null
      session: IssuedSession | null
      permission: PermissionName
    }
  | {
      kind: 'second-factor'
      route: PageRoute
      session: IssuedSession | null
      missing: MissingFactor
    }
  | { kind: 'sign-in'; route: PageRoute }
  | { kind: 'nothing' }
  | { kind: 'no-provider' }
  | { kind: 'refused'; refusal: Refusal; allow?: string }

/**
 * Decides about a page request using the page table: unknown paths do not exist, unsafe methods
 * must come from this origin, dashboard routes need a live session (renewed here when only the
 * access token has expired), its second factor, and their permission. Throws what the session layer
 * throws.
 */
export async function evaluatePageRequest(
  asked: { method: string; path: string; headers: Headers; at: Date },
  sessions: SessionPort,
): Promise<GateDecision> {
  const route = findPage(asked.path)
  if (!route) return { kind: 'nothing' }
  if (route.hiddenFromProxies && isHiddenFromProxies(asked.headers)) return { kind: 'nothing' }
  const isForPage = asked.method === 'GET' || asked.headers.has(FRAME_ACTION)
  if (isForPage && namesUnknownProvider(route, asked.path)) return { kind: 'no-provider' }
  const acceptsFormPost = mayPostFromProvider(route, asked.path)
  const { kind, allow } = purposeOf(asked.method, route, acceptsFormPost)
  if (!kind) return { kind: 'refused', refusal: refuse('method_not_allowed'), allow }
  // A GET endpoint starts or completes something, so it must not be prefetched.
  if (route.endpoint === 'GET' && isAhead(asked.headers)) {
    return {
      kind: 'refused',
      refusal: refuse('bad_request', { detail: 'This page can’t be prefetched.' }),
    }
  }
  // Most of them start or complete a change of the account or of the session.
  if (
    route.endpoint &&
    route.impersonation !== 'allowed' &&
    impersonationIn(asked.headers.get('cookie'), asked.at)
  )
    return { kind: 'refused', refusal: refuse('impersonation_read_only') }
  // A provider's form post is exempt: like a GET that any site can link to, it does nothing without
  // the state of an authorization flow that this browser started.
  if (asked.method === 'POST' && !acceptsFormPost && !isOwnOrigin(asked.headers, settings())) {
    return { kind: 'refused', refusal: refuse('origin_not_allowed') }
  }
  const cookie = asked.headers.get('cookie')
  const who =
    route.access === 'public' ? null : await findSession(asked.headers, sessions, kind === 'view')
  if (isPublic(route.access))
    return { kind, route, cookie: who?.cookie ?? cookie, session: who?.session ?? null }
  if (!who) return { kind: 'sign-in', route }
  const missing = who.principal.missingFactor
  if (missing && !admitsLacking(route, missing))
    return { kind: 'second-factor', route, session: who.session, missing }
  if (route.access === 'authenticated')
    return { kind, route, cookie: who.cookie, session: who.session }
  if (await sessions.checkAccess(who.principal, route.access)) {
    const [permission] = permissionsFor(route.access)
    return { kind: 'forbidden', route, permission, cookie: who.cookie, session: who.session }
  }
  return { kind, route, cookie: who.cookie, session: who.session }
}

function purposeOf(
  method: string,
  route: PageRoute,
  acceptsFormPost: boolean,
): { kind: 'view' | 'act' | 'endpoint' | null; allow: string } {
  const answers = acceptsFormPost ? ['POST'] : []
  const methods = route.endpoint
    ? [route.endpoint, ...answers]
    : route.download
      ? ['GET', 'HEAD']
      : ['GET', 'HEAD', 'POST']
  const allow = methods.join(', ')
  if (!methods.includes(method)) return { kind: null, allow }
  return { kind: route.endpoint ? 'endpoint' : method === 'POST' ? 'act' : 'view', allow }
}

/**
 * Whether the path is the callback of a provider that answers with a form post, which comes from
 * that provider's site.
 */
function mayPostFromProvider(route: PageRoute, path: string): boolean {
  return route.formPost === true && answersByForm(path.split('/').at(-2) ?? '')
}

/** Whether the path is for a sign-in provider that is not enabled. */
function namesUnknownProvider(route: PageRoute, path: string): boolean {
  const index = route.path.split('/').indexOf('[provider]')
  return index > 0 && findEnabledProvider(path.split('/')[index] ?? '') === null
}

/**
 * Whether the browser prefetches before a click, or Next's router fetches in the background, where
 * a redirect to another origin would fail.
 */
function isAhead(headers: Headers): boolean {
  return isPrefetch(headers) || headers.has('rsc')
}

/**
 * A user with a live session. `session` is set if it was just renewed; `cookie` then includes the
 * new tokens.
 */
export interface ResolvedSession {
  principal: SessionPrincipal
  cookie: string | null
  session: IssuedSession | null
}

type Sessions = Pick<SessionPort, 'whoIs' | 'renew' | 'cookieHeaderWith'>

/**
 * Finds the live session behind the cookies and renews it when necessary. Null also for a session
 * that lacks its second factor.
 */
export async function resolveSession(
  headers: Headers,
  sessions: Sessions,
): Promise<ResolvedSession | null> {
  const found = await findSession(headers, sessions)
  return found?.principal.missingFactor ? null : found
}

/**
 * A prefetch renews nothing: the user may never open the page. With `returns`, a user whose
 * impersonation has ended continues in their own session: for pages to view only, because a form
 * belongs to the other user.
 */
async function findSession(
  headers: Headers,
  sessions: Sessions,
  returns = false,
): Promise<ResolvedSession | null> {
  const cookie = headers.get('cookie')
  const who = await sessions.whoIs(cookie, true)
  if (who.ok) return { principal: who.principal, cookie, session: null }
  const leaves = returns && readSessionCookies(cookie).impersonator !== null
  if ((who.code === 'session_revoked' && !leaves) || isPrefetch(headers)) return null
  const renewed = await sessions.renew(headers, returns)
  if (!renewed.ok) return null
  const fresh = sessions.cookieHeaderWith(cookie, renewed.session)
  const now = await sessions.whoIs(fresh, false)
  return now.ok ? { principal: now.principal, cookie: fresh, session: renewed.session } : null
}

/**
 * Whether local mode must hide from this request what only users of this machine may see, such as
 * emails with their links: behind a proxy, it could come from anywhere. Production has no such
 * pages, and is often behind a proxy.
 */
export function isHiddenFromProxies(headers: Headers): boolean {
  return settings().local && !headers.has(DIRECT)
}

/**
 * Whether the page proxy will let a form reach its action; checked before a large one is read into
 * memory. Only reads: if the access token has expired, the session of the refresh token counts,
 * while renewing it and recording a refusal are left to the page proxy. On a public page, only
 * users with `uploads:create` may send files.
 */
export async function maySendForm(path: string, headers: Headers): Promise<boolean> {
  const at = now()
  const verdict = await evaluatePageRequest(
    { method: 'POST', path, headers, at },
    {
      whoIs: (cookie) => senderOf(cookie, at),
      renew: async () => refuse('token_missing'),
      cookieHeaderWith,
      checkAccess: (principal, access) =>
        isAdmitted(principal, access, {})
          ? null
          : Promise.resolve(refuse('insufficient_permission')),
    },
  )
  if (verdict.kind !== 'act' || !isPublic(verdict.route.access)) return verdict.kind === 'act'
  const who = await senderOf(headers.get('cookie'), at)
  return who.ok && can(who.principal, 'uploads:create')
}

async function senderOf(cookie: string | null, at: Date): ReturnType<typeof webPrincipal> {
  const who = await webPrincipal(cookie, { at, presentedByBrowser: false })
  if (who.ok || who.code === 'session_revoked') return who
  const claims = readRefreshToken(readSessionCookies(cookie).refresh ?? '')
  return claims ? authenticateSession(claims, at) : who
}

/** Whether the page is public. */
export function isPublicPage(path: string): boolean {
  const page = findPage(path)
  return page !== null && isPublic(page.access)
}
