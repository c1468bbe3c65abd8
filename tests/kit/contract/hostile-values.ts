import { z } from 'zod'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
}

/**
 * For every place where this schema may accept text: a value with `hostile` in that place, and
 * plausible values in the required others. `io` selects the side to describe: `output` is the
 * schema behind a preprocessing step.
 */
export function hostileValues(
  schema: z.ZodType,
  hostile: string,
  io: 'input' | 'output',
): unknown[] {
  return [...withHostile(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema, hostile)]
}

/** The same for the parameters of a query, which are texts on the wire, whatever they stand for. */
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
  else if (schema.properties) {
    for (const [name, inner] of Object.entries(schema.properties))
      for (const value of withHostile(inner, hostile))
        yield { ...(plausible(schema) as object), [name]: value }
  } else if (schema.items) for (const item of withHostile(schema.items, hostile)) yield [item]
  else if (schema.type === undefined || schema.type === 'string') yield hostile
}

function plausible(schema: Schema): unknown {
  const [branch] = schema.anyOf ?? schema.oneOf ?? []
  if (branch) return plausible(branch)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      return Object.fromEntries(required.map((name) => [name, plausible(properties[name] ?? {})]))
    }
    case 'array':
      return [plausible(schema.items ?? {})]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    default:
      return FORMATS[schema.format ?? ''] ?? 'four plausible plain words'
  }
}

const FORMATS: Record<string, string> = {
  email: 'somebody@example.org',
  uuid: '019335e0-0000-7000-8000-00000000000a',
  'date-time': '2026-11-22T00:00:00Z',
}
