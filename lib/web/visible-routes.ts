import type { Principal } from '@/lib/platform/request-context'
import { opensTo, type DashboardRoute } from '@/lib/web/dashboard-route'
import { dashboardRoutes } from '@/lib/web/dashboard-routes'

/** The routes that the navigation shows somebody: those of the table that are listed and that they may open. */
export function visibleRoutes(principal: Principal): DashboardRoute[] {
  return dashboardRoutes.filter((route) => route.nav && opensTo(route, principal))
}
