import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { findAddresses } from '@/lib/platform/find-addresses'

/** Thrown instead of connecting to an address that is not public. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
  readonly code = 'EPRIVATE'

  constructor(host: string) {
    super(`${host} is a private, loopback, or link-local address, which is not allowed here`)
  }
}

/**
 * Networks outside the public internet (IANA special-purpose registries), including those of cloud
 * metadata. 168.63.129.16 looks public, but inside Azure it is the host that serves the virtual
 * machine its configuration and DNS.
 */
const PRIVATE: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const blocked = new BlockList()
for (const [network, prefix] of PRIVATE)
  blocked.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4')

/**
 * All public IPv6 addresses (RFC 4291 §2.4), and IPv4 addresses written as IPv6. The rest is
 * internal or, like NAT64 (RFC 6052), leads to an IPv4 address that is not checked.
 */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
global.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Whether an IP address is not public; an IPv4 address written as IPv6 is checked as IPv4. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  const family = isIP(plain)
  if (family === 6 && !global.check(plain, 'ipv6')) return true
  return family === 0 || blocked.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Finds only public addresses. The checked address is the one connected to, so a second DNS answer
 * cannot differ.
 */
export const lookupPublicly: LookupFunction = (hostname, options, callback) => {
  findAddresses(hostname).then(
    (found) => {
      const allowed = found.filter(({ address }) => !isPrivateAddress(address))
      const [first] = allowed
      if (!first) callback(new PrivateAddressError(hostname), '', 0)
      else if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    },
    (error: Error) => callback(error, '', 0),
  )
}

/**
 * Opens a TCP connection to a host on the public internet, by name or by address in any spelling.
 * Rejects with PrivateAddressError before anything is sent to a private address; with ETIMEDOUT
 * after `timeoutMs`.
 */
export function connectPublicly(
  { host, port }: { host: string; port: number },
  timeoutMs: number,
): Promise<Socket> {
  if (isIP(host) && isPrivateAddress(host)) return Promise.reject(new PrivateAddressError(host))
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: lookupPublicly })
    const end = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.setTimeout(timeoutMs, () =>
      end(Object.assign(new Error('the connection timed out'), { code: 'ETIMEDOUT' })),
    )
    socket.once('error', end)
    socket.once('connect', () => {
      socket.removeListener('error', end)
      socket.setTimeout(0)
      // The address actually connected to decides.
      if (isPrivateAddress(socket.remoteAddress ?? '')) return end(new PrivateAddressError(host))
      resolve(socket)
    })
  })
}
