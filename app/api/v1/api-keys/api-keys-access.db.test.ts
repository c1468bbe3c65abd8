import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { keyRuleOf } from '@/lib/http/route-declaration'
import { createApiKey } from '@/lib/identity/api-keys/create-api-key'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import {
  apiOperations,
  freshAddress,
  type Operation,
  parametersOf,
} from '@/tests/kit/contract/declared-handlers'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { insertSession } from '@/tests/kit/sessions'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
let operations: Operation[] = []
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  operations = await apiOperations()
})

const inDays = (days: number) => addSeconds(new Date(), days * 86_400).toISOString()
const body = (more: object = {}) => ({
  name: 'Export',
  permissions: ['users:list'],
  expires_at: inDays(365),
  ...more,
})
const tokenOf = async (userId: string, now = new Date()) =>
  (await makeSession(userId, ctx({ now }))).accessToken

async function call(
  name: string,
  by: { token?: string; id?: string; body?: unknown; address?: string } = {},
) {
  const operation = operations.find((one) => one.name === name)!
  const headers = new Headers({ 'x-gatehouse-remote-address': by.address ?? freshAddress() })
  if (by.token) headers.set('authorization', `Bearer ${by.token}`)
  if (by.body) headers.set('content-type', 'application/json')
  const url = `http://localhost:3000${operation.path}`
  const init = { method: operation.method, headers, body: by.body ? JSON.stringify(by.body) : null }
  const params = Object.fromEntries(
    parametersOf(operation.path).map((part) => [part, by.id ?? newId()]),
  )
  const answer = await operation.handler(new Request(url, init), {
    params: Promise.resolve(params),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> }
}
const create = async (userId: string, given: object) =>
  call('POST /api/v1/api-keys', { token: await tokenOf(userId), body: given })

describe('creating a key', () => {
  it('shows it once, audits it, and tells its owner', async () => {
    const { userId } = await holderOf('users:list')
    const made = await create(userId, body({ allowed_addresses: ['192.0.2.7/24'] }))
    expect(made).toMatchObject({
      status: 201,
      body: {
        key: expect.stringMatching(/^ghk_[0-9A-Za-z]{71}$/),
        user_id: userId,
        created_by: userId,
        permissions: ['users:list'],
        allowed_addresses: ['192.0.2.0/24'],
        last_used_at: null,
      },
    })
    const key = made.body.key as string
    const listed = await call('GET /api/v1/api-keys', { token: await tokenOf(userId) })
    expect(listed.body.data).toHaveLength(1)
    const everything = JSON.stringify([
      listed,
      await db().auditRecord.findMany(),
      await db().job.findMany(),
      await db().inboxItem.findMany(),
    ])
    expect(everything).toContain('api_key.created')
    expect(everything).toContain('api_key_created')
    expect(everything).not.toContain(key.slice(26))
    expect(
      await db().inboxItem.count({ where: { userId, kind: 'security.api_key_created' } }),
    ).toBe(1)
  })

  it('is refused for a permission that the maker lacks, and writes nothing but the record', async () => {
    const { userId } = await holderOf('users:list')
    const refused = await create(userId, body({ permissions: ['users:list', 'users:read'] }))
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'privilege_escalation',
        detail: 'You don’t have the permission users:read.',
      },
    })
    expect(await db().apiKey.count({ where: { userId } })).toBe(0)
    expect(await db().auditRecord.findFirst({ where: { actorId: userId } })).toMatchObject({
      action: 'api_key.created',
      outcome: 'refused',
    })
  })

  it('is refused for a misspelled permission at its place, and writes nothing', async () => {
    const { userId } = await holderOf('users:list')
    const refused = await create(userId, body({ permissions: ['users:list', 'users:reads'] }))
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'validation_failed',
        errors: [{ pointer: '/permissions/1', code: 'not_supported' }],
      },
    })
    expect(await db().apiKey.count({ where: { userId } })).toBe(0)
    expect(
      await db().auditRecord.count({ where: { actorId: userId, action: 'api_key.created' } }),
    ).toBe(0)
  })

  it('names at most five of the permissions that the maker lacks', async () => {
    const { userId } = await holderOf('users:list')
    const permissions = Array.from({ length: 7 }, (_, n) => `shop:orders:act-${n}`)
    const { body: problem } = await create(userId, body({ permissions }))
    expect(problem.detail).toBe(
      `You don’t have the permissions ${permissions.slice(0, 5).join(', ')}, and 2 more.`,
    )
    expect(await db().apiKey.count({ where: { userId } })).toBe(0)
  })

  it('is refused if the session ends while the body arrives', async () => {
    const { userId } = await holderOf('users:list')
    const token = await tokenOf(userId)
    const { handler } = operations.find(({ name }) => name === 'POST /api/v1/api-keys')!
    const slow = new ReadableStream({
      async pull(stream) {
        await inTransaction((tx) =>
          revokeSessionsOf(tx, { userId, reason: 'password_reset' }, ctx()),
        )
        stream.enqueue(new TextEncoder().encode(JSON.stringify(body())))
        stream.close()
      },
    })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: slow, duplex: 'half' }
    const answer = await handler(new Request('http://localhost:3000/api/v1/api-keys', init), {
      params: Promise.resolve({}),
    })
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'session_revoked' }])
    expect(await db().apiKey.count({ where: { userId } })).toBe(0)
  })

  it('is refused to a session that ended after the request was authorized', async () => {
    const { userId } = await holderOf('users:list')
    const actor = {
      ...(await principalOf(userId)),
      sessionId: await insertSession(userId, new Date()),
    }
    await inTransaction((tx) => revokeSessionsOf(tx, { userId, reason: 'password_reset' }, ctx()))
    const wanted = {
      ...{ userId, name: 'Export', permissions: ['users:list'], expiresAt: new Date(inDays(30)) },
      ...{ allowedAddresses: [], password: undefined },
    }
    expect(await createApiKey(actor, wanted, ctx())).toMatchObject({ code: 'session_revoked' })
    expect(await db().apiKey.count({ where: { userId } })).toBe(0)
  })

  it.each([inDays(-1), new Date().toISOString(), inDays(366.1), inDays(4000)])(
    'is refused if it would expire at %s',
    async (expires_at) => {
      const { userId } = await holderOf('users:list')
      expect(await create(userId, body({ expires_at }))).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/expires_at', code: 'out_of_range' }] },
      })
      expect(await db().apiKey.count({ where: { userId } })).toBe(0)
    },
  )

  it('needs a recent sign-in, or the password', async () => {
    const { id } = await makeUser()
    const old = addSeconds(new Date(), -700)
    const given = body({ permissions: [] })
    const send = async (more: object) =>
      call('POST /api/v1/api-keys', { token: await tokenOf(id, old), body: { ...given, ...more } })
    expect(await send({})).toMatchObject({
      status: 401,
      body: { code: 'reauthentication_required' },
    })
    expect(await send({ password: 'wrong wrong wrong' })).toMatchObject({ status: 401 })
    expect(await db().apiKey.count({ where: { userId: id } })).toBe(0)
    expect(await send({ password: PASSWORD })).toMatchObject({ status: 201 })
  })
})

