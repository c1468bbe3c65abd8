// Declared here because the file itself is generated (scripts/write-api-routes.mjs) and not
// committed.
declare module '@/server/generated/api-routes' {
  export const apiRoutes: import('@/lib/http/route-declaration').RouteFile[]
  /** The pages that Next serves, as in the file tree (`/dashboard/account`). */
  export const pagePaths: string[]
}
