import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { limitsOf, type RequestLimit } from '@/lib/http/request-limits'
import { db } from '@/lib/platform/db/database'
import { insertAdministrator } from '@/tests/kit/administrators'
import {
  apiOperations,
  callEndpoint,
  callOperation,
  freshAddress,
  type Operation,
  type PageAction,
  pageActions,
  type PageEndpoint,
  pageEndpoints,
  submitForm,
} from '@/tests/kit/contract/declared-handlers'
import { insertUser } from '@/tests/kit/insert-user'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeUser } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const LIMIT = 3

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_IP_RATE_LIMIT: `${LIMIT}/1m`, AUTH_USER_RATE_LIMIT: `${LIMIT}/1m` })
  await syncCatalog(new Date())
})

const operations = await apiOperations()
const forms = await pageActions()
const charging = (limit: RequestLimit) => ({
  operations: operations.filter(({ handler, method }) =>
    limitsOf(handler.declaration, method).includes(limit),
  ),
  forms: forms.filter(({ action }) => limitsOf(action.definition, 'POST').includes(limit)),
})
const strangers = charging('address')
const failures = charging('failures')
const own = charging('user')

/**
 * Sends as many requests as the budget allows, and one more. None within it may be limited; returns
 * the response beyond it.
 */
async function askOnceTooOften(ask: () => Promise<Response>): Promise<Response> {
  for (let i = 0; i < LIMIT; i++) {
    const { status, body } = await ask()
    await body?.cancel()
    expect(status).not.toBe(429)
    expect(status).toBeLessThan(500)
  }
  return ask()
}

