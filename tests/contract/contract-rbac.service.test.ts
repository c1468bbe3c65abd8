import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { type ApiAnswer } from '@/tests/kit/contract/api-client'
import {
  type ContractService,
  LANES,
  startContractService,
} from '@/tests/kit/contract/contract-service'

const NO_ROLE = '01890000-0000-7000-8000-000000000001'

describe.each(LANES)('the contract of roles, served by %s', (_, args) => {
  let service: ContractService['service']
  let api: ContractService['api']
  let admin: ContractService['admin']
  let adminId: string

  beforeAll(async () => {
    ;({ service, api, admin, adminId } = await startContractService(args))
  }, 120_000)
  afterAll(() => service.stop())

  const create = (body: unknown) => api.post('/rbac/roles', body, admin)
  const idOf = (answer: ApiAnswer) => String(answer.body.id)
  const codeOf = ({ status, body }: ApiAnswer) => [status, body.code]
  const systemRole = async (name: string) => {
    const { body } = await api.get('/rbac/roles?limit=200', admin)
    return (body.data as { id: string; name: string }[]).find((role) => role.name === name)!.id
  }

  it('creates, reads, changes and deletes a role', async () => {
    const made = await create({
      name: 'Clerk',
      description: 'Sees people',
      permissions: ['users:list'],
    })
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'Clerk',
        description: 'Sees people',
        permissions: ['users:list'],
        user_count: 0,
        version: 1,
      },
    })
    expect([made.headers.get('etag'), made.headers.get('location')]).toEqual([
      '"1"',
      `/api/v1/rbac/roles/${idOf(made)}`,
    ])
    const path = `/rbac/roles/${idOf(made)}`
    const renamed = await api.call(
      'PATCH',
      path,
      { name: 'Chief' },
      { ...admin, 'if-match': '"1"' },
    )
    expect([renamed.status, renamed.body.name, renamed.headers.get('etag')]).toEqual([
      200,
      'Chief',
      '"2"',
    ])
    const put = { permissions: ['users:read', 'audit:list', 'users:read'] }
    const granted = await api.call('PUT', `${path}/permissions`, put, {
      ...admin,
      'if-match': '"2"',
    })
    expect([granted.status, granted.body.permissions]).toEqual([200, ['audit:list', 'users:read']])
    const read = await api.get(path, admin)
    expect([read.body, read.headers.get('etag')]).toEqual([granted.body, '"3"'])
    const stale = { ...admin, 'if-match': '"2"' }
    expect(codeOf(await api.call('PUT', `${path}/permissions`, put, stale))).toEqual([
      412,
      'precondition_failed',
    ])
    expect(codeOf(await api.call('PATCH', path, {}, stale))).toEqual([412, 'precondition_failed'])
    expect(codeOf(await api.call('DELETE', path, undefined, stale))).toEqual([
      412,
      'precondition_failed',
    ])
    expect(
      (await api.call('DELETE', path, undefined, { ...admin, 'if-match': '"3"' })).status,
    ).toBe(204)
    expect(codeOf(await api.get(path, admin))).toEqual([404, 'not_found'])
  })

  it('refuses a taken name, and any change to a system role', async () => {
    expect((await create({ name: 'Taken' })).status).toBe(201)
    for (const name of ['TAKEN', ' taken ', 'Ａdmin'])
      expect(codeOf(await create({ name }))).toEqual([409, 'role_name_taken'])
    for (const name of ['admin', 'user']) {
      const path = `/rbac/roles/${await systemRole(name)}`
      for (const answer of [
        await api.call('PATCH', path, { name: 'x' }, admin),
        await api.call('PUT', `${path}/permissions`, { permissions: [] }, admin),
        await api.call('DELETE', path, undefined, admin),
      ])
        expect(codeOf(answer)).toEqual([409, 'system_role_immutable'])
    }
  })

  it.each([
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(65) }, '/name'],
    [{ name: ['x'] }, '/name'],
    [{ name: 'a\0b' }, '/name'],
    [{ name: 'x', is_system: true }, '/is_system'],
    [{ name: 'x', permissions: ['users:list', 'users:*'] }, '/permissions/1'],
    [{ name: 'x', permissions: ['USERS:LIST'] }, '/permissions/0'],
    [{ name: 'x', permissions: 'users:list' }, '/permissions'],
    [{ name: 'x', description: { a: 1 } }, '/description'],
  ])('names the invalid field of %j', async (body, pointer) => {
    const answer = await create(body)
    expect(answer.status).toBe(422)
    expect((answer.body.errors as { pointer: string }[]).map((error) => error.pointer)).toContain(
      pointer,
    )
  })

  it('lists roles page by page', async () => {
    expect((await create({ name: 'newest' })).status).toBe(201)
    const first = await api.get('/rbac/roles?limit=1', admin)
    expect(first.body).toMatchObject({ data: [{ name: 'newest' }], page: { has_more: true } })
    const { next_cursor: cursor } = first.body.page as { next_cursor: string }
    const rest = await api.get(`/rbac/roles?limit=200&cursor=${cursor}`, admin)
    expect(rest.body.page).toEqual({ next_cursor: null, has_more: false })
    const users = (rest.body.data as { name: string; user_count: number }[]).find(
      ({ name }) => name === 'admin',
    )
    expect(users?.user_count).toBe(1)
    for (const query of ['limit=0', 'limit=x', 'cursor=x'])
      expect((await api.get(`/rbac/roles?${query}`, admin)).status).toBe(422)
  })

  it('explains permissions, lists who has one, and previews a change', async () => {
    const explained = await api.get(`/rbac/explain?user_id=${adminId}&permission=users:list`, admin)
    expect(explained).toMatchObject({
      status: 200,
      body: {
        decision: 'allow',
        reason: 'granted',
        path: [{ role: 'admin', permission: 'users:list' }],
      },
    })
    const unknown = await api.get(`/rbac/explain?user_id=${adminId}&permission=users:*`, admin)
    expect(unknown.body).toMatchObject({ decision: 'deny', reason: 'permission_unknown', path: [] })
    expect(
      (await api.get(`/rbac/explain?user_id=${NO_ROLE}&permission=users:list`, admin)).status,
    ).toBe(404)
    expect((await api.get('/rbac/explain', admin)).status).toBe(422)
    const holders = await api.get('/rbac/explain/holders?permission=users:list&limit=1', admin)
    expect(holders.body).toMatchObject({
      data: [{ id: adminId, roles: ['admin'] }],
      page: { has_more: false },
    })
    expect((await api.get('/rbac/explain/holders?permission=nothing', admin)).status).toBe(422)
    const made = await create({ name: 'Previewed', permissions: ['users:list'] })
    const preview = await api.post(
      `/rbac/roles/${idOf(made)}/preview`,
      { permissions: ['audit:list'] },
      admin,
    )
    expect(preview).toMatchObject({
      status: 200,
      body: {
        adds: ['audit:list'],
        removes: ['users:list'],
        gains: { count: 0 },
        loses: { count: 0 },
        refusal: null,
      },
    })
    expect((await api.get(`/rbac/roles/${idOf(made)}`, admin)).body).toEqual(made.body)
  })

  it.each(['1', 'nobody', "'", '9'.repeat(2000), NO_ROLE])(
    'finds no role with the id %.12s',
    async (id) => {
      const path = `/rbac/roles/${id}`
      for (const answer of [
        await api.get(path, admin),
        await api.call('PATCH', path, {}, admin),
        await api.call('DELETE', path, undefined, admin),
        await api.call('PUT', `${path}/permissions`, { permissions: [] }, admin),
        await api.post(`${path}/preview`, { permissions: [] }, admin),
      ])
        expect(codeOf(answer)).toEqual([404, 'not_found'])
    },
  )

  it('lists the catalog in its established format', async () => {
    const { body } = await api.get('/rbac/permissions', admin)
    const system = {
      application: null,
      group: null,
      privileged: true,
      version: null,
      created_at: null,
    }
    expect(body.data).toEqual(permissionCatalog.map((entry) => ({ ...entry, ...system })))
  })
})
