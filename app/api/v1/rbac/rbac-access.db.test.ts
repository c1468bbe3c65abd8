import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as holders from '@/app/api/v1/rbac/explain/holders/route'
import * as explain from '@/app/api/v1/rbac/explain/route'
import * as permissions from '@/app/api/v1/rbac/permissions/route'
import * as rolePermissions from '@/app/api/v1/rbac/roles/[id]/permissions/route'
import * as preview from '@/app/api/v1/rbac/roles/[id]/preview/route'
import * as role from '@/app/api/v1/rbac/roles/[id]/route'
import * as roles from '@/app/api/v1/rbac/roles/route'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import type { RouteHandler } from '@/lib/http/define-route'
import { deliver } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
let roleId: string
const token = { holder: '', everythingElse: '', user: '' }

beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  const others = permissionCatalog.map(({ name }) => name).filter((name) => name !== 'rbac:manage')
  for (const [who, held] of Object.entries({
    holder: ['rbac:manage'],
    everythingElse: others,
    user: [],
  })) {
    const { id } = await makeUser()
    if (held.length > 0) await insertRole(who, held, [id])
    token[who as keyof typeof token] = (await makeSession(id, testContext())).accessToken
  }
})
beforeEach(async () => {
  await db().role.deleteMany({ where: { users: { none: {} }, isSystem: false } })
  roleId = await insertRole('Clerk', [])
  deliver({ type: 'resync' })
})

interface Ask {
  bearer?: string
  id?: string
  query?: string
  body?: unknown
  ifMatch?: string
}

