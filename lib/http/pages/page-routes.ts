import { answersByForm } from '@/lib/config/providers/enabled-providers'
import { findDashboardRoute } from '@/lib/http/pages/dashboard-routes'
import { type DashboardRoute, matchPath } from '@/lib/http/pages/page-route'

/** What the page gate needs to know about a path. */
export interface WebRoute {
  access: 'public' | Pick<DashboardRoute, 'permission' | 'orPermission'>
  /** Whether it is a page, which its own forms and those of the frame post to. */
  posts: boolean
  /** Whether its address may carry a secret. */
  secretInAddress: boolean
  /** Whether the bot-check provider's widget may appear on it. */
  botCheck: boolean
  /** Whether it is public but shows more to signed-in users. */
  visitor: boolean
  /** Whether local mode hides it from requests through a proxy. */
  direct: boolean
  /** Set if it is not a page: the only method it accepts. */
  endpoint: 'GET' | 'POST' | null
  /**
   * Whether it also accepts the form post of the provider in its path, which comes from that
   * provider's site.
   */
  formPost: boolean
}

/** The route for a path, from either table; null for a path in neither, which does not exist. */
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

/** Every public page outside /dashboard. A page in neither table is refused. */
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
  /** Its form shows the bot check, so its CSP allows the provider's widget. */
  botCheck?: true
  /** Shows more to signed-in users: their session is renewed, as on dashboard pages. */
  visitor?: true
  /**
   * Its address, or that of a link on it, may contain a secret, which must not leak through
   * Referer.
   */
  token?: true
  /** In local mode, only for this machine: a request through a proxy gets a 404. */
  direct?: true
  /** Not a page: a POST endpoint for scripts, or a GET that redirects the browser elsewhere. */
  endpoint?: 'GET' | 'POST'
  /**
   * Some providers return by a form post from their own site, with nothing that proves who sent it.
   */
  formPost?: true
}

/** The table's entry for a path; a `[segment]` matches any one segment. Null when there is none. */
export function findPublicRoute(path: string): PublicRoute | null {
  return (
    publicRoutes.find((route) => matchPath(route.path, path, (segment) => segment !== '')) ?? null
  )
}
