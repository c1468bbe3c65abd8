/** The languages of pages and emails. The first one is the default. */
export const locales = ['en', 'tr'] as const

export type Locale = (typeof locales)[number]

/** Whether a value (of a cookie or a form field) is a supported language. */
export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}

/** The language if it is supported; otherwise, the default one. */
export function localeOrDefault(value: unknown): Locale {
  return isLocale(value) ? value : locales[0]
}

/**
 * The best language for an `Accept-Language` header (RFC 9110 §12.5.4): by weight, then by order.
 * Regional forms count as their language, `*` and unknown languages as the first one.
 */
export function negotiateLocale(acceptLanguage: string | null | undefined): Locale {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters
        .map((text) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(text)?.[1])
        .find(Boolean)
      return { language: tag.trim().split('-')[0], weight: q === undefined ? 1 : Number(q) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return (
    locales.find(
      (locale) => locale === wanted.find(({ language }) => isLocale(language))?.language,
    ) ?? locales[0]
  )
}
