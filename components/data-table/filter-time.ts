/** A time without a time zone, as `datetime-local` fields have it: from the year 1. */
const WITHOUT_ZONE = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/

/** Whether a `datetime-local` field shows this value; it stays empty for any other. */
export function isShownByBrowsers(typed: string): boolean {
  if (typed === '') return true
  const at = new Date(`${typed}Z`)
  if (!WITHOUT_ZONE.test(typed) || Number.isNaN(at.getTime())) return false
  // `Date` reads February 30 as March 2, and 24:00 as the next day.
  return at.toISOString().startsWith(typed)
}

/** The value for a field in the browser's time zone. `typed` is in UTC, as in addresses. */
export function toLocalTime(typed: string): string {
  if (typed === '') return ''
  const at = new Date(`${typed}Z`)
  return fieldValue(new Date(at.getTime() - at.getTimezoneOffset() * 60_000))
}

/**
 * The value of a filter as addresses have it: in UTC. A local time that was not changed keeps its
 * address: when clocks are set back, it stands for two times.
 */
export function addressedValue(field: unknown, value: string): string {
  if (!(field instanceof HTMLInputElement) || field.dataset.utc === undefined) return value
  return field.value === field.defaultValue ? field.dataset.utc : toUtc(value)
}

/** When clocks are set forward, a time that is skipped stands for a later one: shows that one. */
export function showAddressedTime(field: HTMLInputElement): void {
  if (field.dataset.utc && toUtc(field.value) === field.dataset.utc)
    field.value = field.defaultValue
}

function toUtc(local: string): string {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : fieldValue(at)
}

const fieldValue = (at: Date) => at.toISOString().slice(0, 19).replace(/:00$/, '')
