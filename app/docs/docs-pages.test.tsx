import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { DocsFrame } from '@/app/docs/docs-frame'
import { OperationView } from '@/app/docs/operation-view'
import { curlLine } from '@/app/docs/reference/curl-line'
import { type Operation, readReference, type Reference } from '@/app/docs/reference/read-reference'
import { operationTitle } from '@/app/docs/reference/titles'
import { buildOpenApi } from '@/lib/http/openapi-document'
import { messagesFor } from '@/lib/i18n/messages'
import { WELL_KNOWN } from '@/lib/http/well-known'
import { apiTitles } from '@/lib/i18n/tr/api-titles'
import { type ProblemCode, problems } from '@/lib/platform/problems'
import { apiOperations, type Operation as Declared } from '@/tests/kit/contract/declared-handlers'
import { useSettings } from '@/tests/kit/test-settings'

const MAX_BYTES = 300_000

let declared: Declared[]
let reference: Reference
let operations: Operation[]
const pages = new Map<string, string>()

beforeAll(async () => {
  useSettings()
  declared = await apiOperations()
  const files = new Map<string, Record<string, unknown>>()
  for (const { path, method, handler } of declared)
    files.set(path, { ...files.get(path), [method]: handler })
  const document = await buildOpenApi([...files].map(([path, handlers]) => ({ path, handlers })))
  reference = readReference(JSON.stringify(document))
  operations = reference.groups.flatMap((group) => group.operations)
})

const isCommon = (code: ProblemCode) => reference.commonStatuses.includes(String(problems[code][0]))
const operationCalled = (name: string) =>
  operations.find(({ operationId }) => operationId === name)!

/** The page of an operation, rendered once. */
function pageOf(operation: Operation): string {
  const { operationId } = operation
  const page = pages.get(operationId) ?? render(operation)
  pages.set(operationId, page)
  return page
}

function render(operation: Operation): string {
  const messages = messagesFor('en')
  const group = reference.groups.find(({ tag }) => tag === operation.tag)!
  return renderToStaticMarkup(
    <DocsFrame
      here={`/docs/api/${operation.operationId}`}
      openGroup={group.slug}
      reference={reference}
      locale="en"
      messages={messages}
    >
      <OperationView
        operation={operation}
        baseUrl={reference.baseUrl}
        locale="en"
        messages={messages}
      />
    </DocsFrame>,
  )
}

describe('the reference of an operation', () => {
  it('exists for every operation, with its parameters, body, responses, and errors', () => {
    expect(operations.length).toBe(declared.length + Object.keys(WELL_KNOWN).length)
    for (const { handler, path } of declared) {
      const { operationId, body, responses, refusals = [] } = handler.declaration
      const operation = operationCalled(operationId)
      const page = pageOf(operation)
      expect(operation.pathParameters).toHaveLength(path.split('[').length - 1)
      expect(operation.body !== null, operationId).toBe(body !== undefined)
      expect(operation.successes.map(({ status }) => status)).toEqual(Object.keys(responses))
      const parameters = [...operation.pathParameters, ...operation.queryParameters]
      const missing = [
        ...parameters.filter(({ name }) => !page.includes(`>${name}</code>`)),
        // What any request can get is listed once, on the start page.
        ...refusals.filter((code) => !page.includes(`/docs/errors/${code}"`) && !isCommon(code)),
      ]
      expect(missing, operationId).toEqual([])
    }
  })

  it('shows fields or an example for every JSON body, and one example per alternative', () => {
    for (const { operationId, body, successes } of operations)
      for (const content of [body, ...successes.map((success) => success.content)]) {
        if (!content?.mediaTypes.includes('application/json') || content.examples.length === 0)
          continue
        expect(content.examples.length, operationId).toBe(Math.max(1, content.forms.length))
      }
  })

  it('shows both forms of the body of POST /auth/login, without the fields of the other', () => {
    const names = operationCalled('signIn').body!.forms.map((fields) =>
      fields.map(({ name }) => name),
    )
    expect(names).toEqual([
      ['email', 'password', 'botcheck_token'],
      ['mfa_token', 'code'],
    ])
  })

  it('fits into 300 kB, with the same data for React', () => {
    for (const operation of operations)
      expect(Buffer.byteLength(pageOf(operation)) * 2, operation.operationId).toBeLessThan(
        MAX_BYTES,
      )
  })

  it('has a title of its own, in English and in Turkish', () => {
    for (const locale of ['en', 'tr'] as const) {
      const titles = operations.map((operation) => operationTitle(operation, locale).text)
      expect(titles.filter((title, n) => titles.indexOf(title) !== n)).toEqual([])
    }
  })

  it('has Turkish titles for it and its tag, and none for what no longer exists', () => {
    const names = operations.map(({ operationId }) => operationId)
    expect(Object.keys(apiTitles.operations).sort()).toEqual(names.sort())
    const tags = reference.groups.map(({ tag }) => tag)
    expect(Object.keys(apiTitles.tags).sort()).toEqual(tags.sort())
  })
})

describe('the command of an operation', () => {
  const lineOf = (name: string) => curlLine(operationCalled(name), 'https://id.example.com')

  it('sends the headers that are required, and no others', () => {
    expect(lineOf('refundPayment')).toContain("-H 'Idempotency-Key: ")
    expect(lineOf('refreshTokens')).not.toContain('Idempotency-Key')
    expect(pageOf(operationCalled('refreshTokens'))).toContain('Idempotency-Key')
  })

  it('sends the token, and a body as JSON', () => {
    expect(lineOf('replaceUserRoles')).toMatch(
      /^curl -X PUT https:\/\/id\.example\.com\/api\/v1\/users\/[0-9a-f-]{36}\/roles \\\n {2}-H "Authorization: Bearer \$ACCESS_TOKEN" \\\n {2}--json '\{/,
    )
  })

  it('sends no token to a public operation', () => {
    expect(lineOf('signIn')).not.toContain('Authorization')
  })

  it('is one command for a shell, whatever the example contains', () => {
    const operation = operationCalled('signIn')
    const body = { ...operation.body!, examples: [`{"name":"O'Neill; rm -rf $HOME"}`] }
    const line = curlLine({ ...operation, body }, 'https://id.example.com')
    expect(line).toContain(`--json '{"name":"O'\\''Neill; rm -rf $HOME"}'`)
  })
})
