import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as registerRoute from '@/app/api/v1/auth/register/route'
import * as me from '@/app/api/v1/me/route'
import * as field from '@/app/api/v1/profile-fields/[key]/route'
import * as list from '@/app/api/v1/profile-fields/route'
import * as user from '@/app/api/v1/users/[id]/route'
import * as users from '@/app/api/v1/users/route'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import type { RouteHandler } from '@/lib/http/define-route'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { eraseDeletedProfileFields } from '@/lib/profile-fields/profile-fields.jobs'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { clearProfileFields, makeProfileField } from '@/tests/kit/make-profile-field'
import { makeSession, PASSWORD } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_IP_RATE_LIMIT: '100000/1m' })
  await syncCatalog(new Date())
})
beforeEach(clearProfileFields)

const OTHERS = permissionCatalog
  .map(({ name }) => name)
  .filter((name) => name !== 'settings:manage')

interface Call {
  method?: string
  params?: Record<string, string>
  body?: unknown
  as?: string
  headers?: Record<string, string>
  /** How many seconds ago the user signed in. */
  ago?: number
}

/** Calls a route as the service does, signed in as the given user, if any. */
async function call(handler: RouteHandler, by: Call = {}) {
  const { method = 'GET', params = {}, body, as, ago = 0 } = by
  const headers: Record<string, string> = { ...by.headers }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const signedIn = ctx({ now: new Date(Date.now() - ago * 1000) })
  if (as) headers.authorization = `Bearer ${(await makeSession(as, signedIn)).accessToken}`
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = { method, headers, ...(body !== undefined && { body: text }) }
  const answer = await handler(new Request('http://x/api/v1/x', init), {
    params: Promise.resolve(params),
  })
  const json = (await answer.text()) || '{}'
  return { status: answer.status, body: JSON.parse(json) as Record<string, unknown>, answer }
}

const CITY = { key: 'city', type: 'text', label: { en: 'City', tr: 'Şehir' } }

