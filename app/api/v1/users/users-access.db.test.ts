import { beforeAll, describe, expect, it } from 'vitest'
import * as roles from '@/app/api/v1/users/[id]/roles/route'
import * as user from '@/app/api/v1/users/[id]/route'
import * as users from '@/app/api/v1/users/route'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { insertAdministrator } from '@/tests/kit/administrators'
import { apiOperations } from '@/tests/kit/contract/declared-handlers'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { freshEmail, USER_ROUTE_CASES } from '@/tests/kit/user-route-cases'
import { callUserRoute, insertHolder } from '@/tests/kit/user-routes'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const OWN_FIELDS = [
  'role',
  'permissions',
  'isAdmin',
  'emailVerified',
  'id',
  'passwordHash',
  'email_verified',
  'status',
]

describe.each(USER_ROUTE_CASES)(
  '$name',
  ({ handler, method, query, needs, ok, body, writes, status, factor, session, invited, link }) => {
    const ask = (by: { id: string; as?: string; more?: object; ifMatch?: string }) => {
      const sent = body || by.more ? { ...body?.(), ...by.more } : undefined
      return callUserRoute(handler, {
        method,
        query,
        id: by.id,
        body: sent,
        as: by.as,
        ifMatch: by.ifMatch,
      })
    }
    const target = async () => {
      const { id } = await insertUser({ status })
      if (factor) await db().user.update({ where: { id }, data: { mfaEnabledAt: new Date() } })
      if (session) await makeSession(id, ctx())
      if (invited) await db().user.update({ where: { id }, data: { invitedAt: new Date() } })
      return id
    }

    it('is refused without a session, and with every permission except the required one', async () => {
      const id = await target()
      expect(await ask({ id })).toMatchObject({ status: 401, body: { code: 'token_missing' } })
      const others = permissionCatalog.map(({ name }) => name).filter((name) => name !== needs)
      for (const as of [await insertHolder(), await insertHolder(...others)]) {
        const refused = await ask({ id, as })
        expect(refused).toMatchObject({
          status: 403,
          body: { code: 'insufficient_permission', required_permission: needs },
        })
        expect(refused.headers.get('www-authenticate')).toContain(`scope="${needs}"`)
      }
      expect(await db().user.findUnique({ where: { id } })).toMatchObject({ version: 1 })
    })

    it('is allowed with the required permission alone, and returns no secrets', async () => {
      const id = await target()
      if (!invited)
        await db().user.update({ where: { id }, data: { passwordHash: '$argon2id$SECRET' } })
      const answer = await ask({ id, as: await insertHolder(needs) })
      expect(answer.status).toBe(ok)
      const text = link ? answer.text.replace(/token=[\w-]{43}"/, '') : answer.text
      expect(text).not.toMatch(/SECRET|argon2|password|hash|token|factor|invited/i)
    })

    if (writes)
      it('never changes a user with permissions the caller lacks', async () => {
        const { id } = await insertAdministrator()
        if (status) await db().user.update({ where: { id }, data: { status } })
        const before = await db().user.findUnique({ where: { id }, include: { roles: true } })
        expect(await ask({ id, as: await insertHolder(needs) })).toMatchObject({
          status: 403,
          body: { code: 'privilege_escalation' },
        })
        expect(await db().user.findUnique({ where: { id }, include: { roles: true } })).toEqual(
          before,
        )
      })

    if (writes)
      it('honors If-Match', async () => {
        const [id, as] = [await target(), await insertHolder(needs)]
        for (const ifMatch of ['"2"', 'W/"1"', '1', 'x'])
          expect(await ask({ id, as, ifMatch })).toMatchObject({
            status: 412,
            body: { code: 'precondition_failed' },
          })
        expect(await db().user.findUnique({ where: { id } })).toMatchObject({ version: 1 })
        expect((await ask({ id, as, ifMatch: '"7", "1"' })).status).toBe(ok)
        expect((await ask({ id: await target(), as, ifMatch: '*' })).status).toBe(ok)
      })

    if (writes || needs === 'users:read')
      it('answers 404 for unknown ids', async () => {
        const as = await insertHolder(needs)
        for (const id of [newId(), 'nonsense', '1', "'", 'x'.repeat(5000)])
          expect(await ask({ id, as })).toMatchObject({ status: 404, body: { code: 'not_found' } })
      })

    if (method === 'POST' || method === 'PUT' || method === 'PATCH')
      it('refuses unknown fields', async () => {
        const [id, as] = [await target(), await insertHolder(needs)]
        for (const field of OWN_FIELDS)
          expect(await ask({ id, as, more: { [field]: 'x' } })).toMatchObject({
            status: 422,
            body: {
              code: 'validation_failed',
              errors: [{ pointer: `/${field}`, code: 'unknown_field' }],
            },
          })
        expect(await db().user.findUnique({ where: { id } })).toMatchObject({ version: 1 })
      })
  },
)

it('every operation on a user is among them, except those with tests of their own', async () => {
  const listed = new Set(USER_ROUTE_CASES.map(({ handler }) => handler))
  const others = (await apiOperations()).filter(
    ({ path, handler }) => path.startsWith('/api/v1/users/[id]') && !listed.has(handler),
  )
  expect(others.map(({ name }) => name)).toEqual([
    'GET /api/v1/users/[id]/avatar',
    'POST /api/v1/users/[id]/impersonate',
  ])
})

describe('the order of refusals', () => {
  it('is 403, 422, 404, 412, then privilege escalation', async () => {
    const strong = (await insertAdministrator()).id
    const as = await insertHolder('users:role:change')
    const ask = (id: string, body: object, who = as) =>
      callUserRoute(roles.PUT, { method: 'PUT', id, body, as: who, ifMatch: '"9"' })
    expect((await ask(newId(), { roles: 5 }, await insertHolder())).status).toBe(403)
    expect((await ask(newId(), { roles: 5 })).status).toBe(422)
    expect((await ask(newId(), { roles: ['no such role'] })).status).toBe(422)
    expect((await ask(newId(), { roles: ['user'] })).status).toBe(404)
    expect((await ask(strong, { roles: ['user'] })).status).toBe(412)
  })
})

it('unpaired surrogates, which the database cannot store, are refused with 422, not 500', async () => {
  const as = await insertHolder('users:activate', 'users:role:change')
  const refusal = {
    status: 422,
    body: { errors: [{ pointer: '/roles/0', code: 'invalid_characters' }] },
  }
  const { id } = await insertUser()
  const put = { method: 'PUT', id, as, body: { roles: ['\ud800'] } }
  expect(await callUserRoute(roles.PUT, put)).toMatchObject(refusal)
  const post = { method: 'POST', as, body: { ...freshEmail(), roles: ['\ud800'] } }
  expect(await callUserRoute(users.POST, post)).toMatchObject(refusal)
})

describe('a user', () => {
  it('has an entity tag that changes with every update', async () => {
    const { id } = await insertUser()
    const as = await insertHolder('users:read', 'users:role:change')
    const first = (await callUserRoute(user.GET, { id, as })).headers.get('etag')!
    const put = (given: string[], ifMatch: string) =>
      callUserRoute(roles.PUT, { method: 'PUT', id, as, ifMatch, body: { roles: given } })
    const changed = await put(['user'], first)
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(first)
    expect((await put([], first)).status).toBe(412)
    expect((await put([], changed.headers.get('etag')!)).status).toBe(200)
  })

  it('can read their own account without a permission', async () => {
    const id = await insertHolder()
    expect(await callUserRoute(user.GET, { id, as: id })).toMatchObject({
      status: 200,
      body: { id },
    })
  })
})
