import type { PermissionName } from '@/lib/config/permission-catalog'
import { settings } from '@/lib/config/settings'
import { DIRECT } from '@/lib/http/gateway-headers'
import { webPrincipal } from '@/lib/http/pages/page-principal'
import { findWebRoute, type WebRoute } from '@/lib/http/pages/page-routes'
import { isOwnOrigin, isPrefetch } from '@/lib/http/request-checks'
import { cookieHeaderWith, readSessionCookies } from '@/lib/http/session-cookies'
import { authenticateSession } from '@/lib/identity/sessions/authenticate'
import type { IssuedSession } from '@/lib/identity/sessions/issue-tokens'
import { readRefreshToken } from '@/lib/identity/sessions/session-tokens'
import { now } from '@/lib/platform/clock'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import { can, type Principal } from '@/lib/platform/request-context'

/**
 * What may be asked of the session layer; a parameter, so that the gate's rules are tested without
 * one.
 */
export interface SessionPort {
  /** Who sends these cookies. */
  whoIs(
    cookieHeader: string | null,
    presentedByBrowser: boolean,
  ): Promise<Outcome<{ principal: Principal }>>
  /** Rotates by the refresh cookie. */
  renew(headers: Headers): Promise<Outcome<{ session: IssuedSession }>>
  cookieHeaderWith(cookieHeader: string | null, session: IssuedSession): string
  requirePermission(principal: Principal, permission: PermissionName): Promise<Refusal> | null
}

/**
 * What becomes of a request to a page. `openSession`: renewed on the way, its cookies belong on the
 * answer.
 */
export type GateDecision =
  | {
      kind: 'view' | 'act' | 'endpoint'
      route: WebRoute
      cookie: string | null
      session: IssuedSession | null
    }
  | {
      kind: 'forbidden'
      route: WebRoute
      cookie: string | null
      session: IssuedSession | null
      permission: PermissionName
    }
  | { kind: 'sign-in'; route: WebRoute }
  | { kind: 'nothing' }
  | { kind: 'refused'; refusal: Refusal; allow?: string }

/**
 * Judges a request to a page by the route tables: unknown paths do not exist, unsafe methods must
 * come from this origin, dashboard routes need a live session (renewed here when only the access
 * token has run out) and their permission. Throws what the session layer throws.
 */
export async function evaluatePageRequest(
  asked: { method: string; path: string; headers: Headers },
  keepers: SessionPort,
): Promise<GateDecision> {
  const route = findWebRoute(asked.path)
  if (!route) return { kind: 'nothing' }
  if (route.direct && isHiddenFromProxies(asked.headers)) return { kind: 'nothing' }
  const { kind, allow } = purposeOf(asked.method, route)
  if (!kind) return { kind: 'refused', refusal: refuse('method_not_allowed'), allow }
  // A GET that leads elsewhere begins or ends something: only when somebody really goes there.
  if (route.endpoint === 'GET' && isAhead(asked.headers)) {
    return {
      kind: 'refused',
      refusal: refuse('bad_request', { detail: 'This page can’t be prefetched.' }),
    }
  }
  // What a provider posts is worth as much as a GET that any site can lead to: nothing without the
  // state of a trip of this browser.
  if (asked.method === 'POST' && !route.formPost && !isOwnOrigin(asked.headers, settings())) {
    return { kind: 'refused', refusal: refuse('origin_not_allowed') }
  }
  const cookie = asked.headers.get('cookie')
  const who =
    route.access === 'public' && !route.visitor
      ? null
      : await resolveSession(asked.headers, keepers)
  if (route.access === 'public')
    return { kind, route, cookie: who?.cookie ?? cookie, session: who?.session ?? null }
  if (!who) return { kind: 'sign-in', route }
  const { permission, orPermission } = route.access
  const mayOtherwise = orPermission !== undefined && can(who.principal, orPermission)
  if (
    permission !== null &&
    !mayOtherwise &&
    (await keepers.requirePermission(who.principal, permission))
  ) {
    return { kind: 'forbidden', route, permission, cookie: who.cookie, session: who.session }
  }
  return { kind, route, cookie: who.cookie, session: who.session }
}

