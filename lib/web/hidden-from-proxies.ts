import { settings } from '@/lib/config/settings'
import { DIRECT } from '@/lib/http/front-headers'

/**
 * Whether local mode must hide from this request what it shows to whoever sits at this machine, such as mails with their
 * links: a proxy may have brought it from anywhere. Production has no such pages, and is often behind a proxy.
 */
export function isHiddenFromProxies(headers: Headers): boolean {
  return settings().local && !headers.has(DIRECT)
}
