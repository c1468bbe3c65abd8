import { settings } from '@/lib/config/settings'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'

export interface BrandLink {
  label: string
  href: string
  /** The address as a person reads it. */
  shown: string
}

/** Where people find help and the small print, as far as that is set: at the foot of public pages and mails. */
export function brandLinks(locale: Locale): BrandLink[] {
  const { supportEmail, termsUrl, privacyUrl } = settings().brand
  const { support, terms, privacy } = messagesFor(locale).shell
  const links = [
    supportEmail && { label: support, href: `mailto:${supportEmail}`, shown: supportEmail },
    termsUrl && { label: terms, href: termsUrl, shown: termsUrl },
    privacyUrl && { label: privacy, href: privacyUrl, shown: privacyUrl },
  ]
  return links.filter((link) => link !== null && link !== '')
}
