/** One operation of the API, as the documentation shows it. */
export interface Endpoint {
  method: string
  path: string
  summary: string
  access: 'public' | 'signed-in' | { permission: string }
  query: EndpointField[]
  body: EndpointField[]
  /** Those of its own: without what any request may be answered with. */
  answers: EndpointAnswer[]
}

export interface EndpointField {
  name: string
  type: string
  required: boolean
}

/** A status, and the problem codes that come with it; none where it is a success. */
export interface EndpointAnswer {
  status: string
  codes: string[]
}

interface Schema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

interface Operation {
  summary?: string
  security?: unknown[]
  'x-required-permission'?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  /** What any request may be answered with is a reference to a shared component. */
  responses: Record<string, { description: string; content?: Record<string, unknown> } | { $ref: string }>
}

/** The operations of an OpenAPI document of this service, by the path's first segment after /api/v1, in the document's order. */
export function readEndpoints(openApiJson: string): Map<string, Endpoint[]> {
  const { paths } = JSON.parse(openApiJson) as { paths: Record<string, Record<string, Operation>> }
  const groups = new Map<string, Endpoint[]>()
  for (const [path, operations] of Object.entries(paths)) {
    const group = path.split('/')[3] ?? ''
    const endpoints = Object.entries(operations).map(([method, operation]) =>
      toEndpoint(method, path, operation),
    )
    groups.set(group, [...(groups.get(group) ?? []), ...endpoints])
  }
  return groups
}

/** The statuses that any request may be answered with. */
export function readCommonStatuses(openApiJson: string): string[] {
  const { components } = JSON.parse(openApiJson) as { components: { responses: Record<string, unknown> } }
  return Object.keys(components.responses).map((name) => name.replace(/\D/g, ''))
}

function toEndpoint(method: string, path: string, operation: Operation): Endpoint {
  const permission = operation['x-required-permission']
  return {
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    access: permission ? { permission } : operation.security ? 'signed-in' : 'public',
    query: (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, required = false, schema }) => ({ name, type: typeOf(schema), required })),
    body: fieldsOf(operation.requestBody?.content['application/json']?.schema),
    answers: Object.entries(operation.responses).flatMap(([status, response]) =>
      'description' in response
        ? [{ status, codes: status < '400' ? [] : response.description.split(', ') }]
        : [],
    ),
  }
}

function fieldsOf(schema: Schema | undefined): EndpointField[] {
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
