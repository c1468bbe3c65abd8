import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import type { DashboardRoute } from '@/lib/web/dashboard-route'
import { dashboardRoutes } from '@/lib/web/dashboard-routes'

/** The routes that the navigation shows somebody: those of the table that are listed and that they may open. */
export function visibleRoutes(principal: Principal): DashboardRoute[] {
  return dashboardRoutes.filter(
    ({ nav, permission }) => nav && (permission === null || can(principal, permission)),
  )
}
