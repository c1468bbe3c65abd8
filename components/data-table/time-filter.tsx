'use client'

import type { ComponentProps } from 'react'
import { TextFilter } from '@/components/data-table/filter-form'
import { isShownByBrowsers, toLocalTime } from '@/components/data-table/filter-time'
import { useHydrated } from '@/components/ui/use-hydrated'

/**
 * A filter by time, in the time zone of the times in the list: the reader's, or UTC without
 * JavaScript. The label names it. A value that browsers would not show gets a text field.
 */
export function TimeFilter(field: Omit<ComponentProps<typeof TextFilter>, 'type'>) {
  const hydrated = useHydrated()
  const { label, typed } = field
  if (!isShownByBrowsers(typed)) return <TextFilter {...field} label={`${label} (UTC)`} />
  const zone = hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC'
  const local = hydrated ? { typed: toLocalTime(typed), 'data-utc': typed } : {}
  return <TextFilter {...field} {...local} type="datetime-local" label={`${label} (${zone})`} />
}
