import { settings } from '@/lib/config/settings'
import { refuse, type Outcome, type Refusal } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import type { PermissionName } from '@/lib/rbac/permission-catalog'
import type { IssuedSession } from '@/lib/sessions/issued-session'
import { isOwnOrigin } from '@/lib/http/check-origin'
import { findVisitor } from '@/lib/web/find-visitor'
import { isHiddenFromProxies } from '@/lib/web/hidden-from-proxies'
import { isPrefetch } from '@/lib/web/is-prefetch'
import { findWebRoute, type WebRoute } from '@/lib/web/web-routes'

/** What may be asked of the session layer; a parameter, so that the gate's rules are tested without one. */
export interface GateKeepers {
  /** Who sends these cookies. */
  whoIs(cookieHeader: string | null, presentedByBrowser: boolean): Promise<Outcome<{ principal: Principal }>>
  /** Rotates by the refresh cookie. */
  renew(headers: Headers): Promise<Outcome<{ session: IssuedSession }>>
  cookieHeaderWith(cookieHeader: string | null, session: IssuedSession): string
  requirePermission(principal: Principal, permission: PermissionName): Promise<Refusal> | null
}

/** What becomes of a request to a page. `session`: renewed on the way, its cookies belong on the answer. */
export type GateVerdict =
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
 * Judges a request to a page by the route tables: unknown paths do not exist, unsafe methods must come from this origin,
 * dashboard routes need a live session (renewed here when only the access token has run out) and their permission.
 * Throws what the session layer throws.
 */
export async function judgeWebRequest(
  asked: { method: string; path: string; headers: Headers },
  keepers: GateKeepers,
): Promise<GateVerdict> {
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
  // What a provider posts is worth as much as a GET that any site can lead to: nothing without the state of a trip of this browser.
  if (asked.method === 'POST' && !route.formPost && !isOwnOrigin(asked.headers, settings())) {
    return { kind: 'refused', refusal: refuse('origin_not_allowed') }
  }
  const cookie = asked.headers.get('cookie')
  const who = route.access === 'public' && !route.visitor ? null : await findVisitor(asked.headers, keepers)
  if (route.access === 'public')
    return { kind, route, cookie: who?.cookie ?? cookie, session: who?.session ?? null }
  if (!who) return { kind: 'sign-in', route }
  const { permission, orPermission } = route.access
  const mayOtherwise = orPermission !== undefined && can(who.principal, orPermission)
  if (permission !== null && !mayOtherwise && (await keepers.requirePermission(who.principal, permission))) {
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

/** By the browser before a click, or by Next's router, which would follow a redirect to another origin in vain. */
function isAhead(headers: Headers): boolean {
  return isPrefetch(headers) || headers.has('rsc')
}
