import { WELL_KNOWN } from '@/lib/http/well-known'
import { routeTable } from '@/server/gateway/api-router'

const OTHER_PATHS = ['/metrics', '/healthz', '/readyz', '/icon.svg', '/_next/[...file]']
/** The pattern of requests that match no route. */
const NO_ROUTE = '(none)'

/**
 * The pattern of a path, for metrics and spans, which must not contain what a client sent. `paths`:
 * those of the API routes and pages.
 */
export function routePatterns(paths: readonly string[]): (path: string) => string {
  const find = routeTable(
    [...OTHER_PATHS, ...Object.keys(WELL_KNOWN), ...paths].map((path) => ({ path, handlers: {} })),
  )
  return (path) => (path && find(path)?.path) || NO_ROUTE
}
