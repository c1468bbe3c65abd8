import {
  type BodyLimit,
  DEFAULT_LIMIT,
  pageBodyLimit,
  routeBodyLimit,
} from '@/lib/http/body-limits'
import { pageTable } from '@/lib/http/pages/page-table'
import type { RouteFile } from '@/lib/http/route-declaration'

/** The limit of bodies sent to a path. */
export type BodyLimits = (path: string) => BodyLimit

/**
 * Collects the limits that routes and pages declare, because the gateway applies them before it
 * calls either. `routeAt` returns the pattern of a path.
 */
export function bodyLimits(
  routes: readonly RouteFile[],
  routeAt: (path: string) => string,
): BodyLimits {
  const limits = new Map([
    ...routes.map(({ path, handlers }) => [path, routeBodyLimit(handlers)] as const),
    ...pageTable.map((page) => [page.path, pageBodyLimit(page)] as const),
  ])
  return (path) => limits.get(routeAt(path)) ?? DEFAULT_LIMIT
}
