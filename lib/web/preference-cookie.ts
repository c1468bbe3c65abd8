import { settings } from '@/lib/config/settings'

/** As long as browsers keep a cookie, in seconds. */
const MAX_AGE_SECONDS = 400 * 86_400

/**
 * The Set-Cookie value that keeps a choice of language or colours in this browser (null: forgets it). Script may read it: a
 * page that broke asks it for the language.
 */
export function preferenceSetCookie(name: 'locale' | 'theme', value: string | null): string {
  const secure = settings().secureCookies ? '; Secure' : ''
  return `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : MAX_AGE_SECONDS}; SameSite=Lax${secure}`
}
