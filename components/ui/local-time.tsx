'use client'

import { useHydrated } from '@/components/ui/use-hydrated'
import { formatInstant } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'

interface LocalTimeProps {
  at: string
  locale: Locale
  /** Whether seconds matter. */
  seconds?: boolean
}

/**
 * An instant in the reader's own time zone; without JavaScript in UTC, and saying so. The server's
 * HTML has that word, too, but browsers that will replace the time do not show it: the layout would
 * shift when it goes.
 */
export function LocalTime({ at, locale, seconds = false }: LocalTimeProps) {
  const hydrated = useHydrated()
  const timeZone = hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC'
  return (
    <time dateTime={at}>
      {formatInstant(new Date(at), locale, { timeZone, seconds })}
      {hydrated ? null : <span className="hidden noscript:inline"> UTC</span>}
    </time>
  )
}
