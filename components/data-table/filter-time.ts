/** A time without a time zone, as `datetime-local` fields have it. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/

/** Whether a `datetime-local` field shows this value; it stays empty for any other. */
export function isShownByBrowsers(typed: string): boolean {
  return typed === '' || (WITHOUT_ZONE.test(typed) && !Number.isNaN(Date.parse(`${typed}Z`)))
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
  if (field.value === field.defaultValue) return field.dataset.utc
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? value : fieldValue(at)
}

const fieldValue = (at: Date) => at.toISOString().slice(0, 19).replace(/:00$/, '')
