import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'

type Json = Record<string, unknown>

export interface ApiAnswer {
  status: number
  headers: Headers
  /** The parsed body; null when there is none. */
  body: Json & { code?: string }
  text: string
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Json
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { content?: Record<string, { schema: Json }> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: Json
}

/**
 * Calls the API of a running service from outside and holds every answer against the service's own OpenAPI document: an answer
 * that the document does not promise fails the test.
 */
export class ApiClient {
  readonly #url: string
  readonly #document: Document
  readonly #ajv: Ajv2020
  readonly #validators = new Map<string, ValidateFunction>()

  private constructor(url: string, document: Document) {
    this.#url = url
    this.#document = document
    this.#ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats(this.#ajv)
    this.#ajv.addSchema({ $id: 'openapi', components: document.components })
  }

  static async of(url: string): Promise<ApiClient> {
    const answer = await fetch(`${url}/api/v1/openapi.json`)
    return new ApiClient(url, (await answer.json()) as Document)
  }

  /** Every operation of the document; `path` is relative to /api/v1, with its parameters in braces. */
  operations() {
    return Object.entries(this.#document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path: path.replace('/api/v1', ''),
        parameters,
        body: requestBody?.content['application/json']?.schema,
      })),
    )
  }

  get(path: string, headers: Record<string, string> = {}) {
    return this.call('GET', path, undefined, headers)
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}) {
    return this.call('POST', path, body, headers)
  }

  /** Sends JSON (a string is sent as it is) and checks the answer against the document. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: text ? JSON.parse(text) : null,
    }
    this.#check(method, path, answer)
    return answer
  }

  #check(method: string, path: string, { status, headers, body, text }: ApiAnswer): void {
    const operation = this.#operation(method, path)
    // Unknown paths and methods are problems for everybody; they stand in no document.
    const promised = operation ? operation.responses[status] : { content: problemContent }
    if (!promised)
      throw new Error(`${method} ${path} answered ${status}, which its document does not promise: ${text}`)
    const type = headers.get('content-type')?.split(';')[0]
    if (!promised.content) {
      if (text) throw new Error(`${method} ${path} answered ${status} with a body: ${text}`)
      return
    }
    const schema = type ? promised.content[type]?.schema : undefined
    if (!schema) throw new Error(`${method} ${path} answered ${status} as ${type}`)
    const validate = this.#validator(`${method} ${path} ${status}`, schema)
    if (!validate(body))
      throw new Error(`${method} ${path}: ${this.#ajv.errorsText(validate.errors)} in ${text}`)
  }

  #operation(method: string, path: string) {
    const plain = `/api/v1${path.split('?')[0]}`
    const literal = this.#document.paths[plain]
    if (literal) return literal[method.toLowerCase()]
    const found = Object.entries(this.#document.paths).find(([template]) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain),
    )
    return found?.[1][method.toLowerCase()]
  }

  #validator(key: string, schema: Json): ValidateFunction {
    const known = this.#validators.get(key)
    if (known) return known
    const text = JSON.stringify(schema).replaceAll('#/components', 'openapi#/components')
    const made = this.#ajv.compile(JSON.parse(text) as Json)
    this.#validators.set(key, made)
    return made
  }
}

const problemContent: Record<string, { schema: Json }> = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
}

/** The header of a Bearer call. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