function purposeOf(
  method: string,
  route: WebRoute,
): { kind: 'view' | 'act' | 'endpoint' | null; allow: string } {
  const answers = route.formPost ? ['POST'] : []
  const methods = route.endpoint
    ? [route.endpoint, ...answers]
    : route.posts
      ? ['GET', 'HEAD', 'POST']
      : ['GET', 'HEAD']
  const allow = methods.join(', ')
  if (!methods.includes(method)) return { kind: null, allow }
  return { kind: route.endpoint ? 'endpoint' : method === 'POST' ? 'act' : 'view', allow }
}

/**
 * By the browser before a click, or by Next's router, which would follow a redirect to another
 * origin in vain.
 */
function isAhead(headers: Headers): boolean {
  return isPrefetch(headers) || headers.has('rsc')
}

/**
 * Somebody with a live session; `openSession` when it was renewed to find out, `cookie` as it is
 * then.
 */
export interface ResolvedSession {
  principal: Principal
  cookie: string | null
  session: IssuedSession | null
}

/**
 * The live session behind the cookies, renewed when need be. A prefetch renews nothing: nobody may
 * be looking.
 */
export async function resolveSession(
  headers: Headers,
  keepers: Pick<SessionPort, 'whoIs' | 'renew' | 'cookieHeaderWith'>,
): Promise<ResolvedSession | null> {
  const cookie = headers.get('cookie')
  const who = await keepers.whoIs(cookie, true)
  if (who.ok) return { principal: who.principal, cookie, session: null }
  if (who.code === 'session_revoked' || isPrefetch(headers)) return null
  const renewed = await keepers.renew(headers)
  if (!renewed.ok) return null
  const fresh = keepers.cookieHeaderWith(cookie, renewed.session)
  const now = await keepers.whoIs(fresh, false)
  return now.ok ? { principal: now.principal, cookie: fresh, session: renewed.session } : null
}

/**
 * Whether local mode must hide from this request what it shows to whoever sits at this machine,
 * such as mails with their links: a proxy may have brought it from anywhere. Production has no such
 * pages, and is often behind a proxy.
 */
export function isHiddenFromProxies(headers: Headers): boolean {
  return settings().local && !headers.has(DIRECT)
}

/**
 * Whether the middleware will let a form through to its action: asked before a large one is read
 * into memory. It only reads. Where the access token has expired, the session that the refresh
 * token names answers for it; renewing it, and putting a refusal on record, stays with the
 * middleware. On a page for everybody only holders of `uploads:create` may send files.
 */
export async function maySendForm(path: string, headers: Headers): Promise<boolean> {
  const at = now()
  const verdict = await evaluatePageRequest(
    { method: 'POST', path, headers },
    {
      whoIs: (cookie) => senderOf(cookie, at),
      renew: async () => refuse('token_missing'),
      cookieHeaderWith,
      requirePermission: ({ permissions }, permission) =>
        can({ permissions }, permission)
          ? null
          : Promise.resolve(refuse('insufficient_permission')),
    },
  )
  if (verdict.kind !== 'act' || verdict.route.access !== 'public') return verdict.kind === 'act'
  const who = await senderOf(headers.get('cookie'), at)
  return who.ok && can(who.principal, 'uploads:create')
}

async function senderOf(cookie: string | null, at: Date): ReturnType<typeof webPrincipal> {
  const who = await webPrincipal(cookie, { at, presentedByBrowser: false })
  if (who.ok || who.code === 'session_revoked') return who
  const claims = readRefreshToken(readSessionCookies(cookie).refresh ?? '')
  return claims ? authenticateSession(claims, at) : who
}

/** Whether anybody may post to that page. */
export function isPublicPage(path: string): boolean {
  return findWebRoute(path)?.access === 'public'
}
