import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as check from '@/app/api/v1/auth/check/route'
import * as own from '@/app/api/v1/auth/permissions/route'
import * as permission from '@/app/api/v1/rbac/permissions/[name]/route'
import * as permissions from '@/app/api/v1/rbac/permissions/route'
import * as sync from '@/app/api/v1/rbac/permissions/sync/route'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import type { RouteHandler } from '@/lib/http/define-route'
import { deliver } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { insertAdministrator } from '@/tests/kit/administrators'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
const NAME = 'crm:contacts:export'
const id = { holder: '', reader: '', everythingElse: '', user: '', admin: '' }
const token = { ...id }
type Who = keyof typeof token

beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  const others = permissionCatalog.map(({ name }) => name).filter((name) => name !== 'rbac:manage')
  for (const [who, held] of Object.entries({
    holder: ['rbac:manage'],
    reader: ['users:read'],
    everythingElse: others,
    user: [],
  })) {
    id[who as Who] = (await makeUser()).id
    if (held.length > 0) await insertRole(who, held, [id[who as Who]])
  }
  id.admin = (await insertAdministrator()).id
  for (const who of Object.keys(id) as Who[])
    token[who] = (await makeSession(id[who], testContext())).accessToken
})
beforeEach(async () => {
  await db().$executeRaw`DELETE FROM role_permissions rp USING permissions p
    WHERE p.name = rp.permission AND p.application IS NOT NULL`
  await db().permission.deleteMany({ where: { application: { not: null } } })
  const body = { name: NAME, description: 'Export contacts' }
  await ask(permissions.POST, 'POST', { bearer: token.holder, body })
  deliver({ type: 'resync' })
})

interface Ask {
  bearer?: string
  name?: string
  body?: unknown
  ifMatch?: string
}

async function ask(
  handler: RouteHandler,
  method: string,
  { bearer, name, body, ifMatch }: Ask = {},
) {
  const request = new Request('http://gatehouse.test/api/v1/rbac/permissions', {
    method,
    headers: {
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(ifMatch ? { 'if-match': ifMatch } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = await handler(request, { params: Promise.resolve({ name: name ?? NAME }) })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null }
}

const NEW = { name: 'crm:contacts:read', description: 'Read contacts' }
const ROUTES: [string, string, RouteHandler, Ask, number][] = [
  ['a new permission', 'POST', permissions.POST, { body: NEW }, 201],
  ['a change', 'PATCH', permission.PATCH, { body: { description: 'Save contacts' } }, 200],
  ['a retirement', 'DELETE', permission.DELETE, {}, 204],
  ['a sync', 'PUT', sync.PUT, { body: { application: 'crm', permissions: [NEW] } }, 200],
]
const written = () =>
  Promise.all([
    db().permission.findMany({ orderBy: { name: 'asc' } }),
    db().rolePermission.findMany({ orderBy: [{ roleId: 'asc' }, { permission: 'asc' }] }),
  ])

it('refuses a change of a permission that was changed since it was read', async () => {
  const { body: list } = await ask(permissions.GET, 'GET', { bearer: token.holder })
  expect(list.data).toContainEqual(expect.objectContaining({ name: NAME, version: 1 }))
  const change = (description: string) =>
    ask(permission.PATCH, 'PATCH', {
      bearer: token.holder,
      body: { description },
      ifMatch: '"1"',
    })
  const first = await change('Save contacts')
  expect(first).toMatchObject({ status: 200, body: { version: 2 } })
  expect(first.headers.get('etag')).toBe('"2"')
  const before = await written()
  expect(await change('Copy contacts')).toMatchObject({
    status: 412,
    body: { code: 'precondition_failed' },
  })
  expect(await written()).toEqual(before)
})

it('retires no permission that was changed since it was read', async () => {
  const retire = () => ask(permission.DELETE, 'DELETE', { bearer: token.holder, ifMatch: '"1"' })
  await ask(permission.PATCH, 'PATCH', { bearer: token.holder, body: { privileged: true } })
  const before = await written()
  expect(await retire()).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
  expect(await written()).toEqual(before)
})

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
      for (const sent of [input, { ...input, name: 'users:list' }, { ...input, body: 7 }]) {
        const answer = await ask(handler, method, { ...sent, bearer: token[who] })
        expect(answer).toMatchObject({
          status: 403,
          body: { code: 'insufficient_permission', required_permission: 'rbac:manage' },
        })
      }
      expect(await written()).toEqual(before)
    },
  )

  it('requires only rbac:manage', async () => {
    expect((await ask(handler, method, { ...input, bearer: token.holder })).status).toBe(status)
  })
})

