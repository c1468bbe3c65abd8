'use client'

import { useHydrated } from '@/components/ui/use-hydrated'
import { formatInstant } from '@/lib/i18n/format-time'
import type { Locale } from '@/lib/i18n/locale'

/** An instant in the reader's own time zone; in the server's HTML, and without JavaScript, in UTC and saying so. */
export function LocalTime({ at, locale }: { at: string; locale: Locale }) {
  const zone = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined
  return <time dateTime={at}>{formatInstant(new Date(at), locale, zone)}</time>
}
