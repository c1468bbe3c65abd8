import { accountPages } from '@/lib/http/pages/account-pages'
import { notificationPages, paymentPages, uploadPages } from '@/lib/http/pages/content-pages'
import { type DashboardRoute, matchPath, opensTo } from '@/lib/http/pages/page-route'
import { settingsPages } from '@/lib/http/pages/settings-pages'
import { userPages } from '@/lib/http/pages/user-pages'
import { isCanonicalId } from '@/lib/platform/ids'
import type { Principal } from '@/lib/platform/request-context'

/**
 * Every page under /dashboard. The middleware, the pages themselves, their actions and the
 * navigation read this table; a path that is not in it is refused.
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
/** The pages of the table: what `requirePage` accepts. */
export type DashboardPath = Exclude<Listed, { download: true }>['path']

/** The table's entry for the path of an address; null when there is none. */
export function findDashboardRoute(path: string): DashboardRoute | null {
  return dashboardRoutes.find((route) => matchPath(route.path, path, isCanonicalId)) ?? null
}

/** The table's entry for a page by its own name, where an id is still `[id]`. */
export function dashboardRouteOf(page: DashboardPath): DashboardRoute {
  return dashboardRoutes.find((route) => route.path === page)!
}

/**
 * The ids in the path of a dashboard page's address, by the names of the table; empty where there
 * are none.
 */
export function dashboardParams(path: string): Record<string, string> {
  const route = findDashboardRoute(path)
  return (route && matchPath(route.path, path, isCanonicalId)) ?? {}
}

/**
 * The routes that the navigation shows somebody: those of the table that are listed and that they
 * may open.
 */
export function visibleRoutes(principal: Principal): DashboardRoute[] {
  return dashboardRoutes.filter((route) => route.nav && opensTo(route, principal))
}

/**
 * Whether somebody may open an address of the dashboard; false for addresses that are not in its
 * table.
 */
export function mayOpen(viewer: Principal, address: string): boolean {
  const route = findDashboardRoute(address.split('?', 1)[0]!)
  return route !== null && opensTo(route, viewer)
}