describe('profile fields', () => {
  it('are managed over the API by a user with settings:manage', async () => {
    const as = (await holderOf('settings:manage')).userId
    const created = await call(list.POST, { method: 'POST', body: CITY, as })
    expect(created).toMatchObject({ status: 201, body: { ...CITY, required: false } })
    const params = { key: 'city' }
    expect(await call(field.GET, { params, as })).toMatchObject({ status: 200, body: CITY })
    const change = { method: 'PATCH', params, body: { required: true }, as }
    expect(await call(field.PATCH, change)).toMatchObject({ body: { required: true } })
    expect(await call(list.GET, { as })).toMatchObject({ body: { data: [{ key: 'city' }] } })
    const gone = await call(field.DELETE, { method: 'DELETE', params, as })
    expect(gone.status).toBe(204)
    expect((await call(field.GET, { params, as })).status).toBe(404)
  })

  it('keep the option of another client that added one since the field was read', async () => {
    const as = (await holderOf('settings:manage')).userId
    await makeProfileField({ key: 'team', type: 'choice', options: ['Red'] })
    const params = { key: 'team' }
    const read = (await call(field.GET, { params, as })).answer.headers.get('etag')!
    const add = (option: string) => {
      const body = { options: ['Red', option] }
      const headers = { 'if-match': read }
      return call(field.PATCH, { method: 'PATCH', params, body, headers, as })
    }
    const first = await add('Blue')
    expect(first.status).toBe(200)
    const current = await call(field.GET, { params, as })
    expect(current.answer.headers.get('etag')).toBe(first.answer.headers.get('etag'))
    const refused = { status: 412, body: { code: 'precondition_failed' } }
    expect(await add('Green')).toMatchObject(refused)
    expect(await call(field.GET, { params, as })).toMatchObject({
      body: { options: ['Red', 'Blue'] },
    })
  })

  it('are not deleted if they have changed since they were read', async () => {
    const as = (await holderOf('settings:manage')).userId
    const params = { key: await makeProfileField() }
    const read = (await call(field.GET, { params, as })).answer.headers.get('etag')!
    await call(field.PATCH, { method: 'PATCH', params, body: { position: 7 }, as })
    const before = await db().profileField.findMany()
    const removal = { method: 'DELETE', params, headers: { 'if-match': read }, as }
    expect(await call(field.DELETE, removal)).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    })
    expect(await db().profileField.findMany()).toEqual(before)
  })

  it('are not taken for an earlier one with the same key, however often either changed', async () => {
    const as = (await holderOf('settings:manage')).userId
    const params = { key: 'city' }
    const created = () => call(list.POST, { method: 'POST', body: CITY, as })
    const moved = (position: number) =>
      call(field.PATCH, { method: 'PATCH', params, body: { position }, as })
    const read = [await created(), await moved(2), await moved(3)].map(({ answer }) =>
      answer.headers.get('etag')!,
    )
    await call(field.DELETE, { method: 'DELETE', params, as })
    await eraseDeletedProfileFields.run(new Date())
    for (const change of [created, () => moved(2), () => moved(3)]) {
      expect((await change()).status).toBeLessThan(300)
      const before = await db().profileField.findMany()
      const headers = { 'if-match': read.join(', ') }
      for (const [handler, method] of [
        [field.PATCH, 'PATCH'],
        [field.DELETE, 'DELETE'],
      ] as const) {
        const body = method === 'PATCH' ? { required: true } : undefined
        const late = await call(handler, { method, params, body, headers, as })
        expect(late).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
      }
      expect(await db().profileField.findMany()).toEqual(before)
    }
  })

  it('are refused to anyone else, and nothing is written', async () => {
    await makeProfileField({ key: 'city' })
    const before = await db().profileField.findMany()
    const params = { key: 'city' }
    for (const as of [(await holderOf(...OTHERS)).userId, undefined]) {
      const status = as ? 403 : 401
      expect((await call(list.GET, { as })).status).toBe(status)
      const other = { ...CITY, key: 'town' }
      expect((await call(list.POST, { method: 'POST', body: other, as })).status).toBe(status)
      expect((await call(field.GET, { params, as })).status).toBe(status)
      const patch = { method: 'PATCH', params, body: { required: true }, as }
      expect((await call(field.PATCH, patch)).status).toBe(status)
      expect((await call(field.DELETE, { method: 'DELETE', params, as })).status).toBe(status)
    }
    expect(await db().profileField.findMany()).toEqual(before)
  })

  it('change only after a sign-in within the last ten minutes', async () => {
    const as = (await holderOf('settings:manage')).userId
    await makeProfileField({ key: 'city' })
    const before = await db().profileField.findMany()
    const changes: [RouteHandler, Call][] = [
      [list.POST, { method: 'POST', body: { ...CITY, key: 'town' } }],
      [field.PATCH, { method: 'PATCH', params: { key: 'city' }, body: { required: true } }],
      [field.DELETE, { method: 'DELETE', params: { key: 'city' } }],
    ]
    for (const [handler, change] of changes)
      expect(await call(handler, { ...change, as, ago: 601 })).toMatchObject({
        status: 401,
        body: { code: 'reauthentication_required' },
      })
    expect(await db().profileField.findMany()).toEqual(before)
    const [patch, change] = changes[1]!
    expect((await call(patch, { ...change, as, ago: 500 })).status).toBe(200)
  })

  it.each(['__proto__', 'constructor', 'no such', '\0', ''])(
    'a key %j in the address finds nothing',
    async (key) => {
      const as = (await holderOf('settings:manage')).userId
      expect((await call(field.GET, { params: { key }, as })).status).toBe(404)
      const patch = { method: 'PATCH', params: { key }, body: { required: true }, as }
      expect((await call(field.PATCH, patch)).status).toBe(404)
      const removal = { method: 'DELETE', params: { key }, as }
      expect((await call(field.DELETE, removal)).status).toBe(404)
    },
  )
})

