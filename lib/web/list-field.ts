import { z } from 'zod'

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

/** The list fields of the form with that `intent`, as the schema of its body declares them. */
export function listFieldsOf(body: z.core.$ZodType, intent?: string): string[] {
  const { def } = (body as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'pipe':
      return listFieldsOf(def.in._zod.def.type === 'transform' ? def.out : def.in, intent)
    case 'union':
      return def.options
        .filter((option) => hasIntent(option, intent))
        .flatMap((option) => listFieldsOf(option, intent))
    case 'object':
      return Object.keys(def.shape).filter((name) => lists.has(def.shape[name]!))
    default:
      return []
  }
}

function hasIntent(option: z.core.$ZodType, intent: string | undefined): boolean {
  const { def } = (option as z.core.$ZodTypes)._zod
  const expected = def.type === 'object' ? def.shape.intent : undefined
  return expected !== undefined && z.safeParse(expected, intent).success
}
