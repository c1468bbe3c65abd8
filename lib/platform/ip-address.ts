import ipaddr from 'ipaddr.js'

/**
 * An IP address in this service's canonical spelling (RFC 5952; IPv4 also for `::ffff:…`), without
 * zone; null if the text is not an address written in full (`127.1` and `0x7f.1` are not).
 */
export function canonicalAddress(text: string): string | null {
  const address = text.replace(/%.*$/, '')
  // Four decimal numbers without leading zeros: there is no other spelling.
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return address
  return ipaddr.IPv6.isValid(address) ? ipaddr.process(address).toString() : null
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

/**
 * All clients with an unknown address share one budget, so that hiding the address does not evade a
 * limit.
 */
const UNKNOWN = 'unknown'

/**
 * The key under which an address is counted: IPv4 as it is, also if written as IPv6 (`::ffff:…`);
 * IPv6 by its /64, the smallest block that one customer has; null and invalid addresses in one
 * shared bucket.
 */
export function ipKey(ip: string | null): string {
  if (ip === null || !ipaddr.isValid(ip)) return UNKNOWN
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const network = new ipaddr.IPv6([...address.toByteArray().slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0])
  return `${network.toString()}/64`
}

/** A range of addresses: an address or a network in CIDR notation, parsed. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** The longest text of a network: an IPv6 address in full with its bits. */
export const MAX_NETWORK_LENGTH = 49

/**
 * An address, or a network in CIDR notation, in canonical spelling: `192.0.2.0/24` also for
 * `192.0.2.7/24`, IPv4 also for `::ffff:…`, no bits for a single address. Null for any other text.
 */
export function canonicalNetwork(text: string): string | null {
  if (text.length > MAX_NETWORK_LENGTH || text.includes('%')) return null
  const [address = '', bits, ...rest] = text.split('/')
  const canonical = canonicalAddress(address)
  if (!canonical || rest.length > 0) return null
  if (bits === undefined) return canonical
  if (!/^\d{1,3}$/.test(bits)) return null
  const parsed = ipaddr.parse(canonical)
  const size = parsed.kind() === 'ipv4' ? 32 : 128
  // The bits of `::ffff:192.0.2.0/120` count from the start of the IPv6 address.
  const count = Number(bits) - (size === 32 && address.includes(':') ? 96 : 0)
  if (count < 0 || count > size) return null
  if (count === size) return canonical
  const bytes = parsed
    .toByteArray()
    .map((byte, at) => byte & (0xff00 >> clamp(count - at * 8, 0, 8)))
  return `${ipaddr.fromByteArray(bytes).toString()}/${count}`
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** Parses what `canonicalNetwork` returned. */
export function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Whether an address is in one of these networks. An unknown address is in none. */
export function isInNetworks(ip: string | null, networks: readonly Network[]): boolean {
  if (ip === null || !ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  )
}
