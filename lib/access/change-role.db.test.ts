import { beforeAll, describe, expect, it } from 'vitest'
import { changeRole, deleteRole } from '@/lib/access/change-role'
import { findAccess, peekAccess } from '@/lib/access/find-access'
import { getRole } from '@/lib/access/list-roles'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { insertUser } from '@/tests/kit/insert-user'
import { expectRefused, madeRole, NOW, useRoleStage, watched } from '@/tests/kit/role-stage'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'

const stage = useRoleStage()
let admin: SessionPrincipal
let keeper: SessionPrincipal
beforeAll(() => {
  ;({ admin, keeper } = stage)
})

const system = (name: 'admin' | 'user') => db().role.findUniqueOrThrow({ where: { nameKey: name } })
const made = (name: string, permissions: string[] = []) => madeRole(admin, name, permissions)
const change = (
  actor: SessionPrincipal,
  roleId: string,
  changes: object,
  versions?: number[] | null,
) =>
  changeRole(actor, { roleId, changes, versions }, ctx({ now: new Date(NOW.getTime() + 60_000) }))

describe('changing a role', () => {
  it('changes name and description and leaves permissions unchanged', async () => {
    const { id } = await made('Clerk', ['users:list'])
    const { result, heard, records } = await watched(() =>
      change(keeper, id, { name: 'Registrar' }),
    )
    expect(result).toMatchObject({
      role: { name: 'Registrar', description: '', permissions: ['users:list'], version: 2 },
    })
    expect(heard).toEqual([{ type: 'rbac.changed' }])
    expect(records).toMatchObject([
      {
        action: 'role.changed',
        targetId: id,
        details: { before: { name: 'Clerk' }, after: { name: 'Registrar', description: '' } },
      },
    ])
    expect((await change(keeper, id, { name: 'REGISTRAR', description: 'x' })).ok).toBe(true)
  })

  it('replaces the permissions, effective immediately for users with the role', async () => {
    const { id: userId } = await insertUser()
    const roleId = await insertRole('Clerk', ['users:list'], [userId])
    expect([...(await findAccess(userId))!.permissions]).toEqual(['users:list'])
    const { result, records } = await watched(() =>
      change(keeper, roleId, { permissions: ['users:read'] }),
    )
    expect(result).toMatchObject({
      role: { permissions: ['users:read'], user_count: 1, version: 2 },
    })
    expect(peekAccess(userId)).toBeUndefined()
    expect([...(await findAccess(userId))!.permissions]).toEqual(['users:read'])
    expect(records).toMatchObject([
      {
        action: 'role.permissions_changed',
        details: { name: 'Clerk', before: ['users:list'], after: ['users:read'] },
      },
    ])
  })

  it('records both actions in one write when details and permissions change', async () => {
    const { id } = await made('Clerk')
    const { result, records } = await watched(() =>
      change(admin, id, { name: 'Chief', permissions: ['audit:list'] }),
    )
    expect(result).toMatchObject({ role: { version: 2 } })
    expect(records.map(({ action }) => action)).toEqual([
      'role.changed',
      'role.permissions_changed',
    ])
  })

  it('writes nothing if nothing differs', async () => {
    const { id } = await made('Clerk', ['users:list'])
    for (const changes of [
      {},
      { name: 'Clerk' },
      { permissions: ['users:list'] },
      { description: '' },
    ]) {
      const { result, heard, records, untouched } = await watched(() => change(admin, id, changes))
      expect([result.ok, heard, records, untouched]).toEqual([true, [], [], true])
    }
  })

  it('is refused if another role has the name', async () => {
    await made('Clerk')
    const { id } = await made('Chief')
    await expectRefused(
      () => change(admin, id, { name: 'CLERK' }),
      'role_name_taken',
      'role.changed',
    )
  })

  it('is refused if the version does not match', async () => {
    const { id, version } = await made('Clerk')
    await expectRefused(
      () => change(admin, id, { permissions: ['users:list'] }, [version + 1]),
      'precondition_failed',
      'role.permissions_changed',
    )
    await expectRefused(
      () => change(admin, id, { name: 'x' }, []),
      'precondition_failed',
      'role.changed',
    )
    expect(await change(admin, id, { name: 'x' }, [version, 9])).toMatchObject({
      role: { version: 2 },
    })
    expect((await change(admin, id, { name: 'y' }, null)).ok).toBe(true)
  })

  it.each(['admin', 'user'] as const)('is refused for the system role %s', async (name) => {
    const { id } = await system(name)
    await expectRefused(
      () => change(admin, id, { name: 'boss' }),
      'system_role_immutable',
      'role.changed',
    )
    await expectRefused(
      () => change(admin, id, { permissions: [] }),
      'system_role_immutable',
      'role.permissions_changed',
    )
    await expectRefused(
      () => deleteRole(admin, { roleId: id }, ctx()),
      'system_role_immutable',
      'role.deleted',
    )
  })

  it('is refused if it would grant a permission that the actor lacks', async () => {
    const { id } = await made('Clerk', ['users:list'])
    await expectRefused(
      () => change(keeper, id, { permissions: ['users:list', 'audit:list'] }),
      'privilege_escalation',
      'role.permissions_changed',
    )
  })

  it('is refused for a role with a permission that the actor lacks, whatever the change', async () => {
    const { id } = await made('Auditor', ['users:list', 'audit:list'])
    for (const changes of [
      { name: 'x' },
      { description: 'x' },
      { permissions: [] },
      { permissions: ['users:list'] },
    ])
      await expectRefused(
        () => change(keeper, id, changes),
        'privilege_escalation',
        'permissions' in changes ? 'role.permissions_changed' : 'role.changed',
      )
    await expectRefused(
      () => deleteRole(keeper, { roleId: id }, ctx()),
      'privilege_escalation',
      'role.deleted',
    )
  })

  it.each(['nobody', '', "' OR 1=1", '9'.repeat(5000), '01890000-0000-7000-8000-00000000000g'])(
    'returns not_found for the malformed id %.20s without querying the database',
    async (roleId) => {
      for (const act of [
        () => change(admin, roleId, {}),
        () => deleteRole(admin, { roleId }, ctx()),
        () => getRole(roleId),
      ])
        expect(await act()).toMatchObject({ code: 'not_found' })
    },
  )

  it('returns not_found for an unknown id', async () => {
    for (const roleId of [newId(), admin.userId]) {
      await expectRefused(() => change(admin, roleId, { name: 'x' }), 'not_found', 'role.changed')
      await expectRefused(() => deleteRole(admin, { roleId }, ctx()), 'not_found', 'role.deleted')
    }
  })
})
