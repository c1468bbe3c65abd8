import ipaddr from 'ipaddr.js'

/**
 * An IP address in the one spelling in which this service keeps addresses (RFC 5952; IPv4 also
 * where it is written `::ffff:…`), without zone; null when the text is no address written in full
 * (`127.1` and `0x7f.1` are not).
 */
export function canonicalAddress(text: string): string | null {
  const address = text.replace(/%.*$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).toString()
  return ipaddr.IPv6.isValid(address) ? ipaddr.process(address).toString() : null
}

/** All whose address is unknown share one budget: no way around a limit leads through hiding it. */
const UNKNOWN = 'unknown'

/**
 * Under which name an address is counted: IPv4 as it is, also when written as IPv6 (`::ffff:…`);
 * IPv6 by its /64, the least that one customer has to choose addresses from; null and what is no
 * address in one shared bucket.
 */
export function ipKey(ip: string | null): string {
  if (ip === null || !ipaddr.isValid(ip)) return UNKNOWN
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const network = new ipaddr.IPv6([...address.toByteArray().slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0])
  return `${network.toString()}/64`
}