async function ask(
  handler: RouteHandler,
  method: string,
  { bearer, id, query = '', body, ifMatch }: Ask = {},
) {
  const request = new Request(`http://gatehouse.test/api/v1/rbac${query}`, {
    method,
    headers: {
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch ? { 'if-match': ifMatch } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = await handler(request, { params: Promise.resolve({ id: id ?? roleId }) })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null }
}

const ROUTES: [string, string, RouteHandler, Ask, number][] = [
  ['the catalog', 'GET', permissions.GET, {}, 200],
  ['all roles', 'GET', roles.GET, {}, 200],
  ['a new role', 'POST', roles.POST, { body: { name: 'Chief' } }, 201],
  ['a role', 'GET', role.GET, {}, 200],
  ['a change', 'PATCH', role.PATCH, { body: { name: 'Chief' } }, 200],
  ['a deletion', 'DELETE', role.DELETE, {}, 204],
  ['permissions', 'PUT', rolePermissions.PUT, { body: { permissions: ['rbac:manage'] } }, 200],
  ['a preview', 'POST', preview.POST, { body: { permissions: [] } }, 200],
  [
    'an explanation',
    'GET',
    explain.GET,
    { query: `?user_id=${newId()}&permission=users:list` },
    404,
  ],
  ['who can do this', 'GET', holders.GET, { query: '?permission=users:list' }, 200],
]
const written = () =>
  Promise.all([db().role.findMany({ orderBy: { id: 'asc' } }), db().rolePermission.count()])

describe.each(ROUTES)('%s (%s)', (_, method, handler, input, status) => {
  it('requires a session', async () => {
    const before = await written()
    const answer = await ask(handler, method, input)
    expect(answer).toMatchObject({ status: 401, body: { code: 'token_missing' } })
    expect(await written()).toEqual(before)
  })

  it.each(['user', 'everythingElse'] as const)(
    'is refused to %s, whatever the request contains',
    async (who) => {
      const before = await written()
      for (const sent of [
        input,
        { ...input, id: 'nobody', query: '' },
        { ...input, body: method === 'GET' ? undefined : 7 },
      ]) {
        const answer = await ask(handler, method, { ...sent, bearer: token[who] })
        expect(answer).toMatchObject({
          status: 403,
          body: { code: 'insufficient_permission', required_permission: 'rbac:manage' },
        })
        expect(answer.headers.get('www-authenticate')).toContain('scope="rbac:manage"')
      }
      expect(await written()).toEqual(before)
    },
  )

  it('requires only rbac:manage', async () => {
    expect((await ask(handler, method, { ...input, bearer: token.holder })).status).toBe(status)
  })
})

describe('a list of permissions', () => {
  const sent: [string, string, RouteHandler][] = [
    ['a new role', 'POST', roles.POST],
    ['a change', 'PATCH', role.PATCH],
    ['permissions', 'PUT', rolePermissions.PUT],
    ['a preview', 'POST', preview.POST],
  ]
  const bodyFor = (what: string, names: string[]) => ({
    ...(what === 'a new role' && { name: 'Chief' }),
    permissions: names,
  })

  it.each(sent)('is refused with pointers to its items as they were sent: %s', async (...route) => {
    const [what, method, handler] = route
    const before = await written()
    const names = ['rbac:manage', 'zoo:animals:feed', 'rbac:manage', 'crm:contacts:none']
    const body = bodyFor(what, names)
    expect(await ask(handler, method, { bearer: token.holder, body })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/permissions/1' }, { pointer: '/permissions/3' }] },
    })
    expect(await written()).toEqual(before)
  })

  it.each(sent)('counts a permission that is sent twice once: %s', async (...route) => {
    const [what, method, handler] = route
    const body = bodyFor(what, ['rbac:manage', 'rbac:manage'])
    const answer = await ask(handler, method, { bearer: token.holder, body })
    const listed = what === 'a preview' ? answer.body.adds : answer.body.permissions
    expect(listed).toEqual(['rbac:manage'])
  })
})

describe('a role by an invalid id', () => {
  it.each([
    '1',
    'nobody',
    '../admin',
    "' OR 1=1--",
    '%00',
    '\0',
    '9'.repeat(10_000),
    '😀',
    newId(),
  ])('is not found: %.12s', async (id) => {
    const bearer = token.holder
    for (const [method, handler, body] of [
      ['GET', role.GET, undefined],
      ['PATCH', role.PATCH, {}],
      ['DELETE', role.DELETE, undefined],
      ['PUT', rolePermissions.PUT, { permissions: [] }],
      ['POST', preview.POST, { permissions: [] }],
    ] as const)
      expect(await ask(handler, method, { bearer, id, body })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
  })

  it('is reported only after faults in the body', async () => {
    const answer = await ask(rolePermissions.PUT, 'PUT', {
      bearer: token.holder,
      id: 'x',
      body: { permissions: ['*'] },
    })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/permissions/0' }] } })
  })
})

describe('the entity tag of a role', () => {
  it('is its version: a stale one is refused, a weak one never matches', async () => {
    const bearer = token.holder
    const { headers } = await ask(role.GET, 'GET', { bearer })
    expect(headers.get('etag')).toBe('"1"')
    const put = (ifMatch: string, permissions: string[]) =>
      ask(rolePermissions.PUT, 'PUT', { bearer, ifMatch, body: { permissions } })
    expect((await put('W/"1"', ['rbac:manage'])).status).toBe(412)
    const changed = await put('"9", "1"', ['rbac:manage'])
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"'])
    for (const [handler, method, body] of [
      [rolePermissions.PUT, 'PUT', { permissions: [] }],
      [role.PATCH, 'PATCH', { name: 'x' }],
      [role.DELETE, 'DELETE', undefined],
    ] as const)
      expect(await ask(handler, method, { bearer, ifMatch: '"1"', body })).toMatchObject({
        status: 412,
        body: { code: 'precondition_failed' },
      })
    expect((await put('*', [])).headers.get('etag')).toBe('"3"')
  })
})

describe('an explanation', () => {
  it.each([
    ['', '/user_id'],
    ['?permission=users:list', '/user_id'],
    ['?user_id=x', '/permission'],
    ['?user_id=x&permission=', '/permission'],
    ['?user_id=x&permission=a%00b', '/permission'],
  ])('requires a user and a permission: %j', async (query, pointer) => {
    const answer = await ask(explain.GET, 'GET', { bearer: token.holder, query })
    expect(answer).toMatchObject({ status: 422 })
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
  })

  it.each(['1', "'", '\0', '%00', '😀'])('is not found for the user %j', async (id) => {
    const query = `?user_id=${encodeURIComponent(id)}&permission=users:list`
    expect((await ask(explain.GET, 'GET', { bearer: token.holder, query })).status).toBe(404)
  })
})

describe('a repeated query parameter', () => {
  it.each([
    ['GET', roles.GET, '?limit=1&limit=200', '/limit'],
    ['GET', explain.GET, '?user_id=x&permission=a&permission=users:list', '/permission'],
    ['GET', holders.GET, '?permission=a&permission=b', '/permission'],
  ] as const)(
    'is refused instead of using one of its values: %s %#',
    async (method, handler, query, pointer) => {
      expect(await ask(handler, method, { bearer: token.holder, query })).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', errors: [{ pointer, code: 'repeated' }] },
      })
    },
  )
})
