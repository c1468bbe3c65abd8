import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { URLENCODED } from '@/lib/http/request-body'

type Json = Record<string, unknown>

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Json
}

interface Response {
  description: string
  content?: Record<string, { schema: Json }>
}

/** An operation; `path` is relative to /api/v1, with its parameters in braces. */
export interface Operation {
  method: string
  path: string
  isPublic: boolean
  parameters: readonly Parameter[]
  /** The schema of a JSON body; undefined if the operation has none. */
  body: Json | undefined
  /** The media types of a file that is the whole body; empty if the operation has none. */
  files: readonly string[]
  /** The documented responses by status. */
  responses: Readonly<Record<string, Response>>
}

interface Source {
  paths: Record<string, Record<string, SourceOperation>>
  components: { responses: Record<string, Response>; schemas: Record<string, Json> }
}

interface SourceOperation {
  parameters?: Parameter[]
  security?: object[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, Response | { $ref: string }>
}

const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
/** An unknown path or method is a problem that no document lists. */
const UNKNOWN: Response = { description: '', content: PROBLEM }

/** The target of a reference; any other schema unchanged. */
function resolved(schema: Json | undefined, schemas: Record<string, Json>): Json | undefined {
  return typeof schema?.$ref === 'string' ? schemas[schema.$ref.split('/').at(-1)!] : schema
}

/** The OpenAPI document of a running service, used to check its responses. */
export class ApiDocument {
  readonly operations: readonly Operation[]
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })
  readonly #validators = new Map<object, ValidateFunction>()

  constructor({ paths, components }: Source) {
    addFormats(this.#ajv)
    this.#ajv.addSchema({ $id: 'openapi', components })
    const ofApi = Object.entries(paths).filter(([path]) => path.startsWith('/api/v1/'))
    this.operations = ofApi.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const content = operation.requestBody?.content ?? {}
        // Several media types mean a file, except that fields may be JSON or a urlencoded form.
        const types = Object.keys(content).filter((type) => type !== URLENCODED)
        const files = types.length > 1 || types[0] === 'multipart/form-data' ? types : []
        return {
          method: method.toUpperCase(),
          path: path.replace('/api/v1', ''),
          // An empty requirement stands for links, which carry their own credential.
          isPublic: (operation.security ?? [{}]).some((needs) => Object.keys(needs).length === 0),
          parameters: operation.parameters ?? [],
          body:
            files.length > 0
              ? undefined
              : resolved(content['application/json']?.schema, components.schemas),
          files,
          responses: Object.fromEntries(
            Object.entries(operation.responses).map(([status, response]) => [
              status,
              '$ref' in response
                ? components.responses[response.$ref.split('/').at(-1)!]!
                : response,
            ]),
          ),
        }
      }),
    )
  }

  static async of(url: string): Promise<ApiDocument> {
    const answer = await fetch(`${url}/api/v1/openapi.json`)
    return new ApiDocument((await answer.json()) as Source)
  }

  /**
   * Finds the operation of a path (relative to /api/v1, the query is ignored). Literal paths take
   * precedence over ones with parameters.
   */
  find(method: string, path: string): Operation | undefined {
    const [plain] = path.split('?')
    const found = this.operations.filter(({ path: template }) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain!),
    )
    const literal = found.filter(({ path: template }) => template === plain)
    return (literal.length > 0 ? literal : found).find((operation) => operation.method === method)
  }

  /** What in a response is undocumented; null if nothing. */
  faultOf(
    operation: Operation | undefined,
    { status, type, text }: { status: number; type: string | null; text: string },
  ): string | null {
    const promised = operation ? operation.responses[status] : UNKNOWN
    if (!promised) return `${status} is not declared`
    if (!promised.content) return text ? 'a body is not declared' : null
    const schema = promised.content[type ?? '']?.schema
    if (!schema) return `${type} is not declared for ${status}`
    return type?.endsWith('json') ? this.mismatch(schema, JSON.parse(text)) : null
  }

  /** Where a value doesn't match a schema; null if it does. */
  mismatch(schema: Json, value: unknown): string | null {
    let validate = this.#validators.get(schema)
    if (!validate) {
      const text = JSON.stringify(schema).replaceAll('#/components', 'openapi#/components')
      validate = this.#ajv.compile(JSON.parse(text) as Json)
      this.#validators.set(schema, validate)
    }
    return validate(value) ? null : this.#ajv.errorsText(validate.errors)
  }
}
