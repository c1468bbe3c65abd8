import type { Principal } from '@/lib/platform/request-context'
import { mayOpen } from '@/lib/web/may-open'

/** Where somebody can look at a person: their own page, the list, or what they did; null when they may open none of them. */
export function personPath(viewer: Principal, person: { id: string; email: string }): string | null {
  const places = [
    `/dashboard/users/${person.id}`,
    `/dashboard/users?query=${encodeURIComponent(person.email)}`,
    `/dashboard/audit?target=${person.id}`,
  ]
  return places.find((place) => mayOpen(viewer, place)) ?? null
}
