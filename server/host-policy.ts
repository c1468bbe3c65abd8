import { settings } from '@/lib/config/settings'

const LOOPBACK = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/**
 * Which Host headers are for us. In local mode only names of this machine: a web page that points its own name at 127.0.0.1 (DNS
 * rebinding) would otherwise be of the same origin as a service without a password. In production any: health checks ask by
 * address and proxies rename hosts, and no link or redirect is ever built from the header.
 */
export function hostPolicy(): (host: string | undefined) => boolean {
  const { local, baseUrl } = settings()
  if (!local) return () => true
  const own = new URL(baseUrl).hostname
  return (host) => {
    const name = (host ?? '').replace(/:\d+$/, '')
    return name === own || LOOPBACK.test(name)
  }
}
