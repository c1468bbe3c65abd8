import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import { type OwnableAccess, permissionsFor } from '@/lib/access/permission-access'
import { processSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import type { RouteHandler } from '@/lib/http/define-route'
import { DEFAULT_LIMIT, routeBodyLimit } from '@/lib/http/body-limits'
import { exampleOf } from '@/lib/http/openapi-examples'
import {
  commonResponses,
  problemExamples,
  problemSchema,
  refusalResponses,
} from '@/lib/http/openapi-problems'
import { type Json, NamedSchemas } from '@/lib/http/openapi-schemas'
import { API_TAGS } from '@/lib/http/openapi-tags'
import { webhookRequests } from '@/lib/http/openapi-webhooks'
import { MULTIPART } from '@/lib/http/receive-file'
import type { RequestHeaders } from '@/lib/http/request-headers'
import { URLENCODED } from '@/lib/http/request-body'
import {
  type JsonText,
  keyRuleOf,
  type RouteDeclaration,
  type RouteFile,
  toJsonText,
} from '@/lib/http/route-declaration'
import { isJsonBody } from '@/lib/http/route-body'
import { WELL_KNOWN } from '@/lib/http/well-known'
import type { ProblemCode } from '@/lib/platform/problems'

type OpenApi = Json & { openapi: string }

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const holder = () =>
  processSingleton<{ files: readonly RouteFile[]; text?: Promise<JsonText<OpenApi>> }>(
    'openapi',
    () => ({ files: [] }),
  )

/** Names the route files whose declarations the document describes. Called at startup. */
export function publishOpenApi(files: readonly RouteFile[]): void {
  const held = holder()
  held.files = files
  delete held.text
}

/** The OpenAPI 3.1 document of the running service, built when it is first read. */
export function openApiText(): Promise<JsonText<OpenApi>> {
  const held = holder()
  return (held.text ??= buildOpenApi(held.files).then(toJsonText))
}

/**
 * The OpenAPI 3.1 document of these route files. Other requests run between the files, because all
 * of them together take a third of a second.
 */
export async function buildOpenApi(files: readonly RouteFile[]): Promise<OpenApi> {
  const schemas = new NamedSchemas({ Problem: problemSchema })
  const paths: Record<string, Json> = {}
  for (const { path, handlers } of files) {
    // The catch-all route for unknown paths is not an endpoint.
    if (path.includes('[...')) continue
    await nextTurn()
    const { tooLargeCode } = routeBodyLimit(handlers)
    for (const method of METHODS) {
      const declaration = (handlers[method] as RouteHandler | undefined)?.declaration
      if (!declaration) continue
      const written = path.replace(/\[(\w+)\]/g, '{$1}')
      ;(paths[written] ??= {})[method.toLowerCase()] = operation(declaration, {
        method,
        path,
        schemas,
        tooLargeCode,
      })
    }
  }
  for (const [path, declaration] of Object.entries(WELL_KNOWN))
    paths[path] = {
      get: operation(declaration, { ...DEFAULT_LIMIT, method: 'GET', path, schemas }),
    }
  const webhooks = webhookRequests(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Authentication API',
      version: 'v1',
      description: 'Sign-in, sessions, users, roles, and permissions.',
    },
    servers: [{ url: settings().baseUrl }],
    tags: Object.entries(API_TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'ghk_…' },
      },
      schemas: schemas.all,
      examples: problemExamples(),
      responses: commonResponses(),
    },
  }
}

interface Place {
  method: string
  path: string
  schemas: NamedSchemas
  tooLargeCode: ProblemCode
}

