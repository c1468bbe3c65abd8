import type { Locale } from '@/lib/i18n/locale'
import { en } from '@/lib/i18n/en'
import { tr } from '@/lib/i18n/tr'

/** Every text of the pages. English is the model; the other languages have the same keys and placeholders. */
export type Messages = typeof en

const dictionaries: Record<Locale, Messages> = { en, tr }

/** The texts of a language. */
export function messagesFor(locale: Locale): Messages {
  return dictionaries[locale]
}
