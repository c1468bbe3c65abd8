import { requirePermission } from '@/lib/auth/require-permission'
import type { RequestContext } from '@/lib/platform/request-context'
import { renewOnTheWay } from '@/lib/web/renew-session'
import { cookieHeaderWith } from '@/lib/web/session-cookies'
import type { GateKeepers } from '@/lib/web/web-gate'
import { webPrincipal } from '@/lib/web/web-principal'

/** The session layer as the gate asks it, as of `at`. */
export function gateKeepers(at: Date, ctx: RequestContext): GateKeepers {
  return {
    whoIs: (cookieHeader, presentedByBrowser) => webPrincipal(cookieHeader, { at, presentedByBrowser }),
    renew: renewOnTheWay,
    cookieHeaderWith,
    requirePermission: (principal, permission) => requirePermission(principal, permission, ctx),
  }
}
