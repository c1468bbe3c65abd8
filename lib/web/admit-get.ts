import { settings } from '@/lib/config/settings'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import type { PermissionName } from '@/lib/rbac/permission-catalog'
import { dashboardParams } from '@/lib/web/dashboard-routes'
import { PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { judgedAt } from '@/lib/web/judged-at'
import { webPrincipal } from '@/lib/web/web-principal'

/** Who may have it: everybody signed in, or holders of one permission. There is no default. */
export type GetAccess = 'authenticated' | { permission: PermissionName }

/**
 * Lets a GET in that is answered with data, not with a page: who asks, the query, and the ids in the path. The middleware has asked who they are and what
 * they may; this asks again. Another site cannot have it fetched.
 */
export async function admitGet(
  headers: Headers,
  access: GetAccess,
): Promise<Outcome<{ principal: Principal; query: URLSearchParams; params: Record<string, string> }>> {
  const address = headers.get(PAGE_ADDRESS)
  // Only the middleware sets it (the front removes it from outside).
  if (!address) return refuse('bad_request')
  if (headers.get('sec-fetch-site') === 'cross-site') return refuse('origin_not_allowed')
  const who = await webPrincipal(headers.get('cookie'), { at: judgedAt(headers), presentedByBrowser: false })
  if (!who.ok) return who
  if (access !== 'authenticated' && !can(who.principal, access.permission))
    return refuse('insufficient_permission', { requiredPermission: access.permission })
  const { searchParams, pathname } = new URL(address, settings().baseUrl)
  return { ok: true, principal: who.principal, query: searchParams, params: dashboardParams(pathname) }
}
