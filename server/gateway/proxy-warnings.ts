import type { IncomingMessage } from 'node:http'
import { settings } from '@/lib/config/settings'
import { logger } from '@/lib/platform/logger'

const LOCAL_MODE =
  'A request came through a proxy, but local mode (APP_ENV=local) serves this machine only: /local/outbox and /auth/setup ' +
  'answer it with 404. To run behind a proxy, set APP_ENV=production, APP_BASE_URL and TRUST_PROXY_HOPS.'

/**
 * Warns the operator, once per process, that local mode is not meant to run behind a proxy. Silent
 * in production.
 */
export function localModeWarning(): () => void {
  let due = settings().local
  return () => {
    if (due) logger().warn(LOCAL_MODE)
    due = false
  }
}

/**
 * Warns the operator, once per process, of a request that did not come through as many proxies as
 * are trusted. If a proxy does not append to X-Forwarded-For, all clients share its address, and
 * with it limits and lockouts.
 */
export function missingHopWarning(): (req: IncomingMessage) => void {
  const { trustProxyHops: hops } = settings()
  let due = hops > 0
  return (req) => {
    if (!due) return
    const entries = String(req.headers['x-forwarded-for'] ?? '')
      .split(',')
      .filter(Boolean).length
    if (entries >= hops) return
    due = false
    logger().warn(
      { entries, trust_proxy_hops: hops, peer: req.socket.remoteAddress },
      'a request had fewer X-Forwarded-For entries than TRUST_PROXY_HOPS, so the address of its ' +
        'sender counts as the client: let each proxy append to the header',
    )
  }
}