function operation(declaration: RouteDeclaration, place: Place): Json {
  const { operationId, tag, summary, access, query, headers = {} } = declaration
  const { path, schemas } = place
  const parameters = [
    ...pathParameters(path, schemas),
    ...queryParameters(query, schemas),
    ...headerParameters(headers),
  ]
  return {
    operationId,
    tags: [tag],
    summary,
    ...(access === 'public' ? {} : { security: securityOf(declaration) }),
    ...(typeof access === 'object' ? permissionOf(access) : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(declaration, place),
    responses: {
      ...successes(declaration, schemas),
      ...refusalResponses(declaration, place),
    },
  }
}

/**
 * The permission that an operation requires, or the permissions of which one is enough, and the
 * path parameter that makes an exception.
 */
function permissionOf(access: OwnableAccess): Json {
  const { permission, anyOf, unlessOwn } = access
  const required = anyOf
    ? { 'x-required-any-permission': anyOf }
    : { 'x-required-permission': permission }
  const names = permissionsFor(access).map((name) => `\`${name}\``)
  const requires = `Requires ${names.join(' or ')}`
  if (unlessOwn !== undefined)
    return {
      description: `${requires}, unless \`${unlessOwn}\` is your own ID. An API key always needs it.`,
      ...required,
      'x-unless-own': unlessOwn,
    }
  return anyOf ? { description: `${requires}.`, ...required } : required
}

/** The alternatives of one operation: an access token, an API key, a signed link. */
function securityOf(declaration: RouteDeclaration): Json[] {
  const key = keyRuleOf(declaration) === 'refused' ? [] : [{ apiKey: [] }]
  return [{ bearer: [] }, ...key, ...(declaration.access === 'signed' ? [{}] : [])]
}

function requestBodyOf({ operationId, body }: RouteDeclaration, { schemas }: Place): Json {
  if (!body) return {}
  const fields = (schema: z.ZodType, types: readonly string[]) =>
    fieldsBody(schema, { types, operationId, schemas })
  if (isJsonBody(body)) return { requestBody: fields(body, [JSON_TYPE]) }
  switch (body.kind) {
    case 'form':
      return {
        requestBody: fields(body.schema, body.acceptsJson ? [JSON_TYPE, URLENCODED] : [URLENCODED]),
      }
    case 'file': {
      const description = `The file as it is, in UTF-8: at most ${body.maxBytes.toLocaleString('en')} bytes.`
      const content = contentAs(body.types, { schema: { description } })
      return { requestBody: { description, required: true, content } }
    }
    case 'multipart': {
      const content = fileContent(schemas.of(body.fields, 'input'), body)
      return { requestBody: { required: true, content } }
    }
  }
}

const JSON_TYPE = 'application/json'

/** A body of these fields, in one of these media types. */
function fieldsBody(
  fields: z.ZodType,
  by: { types: readonly string[]; operationId: string; schemas: NamedSchemas },
): Json {
  const { types, operationId, schemas } = by
  const name = `${operationId[0]!.toUpperCase()}${operationId.slice(1)}Request`
  const schema = schemas.named(name, schemas.of(fields, 'input'))
  // Without required fields, the body may be left out.
  const required = !fields.safeParse({}).success
  return { required, content: contentAs(types, { schema, example: exampleOf(schema, schemas) }) }
}

const contentAs = (types: readonly string[], content: Json): Json =>
  Object.fromEntries(types.map((type) => [type, content]))

/**
 * The content of a form with a file and other fields, and of a file sent as the whole body in one
 * of `types`.
 */
function fileContent(
  fields: Json,
  { types, maxFileBytes }: { types: readonly string[]; maxFileBytes: number },
): Json {
  const { properties, ...rest } = fields as { properties?: Json }
  const file = { description: `At most ${maxFileBytes.toLocaleString('en')} bytes.` }
  const schema = { ...rest, properties: { file, ...properties }, required: ['file'] }
  return { [MULTIPART]: { schema }, ...contentAs(types, { schema: file }) }
}

function pathParameters(path: string, schemas: NamedSchemas): Json[] {
  return [...path.matchAll(/\[(\w+)\]/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: exampleOf({ type: 'string', format: 'uuid' }, schemas, name),
  }))
}

function queryParameters(query: z.ZodType | undefined, schemas: NamedSchemas): Json[] {
  if (!query) return []
  const form = schemas.of(query, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(form.properties ?? {}).map(([name, schema]) => {
    const required = form.required?.includes(name) ?? false
    const example = required && { example: exampleOf(schema, schemas, name) }
    return { name, in: 'query', required, schema, ...example }
  })
}

function headerParameters(headers: RequestHeaders): Json[] {
  return Object.values(headers).map(({ name, required, description, example }) => {
    return { name, in: 'header', required, description, schema: { type: 'string' }, example }
  })
}

/** A JSON body with its example, and text in these media types as alternatives. */
function contentOf(
  schema: z.ZodType | null,
  schemas: NamedSchemas,
  asText: readonly string[],
): Json {
  if (!schema && asText.length === 0) return {}
  const json = schema && schemas.of(schema, 'output')
  return {
    content: {
      ...(json && { 'application/json': { schema: json, example: exampleOf(json, schemas) } }),
      ...Object.fromEntries(asText.map((type) => [type, { schema: { type: 'string' } }])),
    },
  }
}

const DESCRIPTIONS: Record<string, string> = {
  202: 'Accepted',
  204: 'No content',
  206: 'Partial content',
  302: 'Found',
  303: 'See other',
  304: 'Not modified',
}

function successes(
  { responses, page, streams = [] }: RouteDeclaration,
  schemas: NamedSchemas,
): Json {
  const asText = page ? ['text/html', ...streams] : streams
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      {
        description: DESCRIPTIONS[status] ?? 'OK',
        ...contentOf(schema, schemas, status === '200' || status === '206' ? asText : []),
        ...(/^30[23]$/.test(status) && {
          headers: { Location: { schema: { type: 'string', format: 'uri' } } },
        }),
      },
    ]),
  )
}
