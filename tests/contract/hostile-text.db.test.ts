import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { isJsonBody } from '@/lib/http/route-body'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { DRAFT_FIELDS } from '@/lib/messaging/notifications/validate-draft'
import { insertAdministrator } from '@/tests/kit/administrators'
import {
  apiOperations,
  callOperation,
  pageActions,
  parametersOf,
  submitForm,
} from '@/tests/kit/contract/declared-handlers'
import { hostileQueries, hostileValues, mentionsText } from '@/tests/kit/contract/hostile-values'
import { PASSWORD } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

/**
 * Combining marks that are reordered by normalization: the work grows with the square of their
 * number.
 */
const marks = (count: number) => '\u0301\u0327'.repeat(count / 2)

/** Each close to the maximum of a 100 kB body or of the longest field. */
const HOSTILE = {
  'one run of marks as long as a body': `a${marks(48_000)}`,
  'short runs of marks as long as a body': `a${marks(20)}`.repeat(2200),
  'one run of marks that a long field has room for': `a${marks(3000)}`,
}

/**
 * The longest text of any field is 4,000 characters with at most four UTF-16 units each; passwords
 * may be any 1,024 units.
 */
const MAX_NORMALIZED = 16_000
const MAX_RUN = 30
const MAX_PASSWORD = 1024

let adminId = ''
let passwordHash = ''

useTestDatabase()
beforeAll(async () => {
  useSettings({
    AUTH_USER_RATE_LIMIT: '100000/1m',
    AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '100000',
    AUTH_MAX_LOGIN_ATTEMPTS: '10000',
  })
  await syncCatalog(new Date())
  passwordHash = await hashPassword(PASSWORD)
})
beforeEach(async () => {
  // With a password, without which a form cannot delete the account.
  adminId = (await insertAdministrator({ passwordHash })).id
  vi.spyOn(String.prototype, 'normalize')
})
afterEach(() => void vi.restoreAllMocks())

/** The texts normalized since the test began that exceed the limit. */
function normalizedTooMuch() {
  const contexts = vi.mocked(String.prototype.normalize).mock.contexts
  return contexts.map(String).flatMap((text) => {
    const longestRun = Math.max(0, ...[...text.matchAll(/\p{M}+/gu)].map(([run]) => run.length))
    const bounded = text.length <= MAX_NORMALIZED && longestRun <= MAX_RUN
    return bounded || text.length <= MAX_PASSWORD ? [] : [{ length: text.length, longestRun }]
  })
}

/** The status of a call. Each runs in its own session because some of them end it. */
async function statusOf(answer: Promise<Response>): Promise<number> {
  const { status, body } = await answer
  await body?.cancel()
  return status
}

/** Fields that a form's own code reads although its schema does not name them. */
const GATHERED: Record<string, readonly string[]> = { '/dashboard/notifications/new': DRAFT_FIELDS }

const operations = await apiOperations()
const forms = await pageActions()
const withQuery = operations.filter(({ handler }) => handler.declaration.query)
const withJson = operations.flatMap((operation) => {
  const { body } = operation.handler.declaration
  return body && isJsonBody(body) ? [{ ...operation, schema: body }] : []
})

describe.each(Object.entries(HOSTILE))('%s', (_, hostile) => {
  it.each(withJson)('is normalized in no field of $name', async ({ schema, ...operation }) => {
    const values = hostileValues(schema, hostile, 'input')
    if (values.length === 0) expect(mentionsText(schema, 'input')).toBe(false)
    for (const body of values)
      expect(await statusOf(callOperation(operation, { as: adminId, body }))).toBeLessThan(500)
    expect(normalizedTooMuch()).toEqual([])
  })

  it.each(withQuery)('is normalized in no parameter of $name', async (operation) => {
    const { query: schema } = operation.handler.declaration
    const values = hostileQueries(schema!, hostile) as Record<string, string>[]
    expect(values.length).toBeGreaterThan(0)
    for (const query of values)
      expect(await statusOf(callOperation(operation, { as: adminId, query }))).toBeLessThan(500)
    expect(normalizedTooMuch()).toEqual([])
  })

  it.each(operations.filter(({ path }) => path.includes('[')))(
    'is normalized in no part of the path of $name',
    async (operation) => {
      for (const name of parametersOf(operation.path))
        expect(
          await statusOf(callOperation(operation, { as: adminId, params: { [name]: hostile } })),
        ).toBeLessThan(500)
      expect(normalizedTooMuch()).toEqual([])
    },
  )

  it.each(forms)('is normalized in no field of $name on $page', async (form) => {
    const { body } = form.action.definition
    const named = GATHERED[form.page] ?? []
    const filled = hostileValues(body, hostile, 'output') as Record<string, string>[]
    const gathered = named.map((name) => ({ [name]: hostile }))
    if (filled.length + gathered.length === 0) expect(mentionsText(body, 'output')).toBe(false)
    for (const fields of [...filled, ...gathered])
      expect(await statusOf(submitForm(form, fields, { as: adminId }))).toBeLessThan(500)
    expect(normalizedTooMuch()).toEqual([])
  })
})
