/** One API operation, as the documentation shows it. */
export interface Endpoint {
  operationId: string
  method: string
  path: string
  summary: string
  access: 'public' | 'signed-in' | { permission: string }
  query: EndpointField[]
  body: EndpointField[]
  /** JSON example of the body; null if the operation takes none. */
  bodyExample: string | null
  /** The operation's own responses, without those that any request can get. */
  answers: EndpointAnswer[]
}

export interface EndpointField {
  name: string
  type: string
  required: boolean
}

/**
 * A response status: for a success, a JSON example if there is a body; otherwise its problem codes.
 */
export interface EndpointAnswer {
  status: string
  codes: string[]
  example: string | null
}

/** The operations under one tag. */
export interface EndpointGroup {
  tag: string
  description: string
  endpoints: Endpoint[]
}

interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

type Content = Record<string, { schema?: Schema; example?: unknown }>

interface Operation {
  operationId: string
  tags: string[]
  summary?: string
  security?: unknown[]
  'x-required-permission'?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content: Content }
  /** Responses that any request can get are references to shared components. */
  responses: Record<string, { description: string; content?: Content } | { $ref: string }>
}

interface Document {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, unknown> }
}

/** The operations of this service's OpenAPI document, grouped by tag, in document order. */
export function readEndpoints(openApiJson: string): EndpointGroup[] {
  const { tags, paths, components } = JSON.parse(openApiJson) as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      endpoint: toEndpoint(method, path, operation, components.schemas),
    })),
  )
  return tags.map(({ name, description }) => {
    const own = operations.filter(({ tag }) => tag === name)
    return { tag: name, description, endpoints: own.map(({ endpoint }) => endpoint) }
  })
}

/** The statuses that any request can get. */
export function readCommonStatuses(openApiJson: string): string[] {
  const { components } = JSON.parse(openApiJson) as Document
  return Object.keys(components.responses).map((name) => name.replace(/\D/g, ''))
}

function toEndpoint(
  method: string,
  path: string,
  operation: Operation,
  schemas: Record<string, Schema>,
): Endpoint {
  const permission = operation['x-required-permission']
  const body = operation.requestBody?.content
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    access: permission ? { permission } : operation.security ? 'signed-in' : 'public',
    query: (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, required = false, schema }) => ({ name, type: typeOf(schema), required })),
    body: fieldsOf(body?.['application/json']?.schema, schemas),
    bodyExample: exampleIn(body),
    answers: Object.entries(operation.responses).flatMap(([status, response]) =>
      'description' in response
        ? [
            {
              status,
              codes: status < '400' ? [] : response.description.split(', '),
              example: exampleIn(response.content),
            },
          ]
        : [],
    ),
  }
}

function exampleIn(content: Content | undefined): string | null {
  const example = content?.['application/json']?.example
  return example === undefined ? null : JSON.stringify(example, null, 2)
}

function fieldsOf(given: Schema | undefined, schemas: Record<string, Schema>): EndpointField[] {
  const schema = given?.$ref ? schemas[given.$ref.split('/').at(-1)!] : given
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    name,
    type: typeOf(field),
    required: schema?.required?.includes(name) ?? false,
  }))
}

function typeOf(schema: Schema | undefined): string {
  if (!schema) return 'string'
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  return [schema.type ?? 'any'].flat().join(' | ')
}
