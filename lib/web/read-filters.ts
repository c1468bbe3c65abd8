import type { z } from 'zod'

/** A datetime-local value, without a time zone. Read as UTC. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/

/** The filters in the address of a list, by field name, which is also the query parameter. */
export interface ReadFilters<Name extends string, Filters> {
  filters: Filters
  /** The input of each field. Every link on the page is built from it. */
  typed: Partial<Record<Name, string>>
  /** The fields with invalid input. */
  faults: Name[]
}

/** Reads the filters of a list from its address; `get` returns one parameter. */
export function readFilters<Name extends string, Filters extends object>(
  names: readonly Name[],
  shape: Record<Name, z.ZodType>,
  get: (name: string) => string | null,
): ReadFilters<Name, Filters> {
  const read: ReadFilters<Name, Filters> = { filters: {} as Filters, typed: {}, faults: [] }
  for (const name of names) {
    const typed = get(name)?.trim()
    if (!typed) continue
    read.typed[name] = typed
    const value = WITHOUT_ZONE.test(typed) ? `${typed.padEnd(19, ':00')}Z` : typed
    const parsed = shape[name].safeParse(value)
    if (parsed.success) Object.assign(read.filters, { [name]: parsed.data })
    else read.faults.push(name)
  }
  return read
}
