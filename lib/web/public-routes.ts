import { matchPath } from '@/lib/web/route-pattern'

/** Every page that anybody may open, outside /dashboard. A page in neither table is refused. */
export const publicRoutes = [
  { path: '/' },
  { path: '/auth/login', botCheck: true },
  { path: '/auth/mfa' },
  { path: '/auth/register', botCheck: true },
  { path: '/auth/check-mail' },
  { path: '/auth/forgot-password', botCheck: true },
  { path: '/auth/reset-password', token: true },
  { path: '/auth/verify-email', token: true },
  { path: '/auth/confirm-email', token: true },
  { path: '/auth/confirm-sign-in', token: true },
  { path: '/auth/resend-verification', botCheck: true },
  { path: '/auth/invitation', token: true },
  { path: '/auth/setup', token: true, direct: true },
  { path: '/auth/logout' },
  { path: '/auth/renew', endpoint: 'POST' },
  { path: '/auth/oauth/[provider]', endpoint: 'GET' },
  { path: '/auth/oauth/[provider]/callback', endpoint: 'GET', token: true, formPost: true },
  { path: '/auth/oauth/[provider]/link', endpoint: 'GET', token: true },
  { path: '/contact', botCheck: true, visitor: true },
  { path: '/local/outbox', token: true, direct: true },
  { path: '/preferences' },
  { path: '/brand/logo-light', endpoint: 'GET' },
  { path: '/brand/logo-dark', endpoint: 'GET' },
  { path: '/docs' },
  { path: '/docs/errors' },
  { path: '/docs/errors/[code]' },
] as const satisfies readonly PublicRoute[]

export interface PublicRoute {
  path: `/${string}`
  /** Its form shows the bot check: its content policy lets the provider's widget in. */
  botCheck?: true
  /** It has more for people who are signed in: their session is renewed on the way, as on pages of the dashboard. */
  visitor?: true
  /** Its address, or that of a link on it, may carry a secret, which no Referer may leak. */
  token?: true
  /** In local mode only for this machine: a request that came through a proxy gets a 404. */
  direct?: true
  /** No page: an address for scripts that takes POST, or one that a browser passes on its way elsewhere. */
  endpoint?: 'GET' | 'POST'
  /** Some providers have their own page post to it: from another site, with nothing that would prove who sends it. */
  formPost?: true
}

/** The table's entry for a path; a `[segment]` of the table stands for any one segment. Null when there is none. */
export function findPublicRoute(path: string): PublicRoute | null {
  return publicRoutes.find((route) => matchPath(route.path, path, (segment) => segment !== '')) ?? null
}
