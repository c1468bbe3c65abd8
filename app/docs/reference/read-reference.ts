import {
  alternativesOf,
  type Components,
  describeField,
  type Field,
  formsOf,
} from '@/app/docs/reference/schema-fields'
import { exampleOf } from '@/lib/http/openapi-examples'
import { type Json, NamedSchemas } from '@/lib/http/openapi-schemas'

/** The API reference: the operations of the OpenAPI document, by tag. */
export interface Reference {
  baseUrl: string
  groups: OperationGroup[]
  /** The statuses that any request can get. */
  commonStatuses: string[]
}

/** The operations under one tag. */
export interface OperationGroup {
  tag: string
  /** The tag in the address of its page. */
  slug: string
  description: string
  operations: Operation[]
}

/** One operation, as its page shows it. */
export interface Operation {
  operationId: string
  tag: string
  method: string
  path: string
  summary: string
  /** Any of `permissions` is enough. `exceptOwn`: users need none for their own data. */
  access: 'public' | 'signed-in' | 'signed' | { permissions: string[]; exceptOwn: boolean }
  pathParameters: Parameter[]
  queryParameters: Parameter[]
  headers: Parameter[]
  body: Content | null
  /** Success responses; each without a content has no body. */
  successes: { status: string; content: Content | null }[]
  /** The operation's own problem codes, without those that any request can get. */
  errors: { status: string; codes: string[] }[]
}

export interface Parameter extends Field {
  example: string
}

/** A body: its media types, and the fields and an example of each form that it may have. */
export interface Content {
  mediaTypes: string[]
  description: string | null
  forms: Field[][]
  /** JSON examples, one for each form; empty if the body is not JSON. */
  examples: string[]
}

type MediaTypes = Record<string, { schema?: Json; example?: unknown }>

interface WrittenOperation {
  operationId: string
  tags: string[]
  summary?: string
  security?: Json[]
  'x-required-permission'?: string
  'x-required-any-permission'?: string[]
  'x-unless-own'?: string
  parameters?: {
    name: string
    in: string
    required?: boolean
    schema?: Json
    description?: string
    example?: string | number | boolean
  }[]
  requestBody?: { content: MediaTypes }
  /** Responses that any request can get are references to shared components. */
  responses: Record<string, { description: string; content?: MediaTypes } | { $ref: string }>
}

interface Document {
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, WrittenOperation>>
  components: { schemas: Record<string, Json>; responses: Record<string, unknown> }
}

let last: { text: string; reference: Reference } | null = null

/** Reads the reference from an OpenAPI document; remembers the last one, which never changes. */
export function readReference(openApiJson: string): Reference {
  if (last?.text !== openApiJson) last = { text: openApiJson, reference: read(openApiJson) }
  return last.reference
}

/** The operation or the tag that a page of the reference is about. */
export function findInReference(
  { groups }: Reference,
  name: string,
): { group: OperationGroup; operation: Operation | null } | null {
  for (const group of groups) {
    if (group.slug === name) return { group, operation: null }
    const operation = group.operations.find(({ operationId }) => operationId === name)
    if (operation) return { group, operation }
  }
  return null
}

function read(openApiJson: string): Reference {
  const { servers, tags, paths, components } = JSON.parse(openApiJson) as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      toOperation(method, path, operation, components.schemas),
    ),
  )
  return {
    baseUrl: servers[0]?.url ?? '',
    groups: tags.map(({ name, description }) => ({
      tag: name,
      slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      description,
      operations: operations.filter(({ tag }) => tag === name),
    })),
    commonStatuses: Object.keys(components.responses).map((name) => name.replace(/\D/g, '')),
  }
}

function toOperation(
  method: string,
  path: string,
  written: WrittenOperation,
  components: Components,
): Operation {
  const parametersIn = (place: string) =>
    (written.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, required = false, schema = {}, description, example }) => {
        const field = describeField({ name, required, schema }, components)
        return {
          ...field,
          description: description ?? field.description,
          example: example === undefined ? '' : String(example),
        }
      })
  const responses = Object.entries(written.responses).flatMap(([status, response]) =>
    'description' in response ? [{ status, ...response }] : [],
  )
  return {
    operationId: written.operationId,
    tag: written.tags[0]!,
    method: method.toUpperCase(),
    path,
    summary: written.summary ?? written.operationId,
    access: accessOf(written),
    pathParameters: parametersIn('path'),
    queryParameters: parametersIn('query'),
    headers: parametersIn('header'),
    body: contentOf(written.requestBody?.content, components),
    successes: responses
      .filter(({ status }) => status < '400')
      .map(({ status, content }) => ({ status, content: contentOf(content, components) })),
    errors: responses
      .filter(({ status }) => status >= '400')
      .map(({ status, description }) => ({ status, codes: description.split(', ') })),
  }
}

function accessOf(written: WrittenOperation): Operation['access'] {
  const one = written['x-required-permission']
  const permissions = one ? [one] : written['x-required-any-permission']
  if (permissions) return { permissions, exceptOwn: written['x-unless-own'] !== undefined }
  if (!written.security) return 'public'
  return written.security.some((scheme) => Object.keys(scheme).length === 0)
    ? 'signed'
    : 'signed-in'
}

function contentOf(content: MediaTypes | undefined, components: Components): Content | null {
  if (!content) return null
  const [{ schema = {}, example } = {}] = Object.values(content)
  const alternatives = alternativesOf(schema, components)
  const forms = formsOf(schema, components)
  const examples =
    example === undefined
      ? []
      : alternatives.length > 1 && alternatives.length === forms.length
        ? alternatives.map((option) => exampleOf(option, new NamedSchemas(components)))
        : [example]
  return {
    mediaTypes: Object.keys(content),
    description: typeof schema.description === 'string' ? schema.description : null,
    forms,
    examples: examples.map((value) => JSON.stringify(value, null, 2)),
  }
}
