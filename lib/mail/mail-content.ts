import { accentPalette, type AccentShades } from '@/lib/brand/accent-palette'
import { brandLinks, type BrandLink } from '@/lib/brand/brand-links'
import { logos, type Logos } from '@/lib/brand/logo'
import { settings } from '@/lib/config/settings'
import type { Locale } from '@/lib/i18n/locale'

/** What a mail shows of the brand. */
export interface MailBrand {
  productName: string
  /** Null: black and white. */
  accent: { light: AccentShades; dark: AccentShades } | null
  /** Where its logos are, for light and dark backgrounds. */
  logos: Logos | null
  links: readonly BrandLink[]
}

/** The brand at this moment. */
export function mailBrand(locale: Locale): MailBrand {
  const { productName, accentColor } = settings().brand
  const paths = logos()
  const { baseUrl } = settings()
  return {
    productName,
    accent: accentColor ? accentPalette(accentColor) : null,
    logos: paths && { light: baseUrl + paths.light, dark: baseUrl + paths.dark },
    links: brandLinks(locale),
  }
}

/** One mail before it is drawn: the only source of its text and its HTML. Everything is plain text. */
export interface MailContent {
  locale: Locale
  brand: MailBrand
  subject: string
  greeting: string
  before: readonly string[]
  facts: readonly { label: string; value: string }[]
  /** Null: the link is in the words. */
  button: { label: string; url: string; fallback: string } | null
  after: readonly string[]
  footer: readonly string[]
}
