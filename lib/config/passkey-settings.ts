import { isIP } from 'node:net'

/**
 * The relying party (WebAuthn §4): which passkeys are ours, and whose pages and apps may use them.
 */
export interface PasskeySettings {
  rpId: string
  origins: string[]
}

/**
 * The relying party of a service at `baseUrl`. Null where browsers offer no passkeys: at an IP
 * address, or over plain http anywhere but on localhost.
 */
export function passkeySettings(
  baseUrl: string,
  by: { rpId: string | undefined; appOrigins: string[] },
): PasskeySettings | null {
  const { protocol, hostname, origin } = new URL(baseUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  if (protocol !== 'https:' && hostname !== 'localhost') return null
  return { rpId: by.rpId ?? hostname, origins: [origin, ...by.appOrigins] }
}

/**
 * Whether an origin is a page on this machine, at any port. Browsers offer passkeys of `localhost`
 * there, over plain http.
 */
export function isLocalPage(origin: string): boolean {
  return /^http:\/\/localhost(?::\d{1,5})?$/.test(origin) && URL.canParse(origin)
}

/**
 * Whether a page at `host` may use passkeys of `rpId`: its own name or a domain above it, but no
 * top-level domain (HTML, "is a registrable domain suffix of or is equal to"; browsers also refuse
 * public suffixes such as co.uk).
 */
export function isRpIdOf(rpId: string, host: string): boolean {
  return host === rpId || (rpId.includes('.') && host.endsWith(`.${rpId}`))
}
