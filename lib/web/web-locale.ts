import { headers } from 'next/headers'
import { isLocale, negotiateLocale, type Locale } from '@/lib/i18n/locale'
import { parseCookieHeader } from '@/lib/web/cookie-header'

/** The language of a request: what the person chose here (cookie `locale`), else what the browser asks for. */
export function localeOf(requestHeaders: Headers): Locale {
  const chosen = parseCookieHeader(requestHeaders.get('cookie')).get('locale')
  return isLocale(chosen) ? chosen : negotiateLocale(requestHeaders.get('accept-language'))
}

/** The language of the page being rendered. */
export async function webLocale(): Promise<Locale> {
  return localeOf(await headers())
}
