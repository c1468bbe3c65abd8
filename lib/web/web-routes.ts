import { answersByForm } from '@/lib/external/enabled-providers'
import type { DashboardRoute } from '@/lib/web/dashboard-route'
import { findDashboardRoute } from '@/lib/web/dashboard-routes'
import { findPublicRoute } from '@/lib/web/public-routes'

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
  /** Whether it also takes the post of the provider in its path, which comes from that provider's site. */
  formPost: boolean
}

/** The route behind a path, from either table; null when the path is in none and so does not exist. */
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
