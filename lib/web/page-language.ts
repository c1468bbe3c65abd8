import { brandedMessages } from '@/lib/brand/branded-messages'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { webLocale } from '@/lib/web/web-locale'

/** The language of the page being rendered, with its texts. */
export async function pageLanguage(): Promise<{ locale: Locale; messages: Messages }> {
  const locale = await webLocale()
  return { locale, messages: brandedMessages(locale) }
}
