import { accountPages } from '@/lib/http/pages/account-pages'
import { notificationPages, paymentPages, uploadPages } from '@/lib/http/pages/content-pages'
import { type DashboardRoute, matchPath, opensTo } from '@/lib/http/pages/page-route'
import { settingsPages } from '@/lib/http/pages/settings-pages'
import { userPages } from '@/lib/http/pages/user-pages'
import { isCanonicalId } from '@/lib/platform/ids'
import type { Principal } from '@/lib/platform/request-context'

/**
 * Every page under /dashboard. The middleware, the pages, their actions and the navigation read
 * this table; a path that is not in it is refused.
 */
export const dashboardRoutes = [
  {
    path: '/dashboard',
    permission: null,
    label: 'home',
    group: 'general',
    icon: 'house',
    nav: true,
  },
  {
    path: '/dashboard/inbox',
    permission: null,
    label: 'inbox',
    group: 'general',
    icon: 'inbox',
    nav: true,
  },
  ...uploadPages,
  ...accountPages,
  ...userPages,
  {
    path: '/dashboard/rbac',
    permission: 'rbac:manage',
    label: 'roles',
    group: 'administration',
    icon: 'layers',
    nav: false,
  },
  {
    path: '/dashboard/rbac/roles',
    permission: 'rbac:manage',
    label: 'roles',
    group: 'administration',
    icon: 'layers',
    nav: true,
  },
  {
    path: '/dashboard/rbac/roles/new',
    permission: 'rbac:manage',
    label: 'roles',
    group: 'administration',
    icon: 'layers',
    nav: false,
  },
  {
    path: '/dashboard/rbac/roles/[id]',
    permission: 'rbac:manage',
    label: 'roles',
    group: 'administration',
    icon: 'layers',
    nav: false,
  },
  {
    path: '/dashboard/rbac/permissions',
    permission: 'rbac:manage',
    label: 'permissions',
    group: 'administration',
    icon: 'shield-check',
    nav: true,
  },
  {
    path: '/dashboard/rbac/explorer',
    permission: 'rbac:manage',
    label: 'explorer',
    group: 'administration',
    icon: 'waypoints',
    nav: true,
  },
  {
    path: '/dashboard/contacts',
    permission: 'contacts:list',
    label: 'contacts',
    group: 'administration',
    icon: 'mail',
    nav: true,
  },
  {
    path: '/dashboard/contacts/attachments/[id]',
    permission: 'contacts:list',
    label: 'contacts',
    group: 'administration',
    icon: 'mail',
    nav: false,
    download: true,
  },
  ...notificationPages,
  ...paymentPages,
  {
    path: '/dashboard/audit',
    permission: 'audit:list',
    label: 'audit',
    group: 'administration',
    icon: 'scroll-text',
    nav: true,
  },
  {
    path: '/dashboard/audit/verify',
    permission: 'audit:list',
    label: 'audit',
    group: 'administration',
    icon: 'scroll-text',
    nav: false,
  },
  {
    path: '/dashboard/audit/export',
    permission: 'audit:list',
    label: 'audit',
    group: 'administration',
    icon: 'scroll-text',
    nav: false,
    download: true,
  },
  ...settingsPages,
] as const satisfies readonly DashboardRoute[]

type Listed = (typeof dashboardRoutes)[number]
/** The paths of the table that are pages: what `requirePage` accepts. */
export type DashboardPath = Exclude<Listed, { download: true }>['path']

/** The route for a requested path; null when there is none. */
export function findDashboardRoute(path: string): DashboardRoute | null {
  return dashboardRoutes.find((route) => matchPath(route.path, path, isCanonicalId)) ?? null
}

/** The route for a page's own path, with `[id]` as the placeholder. */
export function dashboardRouteOf(page: DashboardPath): DashboardRoute {
  return dashboardRoutes.find((route) => route.path === page)!
}

/** The ids in a dashboard path, by their names in the route table; empty when there are none. */
export function dashboardParams(path: string): Record<string, string> {
  const route = findDashboardRoute(path)
  return (route && matchPath(route.path, path, isCanonicalId)) ?? {}
}

/** The routes in a user's navigation: those marked `nav` that the user may open. */
export function visibleRoutes(principal: Principal): DashboardRoute[] {
  return dashboardRoutes.filter((route) => route.nav && opensTo(route, principal))
}

/** Whether a user may open a dashboard address; false for an address that is not in the table. */
export function mayOpen(viewer: Principal, address: string): boolean {
  const route = findDashboardRoute(address.split('?', 1)[0]!)
  return route !== null && opensTo(route, viewer)
}
