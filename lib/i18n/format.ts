import type { Locale } from '@/lib/i18n/locale'

/**
 * Fills in the `{placeholders}` of a message. A placeholder without a value is left as it is, so
 * that a test notices it.
 */
export function formatMessage(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) =>
    // Inherited properties are not values: `{constructor}` is left as it is.
    String((Object.hasOwn(values, name) ? values[name] : undefined) ?? whole),
  )
}

/** The names of a message's placeholders, sorted. */
export function placeholdersOf(message: string): string[] {
  return [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()
}

/**
 * The plural form of a message for a number, with `{count}` filled in. `atLeast` marks a count that
 * was cut off: "20+".
 */
export function formatCount(
  forms: { one: string; other: string },
  count: number,
  locale: string,
  atLeast = false,
): string {
  const form =
    new Intl.PluralRules(locale).select(count) === 'one' && !atLeast ? forms.one : forms.other
  return formatMessage(form, {
    count: `${new Intl.NumberFormat(locale).format(count)}${atLeast ? '+' : ''}`,
  })
}

/**
 * Fills in `{product}` with the product's name. Other placeholders are left for where the text is
 * used.
 */
export function fillProduct<T>(texts: T, product: string): T {
  if (typeof texts === 'string') return texts.replaceAll('{product}', () => product) as T
  const entries = Object.entries(texts as object)
  return Object.fromEntries(entries.map(([key, text]) => [key, fillProduct(text, product)])) as T
}

/** Dates in the language, with a 24-hour clock (`hourCycle`). */
const FORMATS = { en: 'en-US', tr: 'tr-TR' } as const satisfies Record<Locale, string>

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * "Nov 21, 2026, 14:05" in the language, or 14:05:09 with `seconds`. Without a time zone it is in
 * UTC and says so.
 */
export function formatInstant(
  instant: Date,
  locale: Locale,
  { timeZone, seconds = false }: { timeZone?: string | undefined; seconds?: boolean } = {},
): string {
  return new Intl.DateTimeFormat(FORMATS[locale], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(seconds && { second: '2-digit' as const }),
    timeZone: timeZone ?? 'UTC',
    ...(timeZone ? {} : { timeZoneName: 'short' as const }),
  }).format(instant)
}

/** "November 21, 2026" in the language, in UTC. */
export function formatDay(instant: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(FORMATS[locale], {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(instant)
}

/** "Nov 21" in the language, in UTC; with `hour` "Nov 21, 14:00". */
export function formatShortDay(instant: Date, locale: Locale, { hour = false } = {}): string {
  return new Intl.DateTimeFormat(FORMATS[locale], {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(hour && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' as const }),
  }).format(instant)
}

/** "Nov 21, 2026" in the language, in UTC. */
export function formatMediumDay(instant: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(FORMATS[locale], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(instant)
}

const JUST_NOW = { en: 'just now', tr: 'az önce' } as const satisfies Record<Locale, string>

/**
 * "3 minutes ago", "yesterday"; "just now" under a minute and for the future. With `alone`, for
 * where it is not part of a sentence, it begins with a capital letter.
 */
export function formatTimeAgo(
  instant: Date,
  now: Date,
  locale: Locale,
  { alone = false } = {},
): string {
  const text = timeAgo(instant, now, locale)
  return alone ? text.charAt(0).toLocaleUpperCase(locale) + text.slice(1) : text
}

function timeAgo(instant: Date, now: Date, locale: Locale): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const seconds = Math.floor((now.getTime() - instant.getTime()) / 1000)
  for (const [unit, length] of STEPS)
    if (seconds >= length) return words.format(-Math.floor(seconds / length), unit)
  return JUST_NOW[locale]
}

/** "15 minutes", "2 hours": a waiting time in seconds, rounded up to a whole unit. */
export function formatDuration(seconds: number, locale: Locale): string {
  const [unit, length] =
    STEPS.find(([, size]) => seconds >= size && size <= 86_400) ?? (['second', 1] as const)
  const count = Math.max(1, Math.ceil(seconds / length))
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size in a suitable unit: 1.4 MB. */
export function formatBytes(bytes: number, locale: Locale): string {
  const step = Math.min(
    UNITS.length - 1,
    bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)),
  )
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
  return format.format(bytes / 1024 ** step)
}
