import { settings } from '@/lib/config/settings'
import { fillProduct } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { type Messages, messagesFor } from '@/lib/i18n/messages'

const filled = new Map<Locale, { product: string; messages: Messages }>()

/** The texts of a language, with the product's name in place of `{product}`. */
export function brandedMessages(locale: Locale): Messages {
  const product = settings().brand.productName
  const known = filled.get(locale)
  if (known?.product === product) return known.messages
  const messages = fillProduct(messagesFor(locale), product)
  filled.set(locale, { product, messages })
  return messages
}

/**
 * Where the logos are, by the background that they are made for: twice the same where there is only
 * one.
 */
export interface Logos {
  light: string
  dark: string
}

/**
 * The addresses of the logos in force; null where there are none, and the built-in mark is shown.
 * Each names its image, so that a new one is not hidden by a cache.
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
 * The address of the logo that was made for that background; null where there is none, and the
 * other one stands in.
 */
export function ownLogo(background: 'light' | 'dark'): string | null {
  const { logoLightUploadId: light, logoDarkUploadId: dark } = settings().brand
  const id = background === 'light' ? light : dark
  return id && logoPath(background, id)
}

// The end of an id is its random part.
const logoPath = (background: 'light' | 'dark', id: string) =>
  `/brand/logo-${background}?v=${id.slice(-12)}`

/** The upload that is the logo on that background: the one made for it, else the other one. */
export function logoId(background: 'light' | 'dark'): string | null {
  const { logoLightUploadId: light, logoDarkUploadId: dark } = settings().brand
  return background === 'light' ? (light ?? dark) : (dark ?? light)
}

export interface BrandLink {
  label: string
  href: string
  /** The address as a person reads it. */
  shown: string
}

/**
 * Where people find help and the small print, as far as that is set: at the foot of public pages
 * and mails.
 */
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
