import ipaddr from 'ipaddr.js'

/**
 * An IP address in the one spelling in which this service keeps addresses (RFC 5952; IPv4 also where it is written `::ffff:…`), without
 * zone; null when the text is no address written in full (`127.1` and `0x7f.1` are not).
 */
export function canonicalAddress(text: string): string | null {
  const address = text.replace(/%.*$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).toString()
  return ipaddr.IPv6.isValid(address) ? ipaddr.process(address).toString() : null
}
