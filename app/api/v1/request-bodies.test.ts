import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { fromWebRequest } from '@/lib/http/api-request'
import { readJsonBody } from '@/lib/http/request-body'
import { apiOperations, type Operation } from '@/tests/kit/contract/declared-handlers'
import { useSettings } from '@/tests/kit/test-settings'

let operations: Operation[] = []
beforeAll(async () => {
  useSettings()
  operations = await apiOperations()
})

/** Payment events are read as raw bytes, because they are signed; the other reads no body. */
const EXEMPT = ['receivePaymentEvent', 'unsubscribeUser']
const ACTIONS = [
  'startPasskeySignIn',
  'startConfirmingIdentity',
  'markInboxRead',
  'markInboxItemRead',
  'createLiveTicket',
  'cancelNotification',
]

it('declares a body for every operation that may have one, so that none goes unchecked', () => {
  const unchecked = operations
    .filter(({ method }) => method === 'POST' || method === 'PUT' || method === 'PATCH')
    .map(({ handler }) => handler.declaration)
    .filter(({ body }) => !body)
    .map(({ operationId }) => operationId)
  expect(unchecked.sort()).toEqual(EXEMPT)
})

describe('an action without fields', () => {
  const schemaOf = (name: string) =>
    operations.find(({ handler }) => handler.declaration.operationId === name)!.handler.declaration
      .body as z.ZodType
  const read = (body: string | undefined, type?: string) =>
    readJsonBody(
      fromWebRequest(
        new Request('http://localhost/api/v1/x', {
          method: 'POST',
          body: body && Buffer.from(body),
          headers: type ? { 'content-type': type } : {},
        }),
      ),
    )

  it.each(ACTIONS)('accepts an empty body without a content type: %s', async (name) => {
    const empty = await read(undefined)
    expect(empty).toEqual({ ok: true, value: {} })
    expect(schemaOf(name).safeParse({}).success).toBe(true)
    expect(schemaOf(name).safeParse([]).success).toBe(false)
  })

  it('refuses unknown fields where administrators write, and ignores them elsewhere', () => {
    const accepting = ACTIONS.filter((name) => schemaOf(name).safeParse({ a: 1 }).success)
    expect(accepting).toEqual(ACTIONS.filter((name) => name !== 'cancelNotification'))
  })
})
