import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as audit from '@/app/api/v1/audit/export/route'
import * as stop from '@/app/api/v1/auth/impersonation/route'
import * as exported from '@/app/api/v1/me/export/route'
import * as me from '@/app/api/v1/me/route'
import * as impersonate from '@/app/api/v1/users/[id]/impersonate/route'
import * as users from '@/app/api/v1/users/route'
import { syncCatalog } from '@/lib/access/catalog'
import { type PermissionName, permissionCatalog } from '@/lib/config/permission-catalog'
import type { RouteHandler } from '@/lib/http/define-route'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeSession } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(() => db().job.deleteMany())

const BODY = { reason: 'Ticket 4711' }

async function call(
  handler: RouteHandler,
  by: { token?: string; method?: string; id?: string; body?: unknown } = {},
) {
  const { token, method = 'GET', id = '', body } = by
  const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  if (token) headers.authorization = `Bearer ${token}`
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
  const answer = await handler(new Request('http://x/api/v1/any', init), {
    params: Promise.resolve({ id }),
  })
  const text = await answer.text()
  const parsed = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, string>
  return { status: answer.status, body: parsed }
}

async function administrator(...more: PermissionName[]) {
  const { userId } = await holderOf(...new Set<PermissionName>(['users:impersonate', ...more]))
  return { userId, token: (await makeSession(userId, ctx())).accessToken }
}

const begin = (token: string, id: string, body: unknown = BODY) =>
  call(impersonate.POST, { token, method: 'POST', id, body })

async function viewing(...shared: PermissionName[]) {
  const actor = await administrator(...shared)
  const user = await insertUser()
  if (shared.length > 0) await insertRole(`role ${newId()}`, shared, [user.id])
  const { body } = await begin(actor.token, user.id)
  return { actor, user, token: body.access_token! }
}

describe('POST /users/:id/impersonate', () => {
  it('answers an access token for the user, and no refresh token', async () => {
    const [actor, user] = [await administrator(), await insertUser()]
    const answer = await begin(actor.token, user.id)
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'Bearer', user } })
    expect(answer.body).not.toHaveProperty('refresh_token')
    expect(answer.body).not.toHaveProperty('device_token')
    const seen = await call(me.GET, { token: answer.body.access_token })
    expect(seen).toMatchObject({ status: 200, body: { id: user.id } })
  })

  it.each([
    ['no body', undefined],
    ['an empty body', {}],
  ])('needs no reason: %s, and the user reads that none was given', async (_, body) => {
    const [actor, user] = [await administrator(), await insertUser()]
    expect(await begin(actor.token, user.id, body ?? null)).toMatchObject({ status: 200 })
    const where = { targetId: user.id, action: 'impersonation.started' }
    const { details } = await db().auditRecord.findFirstOrThrow({ where })
    expect(details).not.toHaveProperty('purpose')
    expect(await db().inboxItem.findFirst({ where: { userId: user.id } })).toMatchObject({
      body: 'Reason: none given. It ends within 30 minutes. The administrator can’t change anything.',
    })
  })

  it('is refused without a session, with every other permission, and to API keys', async () => {
    const { id } = await insertUser()
    const others = permissionCatalog
      .map(({ name }) => name)
      .filter((name) => name !== 'users:impersonate')
    const { accessToken } = await makeSession((await holderOf(...others)).userId, ctx())
    expect(await call(impersonate.POST, { method: 'POST', id, body: BODY })).toMatchObject({
      status: 401,
    })
    expect(await begin(accessToken, id)).toMatchObject({
      status: 403,
      body: { required_permission: 'users:impersonate' },
    })
    const { userId } = await holderOf('users:impersonate')
    const { key } = await makeApiKey(userId, ['users:impersonate'])
    expect(await begin(key, id)).toMatchObject({ status: 403, body: { code: 'session_required' } })
    expect(await db().sessionFamily.count({ where: { userId: id } })).toBe(0)
  })

  it.each([{ reason: '' }, { reason: 'x'.repeat(201) }, { reason: 'a\nb' }, { ...BODY, x: 1 }])(
    'refuses %j',
    async (body) => {
      const [actor, user] = [await administrator(), await insertUser()]
      expect(await begin(actor.token, user.id, body)).toMatchObject({ status: 422 })
      expect(await db().sessionFamily.count({ where: { userId: user.id } })).toBe(0)
    },
  )
})

describe('while viewing as another user', () => {
  it('changes are refused, and nothing is written but one record that names both', async () => {
    const { actor, user, token } = await viewing()
    const before = await db().user.findUnique({ where: { id: user.id } })
    for (let i = 0; i < 3; i++)
      expect(await call(me.PATCH, { token, method: 'PATCH', body: { name: 'Eve' } })).toMatchObject(
        {
          status: 403,
          body: { code: 'impersonation_read_only' },
        },
      )
    expect(await db().user.findUnique({ where: { id: user.id } })).toEqual(before)
    const where = { action: 'impersonation.write_refused', targetId: user.id }
    expect(await db().auditRecord.findMany({ where })).toMatchObject([
      {
        actorId: actor.userId,
        outcome: 'refused',
        details: { operation: 'updateProfile', on_behalf_of: user.id },
      },
    ])
  })

  it('it can’t be nested, and the personal data of the owner can’t be exported', async () => {
    const { token } = await viewing('users:impersonate')
    const { id } = await insertUser()
    expect(await begin(token, id)).toMatchObject({ body: { code: 'impersonation_read_only' } })
    expect(await db().sessionFamily.count({ where: { userId: id } })).toBe(0)
    expect(await call(exported.GET, { token })).toMatchObject({
      status: 403,
      body: { code: 'impersonation_read_only' },
    })
  })

  it('what the user may read can be read, and a record of it names both', async () => {
    const { actor, user, token } = await viewing('users:list', 'audit:list')
    expect(await call(users.GET, { token })).toMatchObject({ status: 200 })
    const answer = await audit.GET(
      new Request('http://x/api/v1/audit/export?format=csv', {
        headers: { authorization: `Bearer ${token}` },
      }),
      { params: Promise.resolve({}) },
    )
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(`""on_behalf_of"":""${user.id}""`)
    const where = { action: 'audit.exported' }
    expect(await db().auditRecord.findFirst({ where, orderBy: { id: 'desc' } })).toMatchObject({
      actorId: actor.userId,
      details: { on_behalf_of: user.id },
    })
  })

  it('a missing permission is recorded under both names', async () => {
    const { actor, user, token } = await viewing()
    expect(await call(users.GET, { token })).toMatchObject({ status: 403 })
    const where = { action: 'permission.refused', actorId: actor.userId }
    expect(await db().auditRecord.findFirst({ where })).toMatchObject({
      details: { on_behalf_of: user.id },
    })
  })

  it('it is stopped with DELETE, once, and only from within', async () => {
    const { actor, user, token } = await viewing()
    expect(await call(stop.DELETE, { token: actor.token, method: 'DELETE' })).toMatchObject({
      status: 409,
    })
    expect(await call(stop.DELETE, { token, method: 'DELETE' })).toMatchObject({ status: 204 })
    expect(await call(stop.DELETE, { token, method: 'DELETE' })).toMatchObject({ status: 401 })
    expect(await call(me.GET, { token: actor.token })).toMatchObject({ status: 200 })
    const where = { action: 'impersonation.ended', targetId: user.id }
    expect(await db().auditRecord.count({ where })).toBe(1)
  })
})
