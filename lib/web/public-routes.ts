import { matchPath } from '@/lib/web/route-pattern'

/** Every page that anybody may open, outside /dashboard. A page in neither table is refused. */
export const publicRoutes = [
  { path: '/' },
  { path: '/auth/login', posts: true, botCheck: true },
  { path: '/auth/mfa', posts: true },
  { path: '/auth/register', posts: true, botCheck: true },
  { path: '/auth/check-mail' },
  { path: '/auth/forgot-password', posts: true, botCheck: true },
  { path: '/auth/reset-password', posts: true, token: true },
  { path: '/auth/verify-email', posts: true, token: true },
  { path: '/auth/confirm-email', posts: true, token: true },
  { path: '/auth/resend-verification', posts: true, botCheck: true },
  { path: '/auth/invitation', posts: true, token: true },
  { path: '/auth/setup', posts: true, token: true, direct: true },
  { path: '/auth/logout', posts: true },
  { path: '/auth/renew', endpoint: 'POST' },
  { path: '/auth/oauth/[provider]', endpoint: 'GET' },
  { path: '/auth/oauth/[provider]/callback', endpoint: 'GET', token: true },
  { path: '/auth/oauth/[provider]/link', endpoint: 'GET', token: true },
  { path: '/contact', posts: true, botCheck: true },
  { path: '/local/outbox', token: true, direct: true },
  { path: '/preferences', posts: true },
  { path: '/docs' },
  { path: '/docs/errors' },
  { path: '/docs/errors/[code]' },
] as const satisfies readonly PublicRoute[]

export interface PublicRoute {
  path: `/${string}`
  /** Whether the page has forms: they post to it, and its `action/route.ts` answers. */
  posts?: true
  /** Its form shows the bot check: its content policy lets the provider's widget in. */
  botCheck?: true
  /** Its address, or that of a link on it, may carry a secret, which no Referer may leak. */
  token?: true
  /** In local mode only for this machine: a request that came through a proxy gets a 404. */
  direct?: true
  /** No page: an address for scripts that takes POST, or one that a browser passes on its way elsewhere. */
  endpoint?: 'GET' | 'POST'
}

/** The table's entry for a path; a `[segment]` of the table stands for any one segment. Null when there is none. */
export function findPublicRoute(path: string): PublicRoute | null {
  return publicRoutes.find((route) => matchPath(route.path, path, (segment) => segment !== '')) ?? null
}
