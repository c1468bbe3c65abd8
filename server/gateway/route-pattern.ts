import { routeTable } from '@/server/gateway/api-router'
import { WELL_KNOWN_PATHS } from '@/server/gateway/well-known'

const OTHER_PATHS = ['/metrics', '/healthz', '/readyz', '/icon.svg', '/_next/[...file]']
/** The pattern of requests that match no route. */
const NO_ROUTE = '(none)'

/**
 * The pattern of a path, for metrics and spans, which must not contain what a client sent. `paths`:
 * those of the API routes and pages.
 */
export function routePatterns(paths: readonly string[]): (path: string) => string {
  const find = routeTable(
    [...OTHER_PATHS, ...WELL_KNOWN_PATHS, ...paths].map((path) => ({ path, handlers: {} })),
  )
  return (path) => (path && find(path)?.path) || NO_ROUTE
}
