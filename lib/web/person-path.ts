import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import { findDashboardRoute } from '@/lib/web/dashboard-routes'

/** Where somebody can look at a person: their own page, the list, or what they did; null when they may open none of them. */
export function personPath(viewer: Principal, person: { id: string; email: string }): string | null {
  const places = [
    `/dashboard/users/${person.id}`,
    `/dashboard/users?query=${encodeURIComponent(person.email)}`,
    `/dashboard/audit?target=${person.id}`,
  ]
  return places.find((place) => mayOpen(viewer, place.split('?', 1)[0]!)) ?? null
}

function mayOpen(viewer: Principal, path: string): boolean {
  const route = findDashboardRoute(path)
  return route !== null && (route.permission === null || can(viewer, route.permission))
}
