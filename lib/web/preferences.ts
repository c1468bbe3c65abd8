import { headers } from 'next/headers'
import { brandedMessages } from '@/lib/brand/brand'
import { defineCookie, LONGEST_COOKIE_SECONDS } from '@/lib/http/define-cookie'
import { isLocale, type Locale, negotiateLocale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

/** The language chosen in this browser. Readable by script because the error page needs it. */
export const localeCookie = defineCookie({
  name: 'locale',
  maxAgeSeconds: LONGEST_COOKIE_SECONDS,
  accepts: isLocale,
  scriptable: true,
})

/**
 * The language of a request: the user's choice (cookie `locale`), otherwise the browser's
 * preference.
 */
export function localeOf(requestHeaders: Headers): Locale {
  const chosen = localeCookie.read(requestHeaders.get('cookie'))
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

/** The theme chosen in this browser. */
export const themeCookie = defineCookie({
  name: 'theme',
  maxAgeSeconds: LONGEST_COOKIE_SECONDS,
  scriptable: true,
})

export async function webTheme(): Promise<Theme> {
  const chosen = themeCookie.read((await headers()).get('cookie'))
  return themes.find((theme) => theme === chosen) ?? 'system'
}
