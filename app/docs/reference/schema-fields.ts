import type { Json } from '@/lib/http/openapi-schemas'

/** A parameter, or a field of a body, as the reference shows it. */
export interface Field {
  name: string
  /** `string`, `uuid`, `User[]`, `integer | null`. */
  type: string
  required: boolean
  description: string | null
  /** The only accepted values; empty if there are others. */
  values: string[]
  /** Bounds of the value itself, of its characters, or of its items. */
  limits: Limit[]
  /** The default as JSON. */
  initial: string | null
  /** The fields of an object or of the objects in a list; one entry per alternative. */
  forms: Field[][]
}

export interface Limit {
  of: 'value' | 'characters' | 'items'
  min: number | null
  max: number | null
}

type Schema = Json
/** Follows references by name. */
export type Components = Readonly<Record<string, Schema>>

/** Deeper fields are left to the OpenAPI document. */
const MAX_DEPTH = 5

/**
 * The fields of an object, or of each alternative if a schema has several; empty for anything else.
 */
export function formsOf(schema: Schema, components: Components): Field[][] {
  return formsAt(schema, { components, above: [] })
}

/** The alternatives of a schema; only itself if it has none. */
export function alternativesOf(schema: Schema, components: Components): Schema[] {
  const { anyOf } = resolve(schema, components)
  const options = Array.isArray(anyOf) ? (anyOf as Schema[]) : []
  return options.length > 1 ? options : [schema]
}

/** Describes a value by its schema. */
export function describeField(
  named: { name: string; required: boolean; schema: Schema },
  components: Components,
): Field {
  return fieldAt(named, { components, above: [] })
}

interface Place {
  components: Components
  /** The names of the schemas that this one is in: they are not repeated. */
  above: readonly string[]
}

function fieldAt(
  { name, required, schema }: { name: string; required: boolean; schema: Schema },
  place: Place,
): Field {
  const plain = withoutNull(resolve(schema, place.components))
  const items = resolve((plain.items ?? {}) as Schema, place.components)
  const { description } = { ...plain, ...schema }
  return {
    name,
    type: typeOf(schema, place.components),
    required,
    description: typeof description === 'string' ? description : null,
    values: valuesOf(plain).concat(valuesOf(items)),
    limits: limitsOf(plain),
    initial: 'default' in plain ? JSON.stringify(plain.default) : null,
    forms: formsAt(schema, place),
  }
}

function formsAt(schema: Schema, { components, above }: Place): Field[][] {
  if (above.length > MAX_DEPTH) return []
  if (typeof schema.$ref === 'string') {
    const name = nameOf(schema.$ref)
    if (above.includes(name)) return []
    return formsAt(resolve(schema, components), { components, above: [...above, name] })
  }
  const inside = { components, above: [...above, ''] }
  if (Array.isArray(schema.anyOf))
    return (schema.anyOf as Schema[]).flatMap((option) => formsAt(option, inside))
  if (schema.items) return formsAt(schema.items as Schema, inside)
  const required = (schema.required ?? []) as string[]
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
    // A field that this alternative must not have.
    .filter(([, field]) => !field.not)
    .map(([name, field]) =>
      fieldAt({ name, required: required.includes(name), schema: field }, inside),
    )
  return fields.length > 0 ? [fields] : []
}

const nameOf = (reference: string) => reference.split('/').at(-1)!

function resolve(schema: Schema, components: Components): Schema {
  return typeof schema.$ref === 'string' ? (components[nameOf(schema.$ref)] ?? {}) : schema
}

/** The only option of a schema beside null. */
function withoutNull(schema: Schema): Schema {
  const options = ((schema.anyOf ?? []) as Schema[]).filter(({ type }) => type !== 'null')
  return options.length === 1 ? { ...options[0], ...schema } : schema
}

function typeOf(schema: Schema, components: Components): string {
  if (typeof schema.$ref === 'string') {
    const found = resolve(schema, components)
    return found.type === 'object' ? nameOf(schema.$ref) : typeOf(found, components)
  }
  if (Array.isArray(schema.anyOf))
    return unique((schema.anyOf as Schema[]).map((option) => typeOf(option, components)))
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.type === 'array') {
    const items = typeOf((schema.items ?? {}) as Schema, components)
    return items.includes(' | ') ? `(${items})[]` : `${items}[]`
  }
  if (typeof schema.format === 'string') return schema.format
  return unique([schema.type ?? 'any'].flat() as string[])
}

const unique = (types: string[]) => [...new Set(types)].join(' | ')

function valuesOf({ enum: values }: Schema): string[] {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : []
}

function limitsOf(schema: Schema): Limit[] {
  const pairs = [
    ['characters', schema.minLength, schema.maxLength],
    ['items', schema.minItems, schema.maxItems],
    ['value', schema.minimum ?? schema.exclusiveMinimum, schema.maximum],
  ] as const
  return pairs.flatMap(([of, least, most]) => {
    const [min, max] = [boundOf(least), boundOf(most)]
    // That a required text is not empty needs no mention.
    const says = max !== null || (min !== null && (of !== 'characters' || min > 1))
    return says ? [{ of, min, max }] : []
  })
}

/** A declared bound; those of the number format itself say nothing. */
function boundOf(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null
}
