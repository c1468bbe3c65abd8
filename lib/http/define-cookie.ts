import { settings } from '@/lib/config/settings'
import { parseCookieHeader } from '@/lib/http/cookie-header'

/** The longest that browsers keep a cookie (RFC 6265bis §5.5), in seconds. */
export const LONGEST_COOKIE_SECONDS = 400 * 86_400

/** In seconds. A function if it depends on settings; `'given'` if it differs for each value. */
type MaxAge = number | (() => number) | 'given'

interface CookieDeclaration<M extends MaxAge> {
  name: string
  /** How long the browser keeps it. */
  maxAgeSeconds: M
  /** Whether a value may be ours; by default, any but an empty one. Users can edit cookies. */
  accepts?: (value: string) => boolean
  /** Readable by script, which can also set it: without the prefix, and never for a secret. */
  scriptable?: true
}

/** One of the service's own cookies. */
export interface Cookie<M extends MaxAge = MaxAge> {
  /** Its name in headers. */
  readonly name: string
  /** The Set-Cookie value that stores it. */
  set(value: string, ...maxAgeSeconds: M extends 'given' ? [seconds: number] : []): string
  /** The Set-Cookie value that deletes it. */
  cleared(): string
  /** Its value in a Cookie header; null if it is absent, sent twice, or not accepted. */
  read(cookieHeader: string | null | undefined): string | null
}

/**
 * Declares a cookie, valid for the whole origin. Its name gets the `__Host-` prefix (Secure, this
 * host only, whole path), except over plain http, which only local mode uses and where browsers
 * would reject the prefix. Add it to docs/stored-data.md.
 */
export function defineCookie<const M extends MaxAge>(declaration: CookieDeclaration<M>): Cookie<M> {
  const { maxAgeSeconds, accepts = (value) => value !== '', scriptable = false } = declaration
  const nameNow = () =>
    settings().secureCookies && !scriptable ? `__Host-${declaration.name}` : declaration.name
  const serialize = (value: string, seconds: number) => {
    const httpOnly = scriptable ? '' : '; HttpOnly'
    const secure = settings().secureCookies ? '; Secure' : ''
    return `${nameNow()}=${value}; Path=/; Max-Age=${seconds}${httpOnly}; SameSite=Lax${secure}`
  }
  return {
    get name() {
      return nameNow()
    },
    set: (value, ...[given]) => serialize(value, given ?? secondsOf(maxAgeSeconds)),
    cleared: () => serialize('', 0),
    read: (cookieHeader) => {
      const value = parseCookieHeader(cookieHeader).get(nameNow())
      return value !== undefined && accepts(value) ? value : null
    },
  }
}

function secondsOf(maxAge: MaxAge): number {
  if (typeof maxAge === 'function') return maxAge()
  // Browsers would ignore an invalid Max-Age, and keep the cookie until they are closed.
  if (maxAge === 'given') throw new Error('the lifetime of this cookie has to be given')
  return maxAge
}
