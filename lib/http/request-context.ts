import { settings } from '@/lib/config/settings'
import type { ApiRequest } from '@/lib/http/api-request'
import { REMOTE_ADDRESS } from '@/lib/http/gateway-headers'
import { negotiateLocale } from '@/lib/i18n/locale'
import { now } from '@/lib/platform/clock'
import { canonicalAddress } from '@/lib/platform/ip-address'
import type { RequestContext } from '@/lib/platform/request-context'

/** The request context of an API request. Costly values are computed when first read. */
export function apiRequestContext(request: ApiRequest): RequestContext {
  let ip: string | null | undefined
  return {
    get ip() {
      return ip === undefined ? (ip = addressOf(request)) : ip
    },
    get locale() {
      return negotiateLocale(request.header('accept-language'))
    },
    userAgent: request.header('user-agent'),
    requestId: request.requestId,
    surface: 'api',
    now: now(),
    deviceToken: request.header('x-device-token'),
  }
}

function addressOf(request: ApiRequest): string | null {
  return clientAddress({
    remoteAddress: request.header(REMOTE_ADDRESS),
    forwardedFor: request.header('x-forwarded-for'),
    hops: settings().trustProxyHops,
  })
}

/** Longer than any real chain of proxies; avoids splitting a header of thousands of entries. */
const MAX_HEADER_LENGTH = 4096

/**
 * The client's IP address, in canonical form (RFC 5952; IPv4 also for `::ffff:…`); null when
 * unknown.
 *
 * `hops` is the number of proxies in front of this service that append to X-Forwarded-For
 * (TRUST_PROXY_HOPS). With 0 the header is ignored: the socket's peer is the client. With n the
 * peer is the nearest proxy, and the client is the n-th entry from the right; everything to its
 * left was written by the client. A chain that is shorter, or has no valid address at that
 * position, did not come through these proxies: it is ignored, and the address is the peer's, which
 * cannot be forged.
 */
export function clientAddress({
  remoteAddress,
  forwardedFor,
  hops,
}: {
  remoteAddress: string | null | undefined
  forwardedFor: string | null | undefined
  hops: number
}): string | null {
  const peer = parseForwardedEntry(remoteAddress ?? '')
  if (hops === 0) return peer
  // The proxies append at the right end.
  const entries = (forwardedFor ?? '').slice(-MAX_HEADER_LENGTH).split(',')
  return parseForwardedEntry(entries.at(-hops) ?? '') ?? peer
}

/** One entry without port and brackets, in canonical form; null when it is not an IP address. */
function parseForwardedEntry(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)
  return canonicalAddress(bracketed?.[1] ?? withPort?.[1] ?? text)
}
