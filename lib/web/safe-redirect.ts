/** The default target of a sign-in. */
export const HOME = '/dashboard'

const MAX_LENGTH = 512
// Control characters, white space and backslashes. Browsers drop or convert them, so `/\evil` or
// `/<tab>/evil` would lead to another origin.
const TRICKY = /[\\\s\p{Cc}\p{Zs}\p{Cf}]/u
const NOT_FOR_PEOPLE = /^\/(auth|api|_next|webui)([/?]|$)/i

/**
 * A `next` target that is safe to redirect to: a normalized path on this origin, with its query.
 * Null for anything else (another origin in any spelling, encoded slashes or control characters,
 * the sign-in pages themselves, the API).
 */
export function safeNextPath(next: unknown): string | null {
  const path = plainPath(next)
  return path === null || NOT_FOR_PEOPLE.test(path) ? null : path
}

/** A normalized path on this origin, with its query; null for anything else. */
export function plainPath(next: unknown): string | null {
  if (
    typeof next !== 'string' ||
    next.length > MAX_LENGTH ||
    !next.startsWith('/') ||
    TRICKY.test(next)
  )
    return null
  const base = 'http://own.invalid'
  if (!URL.canParse(next, base)) return null
  const url = new URL(next, base)
  return url.origin === base && isPlainPath(url.pathname) ? url.pathname + url.search : null
}

/** `next` if it is safe, otherwise the dashboard. */
export function nextPathOrHome(next: unknown): string {
  return safeNextPath(next) ?? HOME
}

/**
 * The sign-in page, with the page to return to; `error` is the problem code that the page explains.
 */
export function loginPath(wanted: string | null, error?: string): string {
  const next = safeNextPath(wanted)
  const query = [
    ...(error ? [`error=${error}`] : []),
    ...(next === null || next === HOME ? [] : [`next=${encodeURIComponent(next)}`]),
  ].join('&')
  return query ? `/auth/login?${query}` : '/auth/login'
}

/** A page of the sign-in, with the page to return to. */
export function withNext(path: string, wanted: string | null | undefined): string {
  const next = safeNextPath(wanted)
  return next === null || next === HOME ? path : `${path}?next=${encodeURIComponent(next)}`
}

/** The page that asks for a passkey before a sensitive change, and then returns to `next`. */
export const confirmPath = (next: string) =>
  `/dashboard/account/confirm?next=${encodeURIComponent(next)}`

/**
 * The page for a session that lacks its second factor: to set one up, or to confirm with a passkey
 * and return to `wanted`.
 */
export function secondFactorPath(missing: 'enroll' | 'proof', wanted: string): string {
  return missing === 'enroll'
    ? '/dashboard/account/security'
    : confirmPath(safeNextPath(wanted) ?? HOME)
}

/**
 * Whether a path means the same before and after decoding: no `//`, encoded slash, dot segment or
 * control character.
 */
function isPlainPath(pathname: string): boolean {
  try {
    const decoded = decodeURIComponent(pathname)
    const slashes = (text: string) => text.split('/').length
    return (
      !decoded.includes('//') && !TRICKY.test(decoded) && slashes(decoded) === slashes(pathname)
    )
  } catch {
    return false
  }
}
