import ipaddr from 'ipaddr.js'

/**
 * An IP address in this service's canonical spelling (RFC 5952; IPv4 also for `::ffff:…`), without
 * zone; null if the text is not an address written in full (`127.1` and `0x7f.1` are not).
 */
export function canonicalAddress(text: string): string | null {
  const address = text.replace(/%.*$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).toString()
  return ipaddr.IPv6.isValid(address) ? ipaddr.process(address).toString() : null
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