function expectLimited(answer: Response, name: 'ip' | 'user') {
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.headers.get('ratelimit-policy')).toBe(`"${name}";q=${LIMIT};w=60`)
  expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"${name}";r=0;t=\\d+$`))
}

it('unauthenticated writes are all counted: what no declaration limits is counted by address, and only a few count failures', () => {
  const unsafe = operations.filter(({ method }) => method !== 'GET')
  const uncounted = unsafe.filter(
    ({ handler, method }) =>
      handler.declaration.access === 'public' &&
      limitsOf(handler.declaration, method)[0] !== 'address',
  )
  const counted = failures.operations.filter(({ method }) => method !== 'GET')
  expect(uncounted.map(({ name }) => name)).toEqual(counted.map(({ name }) => name))
  // Requests with a token, a state, a signature, or an unguessable id.
  expect(failures.operations.map(({ path }) => path)).toEqual([
    '/api/v1/auth/logout',
    '/api/v1/auth/oauth/[provider]/callback',
    '/api/v1/auth/refresh',
    '/api/v1/payments/simulator/[id]',
    '/api/v1/unsubscribe',
    '/api/v1/webhooks/payments/[provider]',
    '/api/v1/webhooks/sms/twilio',
  ])
  // Signing out, and ending an impersonation.
  expect(failures.forms.map(({ page }) => page)).toEqual(['/auth/logout', '/auth/logout'])
})

it('every write to one’s own account is counted', () => {
  const uncounted = operations.filter(
    ({ handler: { declaration }, method }) =>
      method !== 'GET' &&
      declaration.access === 'authenticated' &&
      !limitsOf(declaration, method).includes('user'),
  )
  // Checking permissions writes nothing and reads memory.
  expect(uncounted.map(({ name }) => name)).toEqual(['POST /api/v1/auth/check'])
  expect(own.operations.length).toBeGreaterThan(10)
  expect(own.forms.length).toBeGreaterThan(5)
})

it('verifying the audit trail, which reads it from end to end, has one budget for the API and the page', () => {
  expect(own.operations.map(({ path }) => path)).toContain('/api/v1/audit/verify')
  expect(own.forms.map(({ page }) => page)).toContain('/dashboard/audit/verify')
})

it('testing cards and messaging strangers are limited, by the API and on the pages', () => {
  expect(own.operations.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'POST /api/v1/payments',
      'POST /api/v1/payments/[id]/refund',
      'POST /api/v1/settings/[area]/test',
      'POST /api/v1/settings/notifications/test',
      'POST /api/v1/settings/payments/test',
    ]),
  )
  expect(own.forms.map(({ page }) => page)).toEqual(
    expect.arrayContaining([
      '/dashboard/payments/new',
      '/dashboard/payments/[id]',
      '/dashboard/settings',
      '/dashboard/settings/sms',
    ]),
  )
})

it('uploads are limited, and profile pictures once more, by the API and on the pages', () => {
  expect(own.operations.map(({ name }) => name)).toContain('POST /api/v1/uploads')
  expect(own.forms.map(({ name }) => name)).toContain('uploadFile')
  const { operations: pictures, forms: pictureForms } = charging('avatar')
  expect(pictures.map(({ name }) => name)).toEqual(['PUT /api/v1/me/avatar'])
  expect(pictureForms.map(({ name }) => name)).toEqual(['saveAvatar'])
})

describe.each([...strangers.operations, ...failures.operations])(
  '$name',
  (operation: Operation) => {
    it('counts refused requests against the address, whatever is wrong with them', async () => {
      const wrong =
        operation.method === 'GET' ? undefined : ['{', '{"email": 1}', '[]', '{"token": []}']
      const address = freshAddress()
      const ask = () => callOperation(operation, { address, body: wrong?.shift() })
      expectLimited(await askOnceTooOften(ask), 'ip')
    })
  },
)

const endpoints = (await pageEndpoints()).filter(
  ({ method, path }) => method !== 'GET' || /^\/auth\/oauth\/\[provider\](\/callback)?$/.test(path),
)

describe.each(endpoints)('$name', (endpoint: PageEndpoint) => {
  it('counts refused requests to endpoints among the pages against the address', async () => {
    const address = freshAddress()
    expectLimited(await askOnceTooOften(() => callEndpoint(endpoint, address)), 'ip')
  })
})

it('no write to an endpoint among the pages is left out', () => {
  expect(endpoints.map(({ name }) => name)).toEqual([
    'GET /auth/oauth/[provider]/callback',
    'POST /auth/oauth/[provider]/callback',
    'GET /auth/oauth/[provider]',
    'POST /auth/passkeys/options',
    'POST /auth/renew',
  ])
})

describe.each([...strangers.forms, ...failures.forms])('$name on $page', (form: PageAction) => {
  it('counts refused posts against the address', async () => {
    const { id } = await insertUser()
    const as = form.action.definition.access === 'public' ? undefined : id
    const address = freshAddress()
    const answer = await askOnceTooOften(() => submitForm(form, { intent: 'x' }, { as, address }))
    expectLimited(answer, 'ip')
  })
})

describe.each(own.operations)('$name', (operation: Operation) => {
  it('has one budget per user, over all their sessions and addresses', async () => {
    const { id } = await insertAdministrator()
    const ask = (as: string) =>
      callOperation(operation, { as, body: operation.method === 'GET' ? undefined : '{' })
    expectLimited(await askOnceTooOften(() => ask(id)), 'user')
    const { status, body } = await ask((await insertAdministrator()).id)
    await body?.cancel()
    expect(status).not.toBe(429)
  })
})

describe.each(own.forms)('$name on $page', (form: PageAction) => {
  it('shares that budget', async () => {
    const anybody = form.action.definition.access === 'authenticated'
    const { id } = await (anybody ? makeUser() : insertAdministrator())
    const ask = () => submitForm(form, { intent: 'x' }, { as: id })
    expectLimited(await askOnceTooOften(ask), 'user')
  })
})

const operationNamed = (name: string) => operations.find((operation) => operation.name === name)!

describe('a user over budget', () => {
  it('makes no more changes: of twenty concurrent ones, three are saved and audited', async () => {
    const { id } = await insertUser()
    const change = (n: number) =>
      callOperation(operationNamed('PATCH /api/v1/me'), { as: id, body: { name: `Name ${n}` } })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => change(n)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - LIMIT)
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({ version: 1 + LIMIT })
    expect(
      await db().auditRecord.count({ where: { action: 'profile.changed', targetId: id } }),
    ).toBe(LIMIT)
  })

  it('leaves no more audit records by downloading files', async () => {
    const { id } = await insertUser()
    const take = () => callOperation(operationNamed('GET /api/v1/me/export'), { as: id })
    expectLimited(await askOnceTooOften(take), 'user')
    expect(
      await db().auditRecord.count({ where: { actorId: id, action: 'account.exported' } }),
    ).toBe(LIMIT)
  })

  it('by an API key can still revoke it, and use another one', async () => {
    const { id } = await insertAdministrator()
    const [runaway, other] = await Promise.all(
      [1, 2].map(() => makeApiKey(id, ['uploads:create', 'payments:charge'])),
    )
    const ask = (name: string, { key }: { key: string }) =>
      callOperation(operationNamed(name), { key })
    const link = 'POST /api/v1/uploads/[id]/link'
    expectLimited(await askOnceTooOften(() => ask(link, runaway!)), 'user')
    expectLimited(await ask('POST /api/v1/payments', runaway!), 'user')
    expect((await ask(link, other!)).status).toBe(404)
    const revoked = await callOperation(operationNamed('DELETE /api/v1/api-keys/[id]'), {
      as: id,
      params: { id: runaway!.apiKey.id },
    })
    expect(revoked.status).toBe(204)
  })

  it('can still read, and sign out everywhere', async () => {
    const { id } = await insertUser()
    await askOnceTooOften(() =>
      callOperation(operationNamed('PATCH /api/v1/me'), { as: id, body: {} }),
    )
    expect((await callOperation(operationNamed('GET /api/v1/me'), { as: id })).status).toBe(200)
    const all = await callOperation(operationNamed('POST /api/v1/auth/logout'), {
      as: id,
      body: { all: true },
    })
    expect(all.status).toBe(204)
    expect(await db().sessionFamily.count({ where: { userId: id, revokedAt: null } })).toBe(0)
  })
})
