import { settings } from '@/lib/config/settings'
import { fillProduct } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { type Messages, messagesFor } from '@/lib/i18n/messages'

const filled = new Map<Locale, { product: string; messages: Messages }>()

/** The texts of a language, with `{product}` replaced by the product's name. */
export function brandedMessages(locale: Locale): Messages {
  const product = settings().brand.productName
  const known = filled.get(locale)
  if (known?.product === product) return known.messages
  const messages = fillProduct(messagesFor(locale), product)
  filled.set(locale, { product, messages })
  return messages
}

/** URLs of the logos for light and dark backgrounds. If only one logo is set, both are the same. */
export interface Logos {
  light: string
  dark: string
}

/**
 * URLs of the current logos; null if none is set and the built-in mark is shown. Each URL contains
 * the image's id, so that a cache never serves an old logo.
 */
export function logos(): Logos | null {
  const light = logoId('light')
  const dark = logoId('dark')
  if (!light || !dark) return null
  return {
    light: logoPath('light', light),
    dark: logoPath(light === dark ? 'light' : 'dark', dark),
  }
}

/**
 * URL of the logo made for that background; null if there is none and the other logo is used
 * instead.
 */
export function ownLogo(background: 'light' | 'dark'): string | null {
  const { logoLightUploadId: light, logoDarkUploadId: dark } = settings().brand
  const id = background === 'light' ? light : dark
  return id && logoPath(background, id)
}

// The random part of an id is at its end.
const logoPath = (background: 'light' | 'dark', id: string) =>
  `/brand/logo-${background}?v=${id.slice(-12)}`

/** The upload used as the logo on that background: the one made for it, or else the other one. */
export function logoId(background: 'light' | 'dark'): string | null {
  const { logoLightUploadId: light, logoDarkUploadId: dark } = settings().brand
  return background === 'light' ? (light ?? dark) : (dark ?? light)
}

export interface BrandLink {
  label: string
  href: string
  /** The address as displayed. */
  shown: string
}

/** The support and legal links that are set, for the footer of public pages and emails. */
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
