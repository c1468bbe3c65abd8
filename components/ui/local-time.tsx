'use client'

import { useHydrated } from '@/components/ui/use-hydrated'
import { formatInstant } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'

interface LocalTimeProps {
  at: string
  locale: Locale
  /** Whether to show seconds. */
  seconds?: boolean
}

/**
 * An instant in the reader's time zone; without JavaScript in UTC, labeled as such. The server's
 * HTML contains the label too, but browsers that will replace the time don't show it: removing it
 * would shift the layout.
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
