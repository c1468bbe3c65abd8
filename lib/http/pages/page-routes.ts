import { answersByForm } from '@/lib/config/providers/enabled-providers'
import { findDashboardRoute } from '@/lib/http/pages/dashboard-routes'
import { type DashboardRoute, matchPath } from '@/lib/http/pages/page-route'

/** What the gate must know of a path. */
export interface WebRoute {
  access: 'public' | Pick<DashboardRoute, 'permission' | 'orPermission'>
  /** Whether it is a page: its forms, and those of the frame around it, post to it. */
  posts: boolean
  /** Whether its address may carry a secret. */
  secretInAddress: boolean
  /** Whether the bot-check provider's widget may appear on it. */
  botCheck: boolean
  /** Whether anybody may open it, and people who are signed in find more there. */
  visitor: boolean
  /** Whether local mode hides it from requests that came through a proxy. */
  direct: boolean
  /** No page: the only method that the address takes. */
  endpoint: 'GET' | 'POST' | null
  /**
   * Whether it also takes the post of the provider in its path, which comes from that provider's
   * site.
   */
  formPost: boolean
}

/**
 * The route behind a path, from either table; null when the path is in none and so does not exist.
 */
export function findWebRoute(path: string): WebRoute | null {
  const inside = findDashboardRoute(path)
  if (inside) {
    const { permission, orPermission, download = false } = inside
    return {
      access: { permission, ...(orPermission && { orPermission }) },
      posts: !download,
      secretInAddress: false,
      botCheck: false,
      visitor: false,
      direct: false,
      endpoint: null,
      formPost: false,
    }
  }
  const outside = findPublicRoute(path)
  if (!outside) return null
  const { token = false, botCheck = false, visitor = false } = outside
  const { direct = false, endpoint = null, formPost = false } = outside
  return {
    access: 'public',
    posts: endpoint === null,
    secretInAddress: token,
    botCheck,
    visitor,
    direct,
    endpoint,
    formPost: formPost && answersByForm(path.split('/').at(-2) ?? ''),
  }
}

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
  /**
   * It has more for people who are signed in: their session is renewed on the way, as on pages of
   * the dashboard.
   */
  visitor?: true
  /** Its address, or that of a link on it, may carry a secret, which no Referer may leak. */
  token?: true
  /** In local mode only for this machine: a request that came through a proxy gets a 404. */
  direct?: true
  /**
   * No page: an address for scripts that takes POST, or one that a browser passes on its way
   * elsewhere.
   */
  endpoint?: 'GET' | 'POST'
  /**
   * Some providers have their own page post to it: from another site, with nothing that would prove
   * who sends it.
   */
  formPost?: true
}

/**
 * The table's entry for a path; a `[segment]` of the table stands for any one segment. Null when
 * there is none.
 */
export function findPublicRoute(path: string): PublicRoute | null {
  return (
    publicRoutes.find((route) => matchPath(route.path, path, (segment) => segment !== '')) ?? null
  )
}
