import type { ComponentProps } from 'react'
import { TextFilter } from '@/components/data-table/filter-form'

const SHOWN_BY_BROWSERS = /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)?$/

/**
 * A filter by time. A browser shows nothing in a `datetime-local` field for a value in another
 * format, so such a value gets a text field.
 */
export function TimeFilter(field: Omit<ComponentProps<typeof TextFilter>, 'type'>) {
  const type = SHOWN_BY_BROWSERS.test(field.typed) ? 'datetime-local' : 'text'
  return <TextFilter {...field} type={type} />
}
