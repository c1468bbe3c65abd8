/** The names and addresses of this machine, as HOST and URLs spell them. */
export const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** Whether what is sent to an address can be read on the way: it is not https, and not on this machine. */
export function isClear(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol !== 'https:' && !LOOPBACK.has(hostname)
}
