import type { IncomingMessage } from 'node:http'
import { settings } from '@/lib/config/settings'
import { logger } from '@/lib/platform/logger'

const LOCAL_MODE =
  'A request came through a proxy, but local mode (APP_ENV=local) serves this machine only: /local/outbox and /auth/setup ' +
  'answer it with 404. To run behind a proxy, set APP_ENV=production, APP_BASE_URL, and TRUST_PROXY_HOPS.'

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

/** A scan of the port from many addresses leaves no more warnings than this. */
const MAX_PEERS = 20

/**
 * Warns the operator, once for each peer, of a request that did not come through as many proxies as
 * are trusted. If a proxy does not append to X-Forwarded-For, all clients share its address, and
 * with it limits and lockouts. For each peer, because a service of one's own may call directly.
 */
export function missingHopWarning(): (req: IncomingMessage) => void {
  const { trustProxyHops: hops } = settings()
  const warned = new Set<string>()
  return (req) => {
    const peer = req.socket.remoteAddress ?? ''
    if (hops === 0 || warned.size >= MAX_PEERS || warned.has(peer)) return
    const entries = String(req.headers['x-forwarded-for'] ?? '')
      .split(',')
      .filter(Boolean).length
    if (entries >= hops) return
    warned.add(peer)
    logger().warn(
      { entries, trust_proxy_hops: hops, peer },
      'a request had fewer X-Forwarded-For entries than TRUST_PROXY_HOPS, so the address of its ' +
        'sender counts as the client: let each proxy append to the header',
    )
  }
}
