/**
 * Every page that anybody may open, outside /dashboard. A page in neither table is refused. `token`: its address may carry
 * a secret, which no Referer may leak.
 */
export const publicRoutes = [
  { path: '/' },
  { path: '/auth/login' },
  { path: '/auth/register' },
  { path: '/auth/check-mail' },
  { path: '/auth/forgot-password' },
  { path: '/auth/reset-password', token: true },
  { path: '/auth/verify-email', token: true },
  { path: '/auth/resend-verification' },
  { path: '/auth/setup', token: true },
  { path: '/auth/logout' },
  { path: '/docs' },
  { path: '/docs/errors' },
  { path: '/docs/errors/[code]' },
] as const satisfies readonly PublicRoute[]

export interface PublicRoute {
  path: `/${string}`
  token?: true
}

/** The table's entry for a path; a `[segment]` of the table stands for any one segment. Null when there is none. */
export function findPublicRoute(path: string): PublicRoute | null {
  return publicRoutes.find((route) => matches(route.path, path)) ?? null
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((segment, n) => segment === given[n] || (segment.startsWith('[') && given[n] !== ''))
  )
}
