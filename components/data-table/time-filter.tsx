'use client'

import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { TextFilter } from '@/components/data-table/filter-form'
import {
  isShownByBrowsers,
  showAddressedTime,
  toLocalTime,
} from '@/components/data-table/filter-time'
import { isFieldChanged } from '@/components/forms/form-submission'
import { useHydrated } from '@/components/ui/use-hydrated'

/**
 * A filter by time, in the time zone of the times in the list: the reader's, or UTC without
 * JavaScript. The label names it. A value that browsers would not show gets a text field, in UTC.
 */
export function TimeFilter(field: Omit<ComponentProps<typeof TextFilter>, 'type' | 'ref'>) {
  const hydrated = useHydrated()
  const { label, typed } = field
  const local = hydrated && isShownByBrowsers(typed) ? toLocalTime(typed) : typed
  const isShown = isShownByBrowsers(local)
  const control = useEarlyTime(hydrated, isShown)
  if (!isShown) return <TextFilter {...field} ref={control} label={`${label} (UTC)`} />
  const zone = hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC'
  return (
    <TextFilter
      {...field}
      {...(hydrated && { 'data-utc': typed })}
      ref={control}
      type="datetime-local"
      typed={local}
      label={`${label} (${zone})`}
      onBlur={({ currentTarget }) => showAddressedTime(currentTarget)}
    />
  )
}

/** What was typed before hydration is in UTC, as the label said: converts it with the label. */
function useEarlyTime(hydrated: boolean, isLocal: boolean) {
  const control = useRef<HTMLInputElement>(null)
  const early = useRef('')
  useLayoutEffect(() => {
    const field = control.current
    if (!field) return
    const typed = early.current
    early.current = !hydrated && isFieldChanged(field) ? field.value : ''
    if (typed && isLocal && isShownByBrowsers(typed)) field.value = toLocalTime(typed)
  }, [hydrated, isLocal])
  return control
}
