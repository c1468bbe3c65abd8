import { z } from 'zod'
import { settings } from '@/lib/config/settings'
import { bodyLimitOf } from '@/lib/http/body-limits'
import type { RouteDeclaration, RouteHandler } from '@/lib/http/define-route'
import { commonResponses, problemSchema, refusalResponses } from '@/lib/http/openapi-problems'
import { URLENCODED } from '@/lib/http/read-form'
import { MULTIPART } from '@/lib/http/receive-file'
import { toJsonText, type JsonText } from '@/lib/http/route-responses'
import { remember } from '@/lib/platform/remember'
import { MAX_UPLOAD_BYTES } from '@/lib/uploads/upload-limits'

type Json = Record<string, unknown>
type OpenApi = Json & { openapi: string }

interface RouteFile {
  path: string
  handlers: Record<string, unknown>
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const holder = () =>
  remember<{ text: JsonText<OpenApi> }>('openapi', () => ({ text: toJsonText({ openapi: '' }) }))

/** Writes the OpenAPI 3.1 document from the declarations of all route files. Called at start, where the files are known. */
export function publishOpenApi(files: readonly RouteFile[]): void {
  holder().text = toJsonText(buildOpenApi(files))
}

/** The OpenAPI document as JSON text. */
export function openApiText(): JsonText<OpenApi> {
  return holder().text
}

/** The OpenAPI 3.1 document of these route files. */
export function buildOpenApi(files: readonly RouteFile[]): OpenApi {
  const paths: Record<string, Json> = {}
  for (const { path, handlers } of files) {
    // What answers for every address that does not exist is no endpoint.
    if (path.includes('[...')) continue
    for (const method of METHODS) {
      const declaration = (handlers[method] as RouteHandler | undefined)?.declaration
      if (!declaration) continue
      const written = path.replace(/\[(\w+)\]/g, '{$1}')
      ;(paths[written] ??= {})[method.toLowerCase()] = operation(declaration, method, path)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Authentication API',
      version: 'v1',
      description: 'Sign-in, sessions, users, roles and permissions.',
    },
    servers: [{ url: settings().baseUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: problemSchema },
      responses: commonResponses(),
    },
  }
}

function operation(declaration: RouteDeclaration, method: string, path: string): Json {
  const { access, query, summary } = declaration
  const parameters = [...pathParameters(path), ...queryParameters(query)]
  return {
    summary,
    ...(access === 'public' ? {} : { security: [{ bearer: [] }, ...(access === 'signed' ? [{}] : [])] }),
    ...(typeof access === 'object' ? { 'x-required-permission': access.permission } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(declaration, path),
    responses: { ...successes(declaration), ...refusalResponses(declaration, method, path) },
  }
}

function requestBodyOf(declaration: RouteDeclaration, path: string): Json {
  const { body, form, upload, multipart } = declaration
  if (multipart) return { requestBody: { required: true, content: fileContent(multipart, upload) } }
  const schema = body ?? form
  if (schema)
    return {
      requestBody: {
        content: { [body ? 'application/json' : URLENCODED]: { schema: toSchema(schema, 'input') } },
      },
    }
  if (!upload) return {}
  const description = `The raw file, in UTF-8; at most ${bodyLimitOf(path).toLocaleString('en')} bytes.`
  const content = Object.fromEntries(upload.map((type) => [type, { schema: { description } }]))
  return { requestBody: { description, required: true, content } }
}

/** A form with a file and fields beside it, and the media types of which the file may also be the whole body. */
function fileContent(fields: z.ZodType, types: readonly string[] = []): Json {
  const { properties, ...rest } = toSchema(fields, 'input') as { properties?: Json }
  const file = { description: `At most ${MAX_UPLOAD_BYTES.toLocaleString('en')} bytes.` }
  const schema = { ...rest, properties: { file, ...properties }, required: ['file'] }
  return { [MULTIPART]: { schema }, ...Object.fromEntries(types.map((type) => [type, { schema: file }])) }
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\[(\w+)\]/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return []
  const form = toSchema(query, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(form.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: form.required?.includes(name) ?? false,
    schema,
  }))
}

/** A body of a form, and what else it may come as: text of these media types. */
function contentOf(schema: z.ZodType | null, asText: readonly string[]): Json {
  if (!schema && asText.length === 0) return {}
  return {
    content: {
      ...(schema && { 'application/json': { schema: toSchema(schema, 'output') } }),
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

function successes({ responses, page, streams = [] }: RouteDeclaration): Json {
  const asText = page ? ['text/html', ...streams] : streams
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      {
        description: DESCRIPTIONS[status] ?? 'OK',
        ...contentOf(schema, status === '200' || status === '206' ? asText : []),
        ...(/^30[23]$/.test(status) && {
          headers: { Location: { schema: { type: 'string', format: 'uri' } } },
        }),
      },
    ]),
  )
}

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
