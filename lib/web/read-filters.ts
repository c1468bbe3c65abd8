import type { z } from 'zod'

/** A datetime-local value, without a time zone. Read as UTC. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/

type Fields = Readonly<Record<string, z.ZodType>>

/** The filters in the address of a list, by field name, which is also the query parameter. */
export interface ReadFilters<F extends Fields> {
  filters: { [N in keyof F]?: NonNullable<z.output<F[N]>> }
  /** The input of each field. Every link on the page is built from it. */
  typed: Partial<Record<keyof F, string>>
  /** The fields with invalid input. */
  faults: (keyof F)[]
}

/**
 * Reads the filters of a list from its address, by the fields of the API; `get` returns one
 * parameter. An empty one is no filter.
 */
export function readFilters<F extends Fields>(
  fields: F,
  get: (name: string) => string | null,
): ReadFilters<F> {
  const read: ReadFilters<F> = { filters: {}, typed: {}, faults: [] }
  for (const name of Object.keys(fields) as (keyof F & string)[]) {
    const typed = get(name)?.trim()
    if (!typed) continue
    read.typed[name] = typed
    const parsed = parse(fields[name]!, typed)
    if (parsed.success) Object.assign(read.filters, { [name]: parsed.data })
    else read.faults.push(name)
  }
  return read
}

function parse(field: z.ZodType, typed: string) {
  const parsed = field.safeParse(typed)
  return !parsed.success && WITHOUT_ZONE.test(typed)
    ? field.safeParse(`${typed.padEnd(19, ':00')}Z`)
    : parsed
}
