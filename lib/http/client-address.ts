import { canonicalAddress } from '@/lib/platform/canonical-address'

/** No honest chain of proxies is longer; a header of thousands of entries is not worth splitting whole. */
const MAX_HEADER_LENGTH = 4096

/**
 * The address of the client, in canonical form (RFC 5952; IPv4 also where the socket says `::ffff:…`); null when it cannot
 * be told.
 *
 * `hops` is how many proxies stand before this service and add to X-Forwarded-For (TRUST_PROXY_HOPS). With 0 the header is
 * ignored: the socket's peer is the client. With n the peer is the first of them, and the client is the n-th entry from the
 * right; everything to the left of it is what the client wrote. A chain that is shorter than that, or not readable at
 * that place, did not come through these proxies: then nothing in it counts and the peer, which nobody can forge, is
 * the address.
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
  const peer = addressOf(remoteAddress ?? '')
  if (hops === 0) return peer
  // The right end is what the proxies wrote.
  const entries = (forwardedFor ?? '').slice(-MAX_HEADER_LENGTH).split(',')
  return addressOf(entries.at(-hops) ?? '') ?? peer
}

/** One entry without port and brackets, in canonical form; null when it is no address. */
function addressOf(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)
  return canonicalAddress(bracketed?.[1] ?? withPort?.[1] ?? text)
}
