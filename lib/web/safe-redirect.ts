/** Where a sign-in leads when nothing better is known. */
export const HOME = '/dashboard'

const MAX_LENGTH = 512
// Control characters, white space and backslashes: browsers drop or turn them, so that `/\evil` or
// `/<tab>/evil` leaves.
const TRICKY = /[\\\s\p{Cc}\p{Zs}\p{Cf}]/u
const NOT_FOR_PEOPLE = /^\/(auth|api|_next|webui)([/?]|$)/i

/**
 * A `next` target that is safe to redirect to: a path on this origin, in normal form, with its
 * query; null for anything else (another origin in any spelling, encoded slashes or control
 * characters, the sign-in pages themselves, the API).
 */
export function safeNextPath(next: unknown): string | null {
  const path = plainPath(next)
  return path === null || NOT_FOR_PEOPLE.test(path) ? null : path
}

/**
 * A path on this origin, in normal form, with its query; null for anything that is not exactly
 * that.
 */
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

/** `next` if it is safe, else the dashboard. */
export function nextPathOrHome(next: unknown): string {
  return safeNextPath(next) ?? HOME
}

/**
 * The sign-in page, remembering where the person wanted to go; `error` is the code of the problem
 * that led there, which it explains.
 */
export function loginPath(wanted: string | null, error?: string): string {
  const next = safeNextPath(wanted)
  const query = [
    ...(error ? [`error=${error}`] : []),
    ...(next === null || next === HOME ? [] : [`next=${encodeURIComponent(next)}`]),
  ].join('&')
  return query ? `/auth/login?${query}` : '/auth/login'
}

/**
 * Whether a path means the same before and after decoding: no `//`, no encoded slash, dot segment
 * or control character.
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
