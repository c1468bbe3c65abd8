import type { Principal } from '@/lib/platform/request-context'
import { opensTo } from '@/lib/web/dashboard-route'
import { findDashboardRoute } from '@/lib/web/dashboard-routes'

/** Whether somebody may open an address of the dashboard; false for addresses that are not in its table. */
export function mayOpen(viewer: Principal, address: string): boolean {
  const route = findDashboardRoute(address.split('?', 1)[0]!)
  return route !== null && opensTo(route, viewer)
}
