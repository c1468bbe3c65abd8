import { cookies, headers } from 'next/headers'
import { brandedMessages } from '@/lib/brand/brand'
import { settings } from '@/lib/config/settings'
import { parseCookieHeader } from '@/lib/http/cookie-header'
import { isLocale, type Locale, negotiateLocale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

/**
 * The language of a request: the user's choice (cookie `locale`), otherwise the browser's
 * preference.
 */
export function localeOf(requestHeaders: Headers): Locale {
  const chosen = parseCookieHeader(requestHeaders.get('cookie')).get('locale')
  return isLocale(chosen) ? chosen : negotiateLocale(requestHeaders.get('accept-language'))
}

/** The language of the page being rendered. */
export async function webLocale(): Promise<Locale> {
  return localeOf(await headers())
}

/** The language of the page being rendered, with its messages. */
export async function pageLanguage(): Promise<{ locale: Locale; messages: Messages }> {
  const locale = await webLocale()
  return { locale, messages: brandedMessages(locale) }
}

/** The color themes. `system` follows the operating system and is the default. */
export const themes = ['light', 'dark', 'system'] as const

export type Theme = (typeof themes)[number]

/** The theme named by a cookie or a form field; `system` for anything else. */
function themeFrom(value: string | null | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system'
}

/** The theme chosen in this browser (cookie `theme`). */
export async function webTheme(): Promise<Theme> {
  return themeFrom((await cookies()).get('theme')?.value)
}

/** The longest that browsers keep a cookie, in seconds. */
const MAX_AGE_SECONDS = 400 * 86_400

/**
 * The Set-Cookie value that stores the chosen language or theme in this browser (null: deletes it).
 * Readable by script because the error page needs the language.
 */
export function preferenceSetCookie(name: 'locale' | 'theme', value: string | null): string {
  const secure = settings().secureCookies ? '; Secure' : ''
  return `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : MAX_AGE_SECONDS}; SameSite=Lax${secure}`
}
