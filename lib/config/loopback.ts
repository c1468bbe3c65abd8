const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

/** Whether a host, as written in HOST or a URL, is this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

/**
 * Whether a browser takes a host for its own machine: also names below `localhost` (RFC 6761 §6.3),
 * which other programs may ask a name server for.
 */
export function isLoopbackInBrowsers(host: string): boolean {
  return isLoopback(host) || /^(?:[a-z0-9-]+\.)+localhost$/i.test(host)
}
