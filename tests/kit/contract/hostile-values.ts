import { z } from 'zod'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  /** Of a record; `{}` or a boolean elsewhere. */
  additionalProperties?: Schema | boolean
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maxLength?: number
  examples?: unknown[]
}

/**
 * For every place where this schema may accept text: a value with `hostile` in that place, another
 * with as much of it as the place accepts, and plausible values in the required others. Names of a
 * record are such places too. `io` selects the side to describe: `output` is the
 * schema behind a preprocessing step.
 */
export function hostileValues(
  schema: z.ZodType,
  hostile: string,
  io: 'input' | 'output',
): unknown[] {
  return [...withHostile(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema, hostile)]
}

/**
 * Whether the description of this schema mentions free text or a record anywhere, found without
 * knowing its structure, so that hostileValues can be checked for a kind of place that it misses.
 */
export function mentionsText(schema: z.ZodType, io: 'input' | 'output'): boolean {
  const described = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  return /"type":"string"(?!,"(?:enum|const)")|"(?:additional|pattern)Properties":\{/.test(
    described,
  )
}

/**
 * As hostileValues, for the parameters of a query, which are texts on the wire, whatever they
 * stand for.
 */
export function hostileQueries(schema: z.ZodType, hostile: string): Record<string, unknown>[] {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const branches = described.anyOf ?? described.oneOf ?? [described]
  return branches.flatMap((branch) =>
    Object.keys(branch.properties ?? {}).map((name) => ({
      ...(plausible(branch) as Record<string, unknown>),
      [name]: hostile,
    })),
  )
}

function* withHostile(schema: Schema, hostile: string): Generator<unknown> {
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) for (const branch of branches) yield* withHostile(branch, hostile)
  else if (schema.type === 'object') {
    for (const [name, inner] of Object.entries(schema.properties ?? {}))
      for (const value of withHostile(inner, hostile))
        yield { ...(plausible(schema) as object), [name]: value }
    const { additionalProperties: inner } = schema
    if (typeof inner === 'object') {
      yield { [hostile]: plausible(inner) }
      for (const value of withHostile(inner, hostile)) yield { some_name: value }
    }
  } else if (schema.items) for (const item of withHostile(schema.items, hostile)) yield [item]
  else if (schema.type === undefined || schema.type === 'string') {
    yield hostile
    if (schema.maxLength && schema.maxLength < hostile.length)
      yield hostile.slice(0, schema.maxLength)
  }
}

function plausible(schema: Schema, name = ''): unknown {
  if (schema.examples?.length) return schema.examples[0]
  const [branch] = schema.anyOf ?? schema.oneOf ?? []
  if (branch) return plausible(branch, name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      return Object.fromEntries(
        required.map((field) => [field, plausible(properties[field] ?? {}, field)]),
      )
    }
    case 'array':
      return [plausible(schema.items ?? {})]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    default:
      return FORMATS[schema.format ?? name] ?? 'four plausible plain words'
  }
}

const FORMATS: Record<string, string> = {
  email: 'somebody@example.org',
  uuid: '019335e0-0000-7000-8000-00000000000a',
  'date-time': '2026-11-22T00:00:00Z',
}
