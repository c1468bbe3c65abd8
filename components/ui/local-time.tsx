'use client'

import { useHydrated } from '@/components/ui/use-hydrated'
import { formatInstant } from '@/lib/i18n/format-time'
import type { Locale } from '@/lib/i18n/locale'

interface LocalTimeProps {
  at: string
  locale: Locale
  /** Whether seconds matter. */
  seconds?: boolean
}

/** An instant in the reader's own time zone; in the server's HTML, and without JavaScript, in UTC and saying so. */
export function LocalTime({ at, locale, seconds = false }: LocalTimeProps) {
  const timeZone = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined
  return <time dateTime={at}>{formatInstant(new Date(at), locale, { timeZone, seconds })}</time>
}
