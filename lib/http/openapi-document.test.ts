import { validate } from '@hyperjump/json-schema/openapi-3-1'
import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { permissionsFor } from '@/lib/access/permission-access'
import { buildOpenApi } from '@/lib/http/openapi-document'
import { API_TAGS } from '@/lib/http/openapi-tags'
import { isJsonBody, type RouteBody } from '@/lib/http/route-body'
import { eventNames, TEST_EVENT } from '@/lib/messaging/webhooks/webhook-events'
import { problems } from '@/lib/platform/problems'
import { apiOperations, type Operation } from '@/tests/kit/contract/declared-handlers'
import { useSettings } from '@/tests/kit/test-settings'

type Json = Record<string, unknown>
type Document = string | number | boolean | null | Document[] | { [name: string]: Document }
type Content = Record<
  string,
  { schema: Json; example?: unknown; examples?: Record<string, { $ref: string }> }
>

interface Written {
  operationId: string
  tags: string[]
  'x-required-permission'?: string
  'x-required-any-permission'?: string[]
  parameters?: { name: string; in: string; required: boolean; schema: Json }[]
  requestBody?: { content: Content }
  responses: Record<string, { description?: string; content?: Content }>
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats(ajv)

let written: Document
let declared: Operation[]
let operations: Written[]
let webhooks: Record<string, { post: Pick<Written, 'tags' | 'requestBody'> }>
let components: { schemas: Record<string, Json>; examples: Record<string, { value: Json }> }

beforeAll(async () => {
  useSettings()
  declared = await apiOperations()
  const files = new Map<string, Record<string, unknown>>()
  for (const { path, method, handler } of declared)
    files.set(path, { ...files.get(path), [method]: handler })
  const document = await buildOpenApi([...files].map(([path, handlers]) => ({ path, handlers })))
  written = JSON.parse(JSON.stringify(document)) as Document
  components = document.components as typeof components
  webhooks = document.webhooks as typeof webhooks
  ajv.addSchema({ $id: 'openapi', components })
  operations = Object.values(document.paths as Record<string, Record<string, Written>>).flatMap(
    Object.values,
  )
})

/** The first mismatch between a value and a schema; null when it matches. */
function fault(schema: Json, value: unknown): string | null {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')
  return ajv.validate(JSON.parse(text) as Json, value) ? null : ajv.errorsText()
}

/** The places that the official schema of OpenAPI 3.1 refuses, Schema Objects included. */
async function faultsOf(document: Document): Promise<string[]> {
  const result = await validate('https://spec.openapis.org/oas/3.1/schema-base', document, 'BASIC')
  return result.valid ? [] : (result.errors ?? []).map(({ instanceLocation: at }) => at)
}

const headersOf = ({ parameters = [] }: Written) =>
  parameters.flatMap((parameter) => (parameter.in === 'header' ? [parameter.name] : []))
/** The names of the operations with a header. */
const readersOf = (header: string) =>
  operations.filter((operation) => headersOf(operation).includes(header)).map(nameOf)
/** The names of the operations that answer one of these problems or schemas. */
const answering = (...names: string[]) =>
  operations
    .filter(({ responses }) =>
      names.some((name) => new RegExp(`\\b${name}\\b`).test(JSON.stringify(responses))),
    )
    .map(nameOf)
const nameOf = ({ operationId }: Written) => operationId

const jsonOf = (content: Content | undefined) => content?.['application/json']
/** The JSON bodies of an operation; an uploaded JSON file does not count. */
const bodiesOf = (operation: Written) => {
  const content = operation.requestBody?.content ?? {}
  const request = Object.keys(content).length === 1 ? jsonOf(content) : undefined
  return [...(request ? [request] : []), ...successesOf(operation)]
}
const successesOf = ({ responses }: Written) =>
  Object.entries(responses).flatMap(([status, { content }]) => {
    const json = jsonOf(content)
    return status < '400' && json ? [json] : []
  })

/** The schema of the fields of a body, except one with a file. */
const fieldsOf = (body: RouteBody) =>
  isJsonBody(body) ? body : body.kind === 'form' ? body.schema : null

describe('the OpenAPI document', () => {
  it('is valid by the official JSON Schema of OpenAPI 3.1', async () => {
    expect(await faultsOf(written)).toEqual([])
  })

  it.each([
    ['a parameter in no place', '"in":"path"', '"in":"nowhere"'],
    ['a schema of no type', '"type":"integer"', '"type":"whole"'],
  ])('would not be valid with %s', async (_, right, wrong) => {
    const text = JSON.stringify(written).replace(right, wrong)
    expect(await faultsOf(JSON.parse(text) as Document)).not.toEqual([])
  })

  it('has every component that it refers to', () => {
    const named = JSON.stringify(written).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)
    const missing = [...named].flatMap(([, name]) => {
      const [kind, key] = name!.split('/') as [keyof typeof components, string]
      return Object.hasOwn(components[kind], key) ? [] : [name]
    })
    expect(missing).toEqual([])
  })

  it('gives every operation a unique camelCase name', () => {
    const names = operations.map(({ operationId }) => operationId)
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name) => !/^[a-z]+(?:[A-Z][a-zA-Z]+)+$/.test(name))).toEqual([])
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
  })

  it('puts every operation under one tag and uses every tag', () => {
    const used = operations.flatMap(({ tags }) => tags)
    expect(used).toHaveLength(operations.length)
    expect(new Set(used)).toEqual(new Set(Object.keys(API_TAGS)))
  })

  it('gives numbers and flags of a query their own type, so that typed clients refuse other texts', () => {
    const typesOf = (name: string) =>
      operations.flatMap(({ parameters = [] }) =>
        parameters.flatMap((one) => (one.in === 'query' && one.name === name ? [one.schema] : [])),
      )
    for (const name of ['limit', 'dry_run', 'erase', 'unread']) {
      const type = name === 'limit' ? 'integer' : 'boolean'
      expect(typesOf(name).length).toBeGreaterThan(0)
      for (const schema of typesOf(name)) {
        expect(schema.type).toBe(type)
        expect(schema.enum ?? schema.pattern).toBeUndefined()
      }
    }
  })

  it('references a named schema for every JSON body', () => {
    const unnamed = operations.filter((operation) =>
      bodiesOf(operation).some(({ schema }) => !schema.$ref),
    )
    expect(unnamed.map(({ operationId }) => operationId)).toEqual([])
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining([
        'User',
        'Session',
        'Role',
        'Notification',
        'AuditRecord',
        'Payment',
        'Upload',
      ]),
    )
  })

  it('lets bodies under /auth have more fields than it names', () => {
    const isOpen = (schema: Json): boolean => {
      const named = components.schemas[String(schema.$ref).split('/').at(-1)!] ?? schema
      const forms = (named.anyOf ?? named.oneOf ?? []) as Json[]
      return named.additionalProperties !== false && forms.every(isOpen)
    }
    const strict = declared.flatMap(({ path, handler }) => {
      const written = operations.find(
        ({ operationId }) => operationId === handler.declaration.operationId,
      )
      const body = jsonOf(written?.requestBody?.content)
      return body && path.startsWith('/api/v1/auth/') && !isOpen(body.schema) ? [path] : []
    })
    expect(strict).toEqual([])
  })

  it('contains an example for every JSON body, and each matches its schema', () => {
    const faults = operations.flatMap((operation) => {
      return bodiesOf(operation).flatMap(({ schema, example }) => {
        const wrong = example === undefined ? 'no example' : fault(schema, example)
        return wrong ? [`${operation.operationId}: ${wrong}`] : []
      })
    })
    expect(faults).toEqual([])
  })

  it('describes the request of every event, and of the test, with an example', () => {
    expect(Object.keys(webhooks)).toEqual([...eventNames, TEST_EVENT])
    for (const [event, { post }] of Object.entries(webhooks)) {
      const { schema, example } = jsonOf(post.requestBody!.content)!
      expect(post.tags).toEqual(['Webhooks'])
      expect(example).toMatchObject({ type: event, data: expect.anything() as object })
      for (const of of [schema, { $ref: '#/components/schemas/WebhookEvent' }])
        expect([event, fault(of, example)]).toEqual([event, null])
    }
  })

  it('contains request examples that the service accepts', () => {
    const faults = declared.flatMap(({ handler: { declaration } }) => {
      const { operationId, body } = declaration
      const written = operations.find((operation) => operation.operationId === operationId)!
      const [content] = Object.values(written.requestBody?.content ?? {})
      const parsed = body && fieldsOf(body)?.safeParse(content!.example)
      return parsed && !parsed.success ? [`${operationId}: ${parsed.error.message}`] : []
    })
    expect(faults).toEqual([])
  })

  it('lists every problem, with an example under each status that has its code', () => {
    expect(Object.keys(components.examples)).toEqual(Object.keys(problems))
    const faults = Object.entries(components.examples).flatMap(([code, { value }]) => {
      const wrong = fault({ $ref: '#/components/schemas/Problem' }, value)
      return wrong || value.code !== code ? [`${code}: ${wrong}`] : []
    })
    expect(faults).toEqual([])
    for (const { responses } of operations)
      for (const { description, content } of Object.values(responses)) {
        const problem = content?.['application/problem+json']
        if (problem) expect(Object.keys(problem.examples!)).toEqual(description!.split(', '))
      }
  })

  it('lists malformed_json wherever JSON can be sent, and nowhere else', () => {
    const readers = operations.filter(({ requestBody }) =>
      Object.hasOwn(requestBody?.content ?? {}, 'application/json'),
    )
    expect(answering('malformed_json')).toEqual(readers.map(nameOf))
    expect(readers.map(nameOf)).not.toContain('setAvatar')
  })

  it('names what every operation with a permission requires', () => {
    const required = declared.flatMap(({ handler: { declaration } }) => {
      const { operationId, access } = declaration
      return typeof access === 'object' ? [[operationId, permissionsFor(access)]] : []
    })
    const named = operations.flatMap((operation) => {
      const { 'x-required-permission': one, 'x-required-any-permission': any } = operation
      return one || any ? [[nameOf(operation), any ?? [one]]] : []
    })
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(required))
    expect(named).toContainEqual(['listPayments', ['payments:charge', 'payments:list']])
  })

  it('declares If-Match wherever a stale version is refused, and nowhere else', () => {
    expect(readersOf('If-Match')).toEqual(answering('precondition_failed'))
    expect(readersOf('If-Match').length).toBeGreaterThan(10)
  })

  it('declares X-Device-Token wherever it changes how attempts are counted, begins a second step, or stays known', () => {
    // These count codes by account, or start the first session of an account.
    const others = [
      'replaceRecoveryCodes',
      'refreshTokens',
      'acceptInvitation',
      'createFirstAdministrator',
    ]
    const expected = answering('account_locked', 'Tokens', 'SignInResult').filter(
      (name) => !others.includes(name),
    )
    // An MFA token works only with the device token of its first step. A new password forgets other
    // devices.
    const uncounted = ['startPasskeyStep', 'resetPassword', 'verifyEmail']
    const readers = readersOf('X-Device-Token')
    expect(readers).toEqual(expect.arrayContaining(uncounted))
    expect(readers.filter((name) => !uncounted.includes(name))).toEqual(expected)
  })

  it('declares the idempotency key, required where money moves', () => {
    const keyed = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.flatMap(({ name, required }) =>
        name === 'Idempotency-Key' ? [[operationId, required]] : [],
      ),
    )
    expect(Object.fromEntries(keyed)).toEqual({
      refreshTokens: false,
      sendNotification: false,
      createPayment: true,
      refundPayment: true,
    })
    const keyRefused = ['createPayment', 'refundPayment', 'sendNotification']
    for (const code of ['idempotency_key_required', 'idempotency_conflict'])
      expect(answering(code).sort()).toEqual(keyRefused)
  })

  it('declares the conditional headers wherever 304 is an answer', () => {
    const conditional = operations.filter(({ responses }) => '304' in responses).map(nameOf)
    expect(readersOf('If-None-Match')).toEqual(conditional)
  })
})
