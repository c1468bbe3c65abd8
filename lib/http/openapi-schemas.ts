import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

export type Json = Record<string, unknown>

const FOLDER = '#/components/schemas/'

/**
 * Zod drops the examples of schemas that transform their input; ours show the input. A type in a
 * schema's `meta` is what its text in a query stands for, instead of the text's own form.
 */
function override({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: object
}): void {
  const { examples, type } = z.globalRegistry.get(zodSchema) ?? {}
  if (examples) Object.assign(jsonSchema, { examples })
  if (type) for (const key of ['pattern', 'enum']) Reflect.deleteProperty(jsonSchema, key)
}

/** The named schemas of the OpenAPI document, collected while its operations are written. */
export class NamedSchemas {
  readonly all: Record<string, Json>

  constructor(known: Record<string, Json>) {
    this.all = { ...known }
  }

  /**
   * Converts to JSON Schema 2020-12, the dialect of OpenAPI 3.1. Schemas with an id, also nested
   * ones, become references.
   */
  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any', override }))
    const {
      $schema: _dialect,
      $defs = {},
      ...rest
    } = JSON.parse(text.replaceAll('"#/$defs/', `"${FOLDER}`)) as Json
    for (const [name, found] of Object.entries($defs as Record<string, Json>)) this.add(name, found)
    return rest
  }

  /** A reference to `schema` under this name; unchanged if it already is a reference. */
  named(name: string, schema: Json): Json {
    if ('$ref' in schema) return schema
    this.add(name, schema)
    return { $ref: FOLDER + name }
  }

  /** Follows a reference; returns any other schema unchanged. */
  resolve(schema: Json): Json {
    const { $ref } = schema
    if (typeof $ref !== 'string') return schema
    const found = this.all[$ref.slice(FOLDER.length)]
    if (!found) throw new Error(`there is no schema ${$ref}`)
    return found
  }

  private add(name: string, schema: Json): void {
    const known = this.all[name]
    if (known && !isDeepStrictEqual(known, schema))
      throw new Error(`two API schemas are named ${name}`)
    this.all[name] = schema
  }
}
