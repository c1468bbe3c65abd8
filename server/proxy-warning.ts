import { settings } from '@/lib/config/settings'
import { logger } from '@/lib/platform/logger'

const WARNING =
  'A request came through a proxy, but local mode (APP_ENV=local) serves this machine only: /local/outbox and /auth/setup ' +
  'answer it with 404. To run behind a proxy, set APP_ENV=production, APP_BASE_URL and TRUST_PROXY_HOPS.'

/** Tells the operator, once per process, that local mode is not meant for requests through a proxy. Silent in production. */
export function proxyWarning(): () => void {
  let due = settings().local
  return () => {
    if (due) logger().warn(WARNING)
    due = false
  }
}