describe('invalid input', () => {
  it.each([
    [{ ...NEW, name: 'crm:read' }, '/name', 'invalid_permission'],
    [{ ...NEW, name: 'Crm:contacts:read' }, '/name', 'invalid_permission'],
    [{ ...NEW, name: 'crm:contacts:*' }, '/name', 'invalid_permission'],
    [{ ...NEW, name: 'crm::read' }, '/name', 'invalid_permission'],
    [{ ...NEW, name: 'crm:contacts:read\n' }, '/name', 'invalid_permission'],
    [{ ...NEW, name: 'сrm:contacts:read' }, '/name', 'invalid_permission'],
    [{ ...NEW, name: `crm:${'a'.repeat(41)}:read` }, '/name', 'invalid_permission'],
    [{ ...NEW, name: 'a:b:c:d:e:f' }, '/name', 'invalid_permission'],
    [{ ...NEW, name: 'a'.repeat(101) }, '/name', 'too_long'],
    [{ ...NEW, name: ['crm:contacts:read'] }, '/name', 'invalid_type'],
    [{ description: 'x' }, '/name', 'required'],
    [{ ...NEW, name: 'audit:contacts:read' }, '/name', 'reserved_application'],
    [{ name: NEW.name }, '/description', 'required'],
    [{ ...NEW, description: ' ' }, '/description', 'required'],
    [{ ...NEW, description: 'a\nb' }, '/description', 'invalid_characters'],
    [{ ...NEW, description: 'x'.repeat(301) }, '/description', 'too_long'],
    [{ ...NEW, group: 'x'.repeat(65) }, '/group', 'too_long'],
    [{ ...NEW, group: '\u202egroup' }, '/group', 'invalid_characters'],
    [{ ...NEW, privileged: 'yes' }, '/privileged', 'invalid_type'],
    [{ ...NEW, application: 'crm' }, '/application', 'unknown_field'],
  ])('is refused: %j', async (body, pointer, code) => {
    const before = await written()
    const answer = await ask(permissions.POST, 'POST', { bearer: token.admin, body })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer, code }] } })
    expect(await written()).toEqual(before)
  })

  it.each([
    [{ application: 'CRM', permissions: [] }, '/application'],
    [{ application: 'crm' }, '/permissions'],
    [{ application: 'crm', permissions: Array(501).fill(NEW) }, '/permissions'],
    [{ application: 'crm', permissions: [NEW, 7] }, '/permissions/1'],
    [{ application: 'crm', permissions: [NEW, { ...NEW, name: 'x' }] }, '/permissions/1/name'],
  ])('of a sync is refused: %#', async (body, pointer) => {
    const before = await written()
    const answer = await ask(sync.PUT, 'PUT', { bearer: token.admin, body })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer }] } })
    expect(await written()).toEqual(before)
  })

  it.each(['users:list', 'users:role:change'])(
    'cannot touch permissions of the service: %s',
    async (name) => {
      const bearer = token.admin
      const before = await written()
      const refused = { status: 403, body: { code: 'system_permission' } }
      const body = { name, description: 'x' }
      expect(await ask(permissions.POST, 'POST', { bearer, body })).toMatchObject(refused)
      const change = { description: 'x' }
      expect(await ask(permission.PATCH, 'PATCH', { bearer, name, body: change })).toMatchObject(
        refused,
      )
      expect(await ask(permission.DELETE, 'DELETE', { bearer, name })).toMatchObject(refused)
      expect(await written()).toEqual(before)
    },
  )
})

describe('what a user may do', () => {
  const grant = async (who: Who) => {
    await insertRole(`granted ${newId()}`, [NAME], [id[who]])
    deliver({ type: 'resync' })
  }
  const checks = (who: Who | null, body: unknown) =>
    ask(check.POST, 'POST', { ...(who && { bearer: token[who] }), body })

  it('includes permissions of applications', async () => {
    await grant('user')
    expect((await ask(own.GET, 'GET', { bearer: token.user })).body.permissions).toEqual([NAME])
    expect((await ask(own.GET, 'GET', { bearer: token.admin })).body.permissions).toContain(NAME)
  })

  it('is answered for up to 100 permissions, and unknown ones are false', async () => {
    await grant('user')
    const permissions = [NAME, 'users:list', 'crm:nothing:read', '__proto__', 'toString']
    expect(await checks('user', { permissions })).toMatchObject({
      status: 200,
      body: {
        results: { [NAME]: true, 'users:list': false, 'crm:nothing:read': false, toString: false },
      },
    })
    const { body } = await checks('user', { permissions: ['__proto__'] })
    expect(Object.entries(body.results as object)).toEqual([['__proto__', false]])
    expect((await checks('user', { permissions: [] })).body).toEqual({ results: {} })
    const many = Array.from({ length: 101 }, (_, i) => `crm:thing:a${i}`)
    expect((await checks('user', { permissions: many.slice(1) })).status).toBe(200)
    expect((await checks('user', { permissions: many })).status).toBe(422)
  })

  it.each([{}, { permissions: 'users:list' }, { permissions: [7] }, { permissions: [''] }])(
    'requires a list of names: not %j',
    async (body) => {
      expect((await checks('user', body)).status).toBe(422)
    },
  )

  it('is answered to signed-in users only', async () => {
    expect(await checks(null, { permissions: [] })).toMatchObject({ status: 401 })
  })

  it('is answered about other users only with users:read', async () => {
    await grant('user')
    const about = { permissions: [NAME, 'users:list'], user_id: id.user }
    const results = { [NAME]: true, 'users:list': false }
    expect(await checks('reader', about)).toMatchObject({ status: 200, body: { results } })
    expect(await checks('user', about)).toMatchObject({ status: 200, body: { results } })
    for (const user_id of [id.admin, newId()])
      expect(await checks('user', { ...about, user_id })).toMatchObject({
        status: 403,
        body: { code: 'insufficient_permission', required_permission: 'users:read' },
      })
    expect((await checks('reader', { ...about, user_id: newId() })).status).toBe(404)
    expect((await checks('reader', { ...about, user_id: 'x' })).status).toBe(422)
  })

  it('is nothing for an account that is not active', async () => {
    await grant('user')
    await db().user.update({ where: { id: id.user }, data: { status: 'deactivated' } })
    deliver({ type: 'resync' })
    const about = { permissions: [NAME], user_id: id.user }
    expect((await checks('reader', about)).body).toEqual({ results: { [NAME]: false } })
    await db().user.update({ where: { id: id.user }, data: { status: 'active' } })
  })

  it('changes at once when a permission is retired', async () => {
    await grant('user')
    expect((await checks('user', { permissions: [NAME] })).body.results[NAME]).toBe(true)
    await ask(permission.DELETE, 'DELETE', { bearer: token.holder })
    expect((await checks('user', { permissions: [NAME] })).body.results[NAME]).toBe(false)
  })
})