describe('the keys of others', () => {
  it('are listed to holders of users:read only', async () => {
    const owner = await holderOf('users:list')
    await makeApiKey(owner.userId, ['users:list'])
    const list = async (...permissions: Parameters<typeof holderOf>) =>
      call('GET /api/v1/users/[id]/api-keys', {
        token: await tokenOf((await holderOf(...permissions)).userId),
        id: owner.userId,
      })
    expect(await list('users:list', 'users:activate')).toMatchObject({ status: 403 })
    const seen = await list('users:read')
    expect(seen).toMatchObject({ status: 200, body: { data: [{ user_id: owner.userId }] } })
    expect(JSON.stringify(seen)).not.toMatch(/hash|"key"/)
  })

  it('are revoked by those who may change their owner, and look missing to anyone else', async () => {
    const owner = await holderOf('users:list', 'users:read')
    const { apiKey } = await makeApiKey(owner.userId, ['users:list'])
    const revoke = async (userId: string) =>
      call('DELETE /api/v1/api-keys/[id]', { token: await tokenOf(userId), id: apiKey.id })
    const stranger = await holderOf('users:list', 'users:read')
    expect(await revoke(stranger.userId)).toMatchObject({ status: 404 })
    const weaker = await holderOf('users:activate')
    expect(await revoke(weaker.userId)).toMatchObject({
      status: 403,
      body: { code: 'privilege_escalation' },
    })
    expect(await db().apiKey.count({ where: { userId: owner.userId, revokedAt: null } })).toBe(1)
    expect((await revoke((await insertAdministrator()).id)).status).toBe(204)
    expect((await revoke((await insertAdministrator()).id)).status).toBe(404)
    const keys = await call('GET /api/v1/api-keys', { token: await tokenOf(owner.userId) })
    expect(keys.body.data).toEqual([])
  })
})

