import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { settings } from '@/lib/config/settings'
import type { RouteDeclaration } from '@/lib/http/define-route'
import { syncCatalog } from '@/lib/rbac/sync-catalog'
import { insertAdministrator } from '@/lib/testing/administrators'
import { DRAFT_FIELDS } from '@/lib/notifications/draft-fields'
import { apiOperations, pageActions, type Operation } from '@/lib/testing/declared-handlers'
import { hostileValues } from '@/lib/testing/hostile-values'
import { makeSession } from '@/lib/testing/make-user'
import { testContext } from '@/lib/testing/test-context'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'
import type { ActionHandler } from '@/lib/web/define-action'
import { cookieHeaderWith } from '@/lib/web/session-cookies'

/** Marks that trade places when they are sorted: the work for a run of them grows with its square. */
const marks = (count: number) => '\u0301\u0327'.repeat(count / 2)

/** Each close to what a body of 100 kB, or the longest field, may hold. */
const HOSTILE = {
  'one run of marks as long as a body': `a${marks(48_000)}`,
  'short runs of marks as long as a body': `a${marks(20)}`.repeat(2200),
  'one run of marks that a long field has room for': `a${marks(3000)}`,
}

/** The longest text of any field is 4,000 characters, in at most four UTF-16 units each; passwords may be any 1,024 units. */
const MAX_NORMALIZED = 16_000
const MAX_RUN = 30
const MAX_PASSWORD = 1024

let adminId = ''
let ips = 0

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '100000', AUTH_MAX_LOGIN_ATTEMPTS: '10000' })
  await syncCatalog(new Date())
})
beforeEach(async () => {
  adminId = (await insertAdministrator()).id
  vi.spyOn(String.prototype, 'normalize')
})
afterEach(() => void vi.restoreAllMocks())

/** The texts that were normalized since the test began, each with what is too much of it. */
function normalizedTooMuch() {
  const contexts = vi.mocked(String.prototype.normalize).mock.contexts
  return contexts.map(String).flatMap((text) => {
    const longestRun = Math.max(0, ...[...text.matchAll(/\p{M}+/gu)].map(([run]) => run.length))
    const bounded = text.length <= MAX_NORMALIZED && longestRun <= MAX_RUN
    return bounded || text.length <= MAX_PASSWORD ? [] : [{ length: text.length, longestRun }]
  })
}

/** Each call comes from a network of its own, and with a session of its own: some of them end it. */
const address = () => ({ 'x-gatehouse-remote-address': `2001:db8:${(++ips).toString(16)}::1` })

async function callApi(
  { handler, method, path }: Operation,
  sent: { body?: unknown; query?: Record<string, string>; params?: Record<string, string> },
) {
  const { accessToken } = await makeSession(adminId, testContext())
  const url = new URL(`http://localhost:3000${path.replaceAll(/[[\]]/g, '')}`)
  for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.set(name, value)
  const request = new Request(url, {
    method,
    headers: { ...address(), authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  })
  const given = Object.fromEntries(
    paramsOf(path).map((name) => [name, '019335e0-0000-7000-8000-00000000000a']),
  )
  const answer = await handler(request, { params: Promise.resolve({ ...given, ...sent.params }) })
  await answer.body?.cancel()
  return answer.status
}

async function post(page: string, action: ActionHandler, fields: Record<string, string>) {
  const session = await makeSession(adminId, testContext({ surface: 'web' }))
  // Not urlencoded: that would make three bytes of each one, and a body of 100 kB would hold a third.
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const answer = await action(
    new Request('http://localhost:3000/x/action', {
      method: 'POST',
      body,
      headers: {
        ...address(),
        origin: settings().baseUrl,
        cookie: cookieHeaderWith(null, session),
        'x-gatehouse-page': page.replaceAll(/\[\w+\]/g, '019335e0-0000-7000-8000-00000000000a'),
      },
    }),
  )
  return answer.status
}

/** What a form's own code takes out of fields that its schema does not name. */
const GATHERED: Record<string, readonly string[]> = { '/dashboard/notifications/new': DRAFT_FIELDS }

const paramsOf = (path: string) => [...path.matchAll(/\[(\w+)\]/g)].map(([, name]) => name!)
const operations = await apiOperations()
const forms = await pageActions()
const reads = (part: 'body' | 'query') => operations.filter(({ handler }) => handler.declaration[part])

describe.each(Object.entries(HOSTILE))('%s', (_, hostile) => {
  const bodies = (declaration: RouteDeclaration, part: 'body' | 'query') =>
    hostileValues(declaration[part] as z.ZodType, hostile, 'input')

  it.each(reads('body'))('is normalized in no field of $name', async (operation) => {
    const values = bodies(operation.handler.declaration, 'body')
    for (const body of values) expect(await callApi(operation, { body })).toBeLessThan(500)
    expect(normalizedTooMuch()).toEqual([])
  })

  it.each(reads('query'))('is normalized in no parameter of $name', async (operation) => {
    const values = bodies(operation.handler.declaration, 'query') as Record<string, string>[]
    expect(values.length).toBeGreaterThan(0)
    for (const query of values) expect(await callApi(operation, { query })).toBeLessThan(500)
    expect(normalizedTooMuch()).toEqual([])
  })

  it.each(operations.filter(({ path }) => path.includes('[')))(
    'is normalized in no part of the path of $name',
    async (operation) => {
      for (const name of paramsOf(operation.path))
        expect(await callApi(operation, { params: { [name]: hostile } })).toBeLessThan(500)
      expect(normalizedTooMuch()).toEqual([])
    },
  )

  it.each(forms)('is normalized in no field of the form on $page', async ({ page, action }) => {
    const { body, keep = [] } = action.definition
    const named = [...keep, ...(GATHERED[page] ?? [])].filter((name) => typeof name === 'string')
    const filled = hostileValues(body, hostile, 'output') as Record<string, string>[]
    const gathered = named.map((name) => ({ intent: 'preview', [name]: hostile }))
    for (const fields of [...filled, ...gathered]) expect(await post(page, action, fields)).toBeLessThan(500)
    expect(normalizedTooMuch()).toEqual([])
  })
})