describe('values over the API', () => {
  it('are given with an invitation, all or none of it', async () => {
    const as = (await holderOf('users:activate', 'users:read')).userId
    const invite = async (fields: object) => {
      const body = { email: `${newId()}@example.org`, fields }
      const answer = await call(users.POST, { method: 'POST', body, as })
      return { ...answer, made: await db().user.count({ where: { email: body.email } }) }
    }
    const given = { city: 'Izmir', vip: true }
    expect(await invite(given)).toMatchObject({ status: 201, made: 1, body: { fields: given } })
    expect(await invite({ city: 'Izmir', town: 'x' })).toMatchObject({
      status: 422,
      made: 0,
      body: { errors: [{ pointer: '/fields/town', code: 'unknown_field' }] },
    })
  })

  beforeEach(async () => {
    await makeProfileField({ key: 'city', required: true })
    await makeProfileField({ key: 'age', type: 'number' })
    const hidden = { readable_by: 'administrators', writable_by: 'administrators' }
    await makeProfileField({ key: 'vip', type: 'boolean', ...hidden })
  })

  it('are in /me as far as the user may read them, and are changed there', async () => {
    const { id: as } = await insertUser()
    const body = { fields: { city: 'Izmir', age: 41 } }
    expect(await call(me.PATCH, { method: 'PATCH', body, as })).toMatchObject({
      status: 200,
      body,
    })
    await db().user.update({ where: { id: as }, data: { profile: { ...body.fields, vip: true } } })
    expect((await call(me.GET, { as })).body.fields).toEqual(body.fields)
  })

  it('are refused by /me with a pointer to each, and change nothing', async () => {
    const { id: as } = await insertUser({ name: 'Ada' })
    const body = { name: 'Eve', fields: { city: 'Izmir', age: '41', vip: true } }
    const refused = await call(me.PATCH, { method: 'PATCH', body, as })
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'validation_failed',
        errors: [
          { pointer: '/fields/age', code: 'invalid_type' },
          { pointer: '/fields/vip', code: 'unknown_field' },
        ],
      },
    })
    expect(await db().user.findUnique({ where: { id: as } })).toMatchObject({
      name: 'Ada',
      profile: {},
    })
  })

  it.each([
    '{"fields":{"age":1e999}}',
    '{"fields":{"age":"1e3"}}',
    '{"fields":{"age":[1]}}',
    '{"fields":{"constructor":{"prototype":{"polluted":1}}}}',
    '{"fields":{"city":"\\u0000"}}',
    '{"fields":{"city":"\\ud800"}}',
    `{"fields":{"city":"${'x'.repeat(100_000)}"}}`,
    '{"fields":[]}',
    '{"fields":null}',
  ])('that are hostile are refused: %#', async (body) => {
    const { id: as } = await insertUser()
    const { status } = await call(me.PATCH, { method: 'PATCH', body, as })
    expect([400, 413, 422]).toContain(status)
    expect(await db().user.findUnique({ where: { id: as } })).toMatchObject({ profile: {} })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('of a user are changed with users:activate at the version asked for, and read with users:read', async () => {
    const { id } = await insertUser()
    const params = { id }
    const body = { fields: { city: 'Izmir', vip: true } }
    const writer = (await holderOf('users:activate', 'users:read')).userId
    const change = { method: 'PATCH', params, body, as: writer }
    const changed = await call(user.PATCH, { ...change, headers: { 'if-match': '"1"' } })
    expect(changed).toMatchObject({ status: 200, body })
    const late = await call(user.PATCH, { ...change, headers: { 'if-match': '"1"' } })
    expect(late.status).toBe(412)
    const reader = (await holderOf('users:read')).userId
    expect((await call(user.GET, { params, as: reader })).body.fields).toEqual(body.fields)
    expect((await call(user.PATCH, { ...change, as: reader })).status).toBe(403)
    expect((await call(user.GET, { params, as: id })).body.fields).toEqual({ city: 'Izmir' })
  })

  it('of a user are not shown to a caller with users:activate alone, except those just written', async () => {
    const { id } = await insertUser()
    const writer = (await holderOf('users:activate')).userId
    const reader = (await holderOf('users:activate', 'users:read')).userId
    const change = { method: 'PATCH', params: { id } }
    const all = { city: 'Izmir', age: 36, vip: true }
    await call(user.PATCH, { ...change, as: reader, body: { fields: all } })
    for (const body of [{ fields: {} }, { name: 'Ada' }, { fields: { city: null } }])
      expect(await call(user.PATCH, { ...change, as: writer, body })).toMatchObject({
        status: 200,
        body: { id, fields: {} },
      })
    const own = { fields: { city: 'Ankara', vip: false } }
    const changed = await call(user.PATCH, { ...change, as: writer, body: own })
    expect(changed.body.fields).toEqual(own.fields)
    const self = { ...change, params: { id: writer }, as: writer }
    await call(user.PATCH, { ...self, body: { fields: all } })
    const shown = await call(user.PATCH, { ...self, body: { fields: {} } })
    expect(shown.body.fields).toEqual({ city: 'Izmir', age: 36 })
  })

  it('of a new user are shown to a caller with users:activate alone', async () => {
    const as = (await holderOf('users:activate')).userId
    const fields = { city: 'Izmir', vip: true }
    const body = { email: `${newId()}@example.org`, fields }
    const invited = await call(users.POST, { method: 'POST', as, body })
    expect(invited).toMatchObject({ status: 201, body: { fields } })
    expect(invited.body.fields).toEqual(fields)
  })

  it('that are required belong to a registration', async () => {
    const body = { email: `${newId()}@example.org`, password: PASSWORD }
    const refused = await call(registerRoute.POST, { method: 'POST', body })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/fields/city', code: 'required' }] },
    })
    const full = { ...body, fields: { city: 'Izmir' } }
    expect((await call(registerRoute.POST, { method: 'POST', body: full })).status).toBe(202)
  })
})
