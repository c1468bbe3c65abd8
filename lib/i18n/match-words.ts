import type { Locale } from '@/lib/i18n/locale'

/** Whether a text contains every word of `typed`, ignoring case and diacritics. */
export function matchesWords(text: string, typed: string, locale: Locale): boolean {
  const searched = plain(text, locale)
  return plain(typed, locale)
    .split(/\s+/)
    .every((word) => searched.includes(word))
}

function plain(text: string, locale: Locale): string {
  return text.toLocaleLowerCase(locale).normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i')
}
