import { settings } from '@/lib/config/settings'
import { fillProduct } from '@/lib/i18n/fill-product'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor, type Messages } from '@/lib/i18n/messages'

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
