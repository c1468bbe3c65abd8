import { plainPath } from '@/lib/web/safe-redirect'
import { findWebRoute } from '@/lib/web/web-routes'

/** `path` if it is a page of the route tables, the sign-in pages included; null for anything else. For a form that goes back to where it was. */
export function ownPagePath(path: unknown): string | null {
  const safe = plainPath(path)
  const route = safe === null ? null : findWebRoute(new URL(safe, 'http://own.invalid').pathname)
  return route && !route.endpoint ? safe : null
}
