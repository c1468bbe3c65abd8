import { settings } from '@/lib/config/settings'
import type { ApiRequest } from '@/lib/http/api-request'
import { REMOTE_ADDRESS } from '@/lib/http/gateway-headers'
import { negotiateLocale } from '@/lib/i18n/locale'
import { now } from '@/lib/platform/clock'
import { canonicalAddress } from '@/lib/platform/ip-address'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * What the use cases may know of an API request. What costs something to find out is found out when
 * it is asked for.
 */
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

/**
 * No honest chain of proxies is longer; a header of thousands of entries is not worth splitting
 * whole.
 */
const MAX_HEADER_LENGTH = 4096

/**
 * The address of the client, in canonical form (RFC 5952; IPv4 also where the socket says
 * `::ffff:…`); null when it cannot be told.
 *
 * `hops` is how many proxies stand before this service and add to X-Forwarded-For
 * (TRUST_PROXY_HOPS). With 0 the header is ignored: the socket's peer is the client. With n the
 * peer is the first of them, and the client is the n-th entry from the right; everything to the
 * left of it is what the client wrote. A chain that is shorter than that, or not readable at that
 * place, did not come through these proxies: then nothing in it counts and the peer, which nobody
 * can forge, is the address.
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
  // The right end is what the proxies wrote.
  const entries = (forwardedFor ?? '').slice(-MAX_HEADER_LENGTH).split(',')
  return parseForwardedEntry(entries.at(-hops) ?? '') ?? peer
}

/** One entry without port and brackets, in canonical form; null when it is no address. */
function parseForwardedEntry(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)
  return canonicalAddress(bracketed?.[1] ?? withPort?.[1] ?? text)
}
