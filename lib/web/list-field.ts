import type { z } from 'zod'

const lists = new WeakSet<z.core.$ZodType>()

/**
 * Declares a field of a form that may be repeated: checkboxes of one name, each with its own value.
 * Its form also posts it empty (`ListMarker`), so that a list without values differs from a form
 * without the list.
 */
export function listField<S extends z.ZodType<unknown, unknown[]>>(values: S): S {
  // Not the schema itself, which may belong to the API.
  const field = values.clone()
  lists.add(field)
  return field
}

/** The list fields of a form, as the schema of its body declares them. */
export function listFieldsOf(body: z.core.$ZodType): ReadonlySet<string> {
  const { def } = (body as z.core.$ZodTypes)._zod
  if (def.type === 'pipe')
    return listFieldsOf(def.in._zod.def.type === 'transform' ? def.out : def.in)
  if (def.type !== 'object') return new Set()
  return new Set(Object.keys(def.shape).filter((name) => lists.has(def.shape[name]!)))
}