describe('with a key', () => {
  const adminKey = async () => {
    const admin = await insertAdministrator()
    const names = (await db().permission.findMany()).map(({ name }) => name)
    return { admin, ...(await makeApiKey(admin.id, names)) }
  }

  it('exactly the routes that are declared to accept keys can be called', async () => {
    const { key } = await adminKey()
    for (const { name, handler } of operations) {
      if (handler.declaration.access === 'public') continue
      const { body: problem } = await call(name, { token: key })
      const refused = keyRuleOf(handler.declaration) === 'refused'
      expect([name, problem.code === 'session_required']).toEqual([name, refused])
    }
  })

  it('no one changes the account of its owner, whatever the key may do', async () => {
    const { key, admin } = await adminKey()
    for (const [name, given] of [
      ['DELETE /api/v1/users/[id]/sessions', undefined],
      ['POST /api/v1/users/[id]/deactivate', {}],
      ['DELETE /api/v1/users/[id]', undefined],
      ['PUT /api/v1/users/[id]/roles', { roles: ['user'] }],
      ['PATCH /api/v1/users/[id]', { name: 'Someone else' }],
    ] as const)
      expect(await call(name, { token: key, id: admin.id, body: given })).toMatchObject({
        status: 403,
        body: { code: 'session_required' },
      })
    expect(await db().user.findUnique({ where: { id: admin.id } })).toMatchObject({
      status: 'active',
      name: null,
    })
  })

  it('no one is changed who may do more than the key itself', async () => {
    const admin = await insertAdministrator()
    const { key } = await makeApiKey(admin.id, ['users:activate'])
    const { userId: id } = await holderOf('users:activate', 'users:delete')
    for (const [name, body] of [
      ['PATCH /api/v1/users/[id]', { name: 'Someone else' }],
      ['POST /api/v1/users/[id]/deactivate', {}],
    ] as const)
      expect(await call(name, { token: key, id, body })).toMatchObject({
        status: 403,
        body: { code: 'privilege_escalation' },
      })
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({
      status: 'active',
      name: null,
    })
  })

  it('no roles are changed or assigned, because a key is no recent sign-in', async () => {
    const admin = await insertAdministrator()
    const { key } = await makeApiKey(admin.id, ['users:role:change', 'rbac:manage'])
    const { userId: id } = await holderOf()
    const before = [await db().role.count(), await db().userRole.count()]
    for (const [name, body] of [
      ['PUT /api/v1/users/[id]/roles', { roles: ['user'] }],
      ['POST /api/v1/rbac/roles', { name: `Role ${newId()}`, permissions: [] }],
    ] as const)
      expect(await call(name, { token: key, id, body })).toMatchObject({
        status: 403,
        body: { code: 'session_required' },
      })
    expect([await db().role.count(), await db().userRole.count()]).toEqual(before)
  })

  it('what is done names the key in the audit trail', async () => {
    const admin = await insertAdministrator()
    const { key, apiKey } = await makeApiKey(admin.id, ['users:activate'])
    const { userId: id } = await holderOf()
    const body = { name: 'Someone else' }
    const changed = await call('PATCH /api/v1/users/[id]', { token: key, id, body })
    expect(changed.status).toBe(200)
    const record = await db().auditRecord.findFirst({ where: { actorId: admin.id, targetId: id } })
    expect(record!.details).toMatchObject({ surface: 'api', api_key_id: apiKey.id })
    expect((await call('GET /api/v1/users', { token: key })).body).toMatchObject({
      code: 'insufficient_permission',
      required_permission: 'users:list',
    })
  })

  it('its permissions are those of the key, without the roles of its owner', async () => {
    const admin = await insertAdministrator()
    const { key } = await makeApiKey(admin.id, ['users:read'])
    expect(await call('GET /api/v1/auth/permissions', { token: key })).toMatchObject({
      status: 200,
      body: { user_id: admin.id, roles: [], permissions: ['users:read'] },
    })
  })
})
