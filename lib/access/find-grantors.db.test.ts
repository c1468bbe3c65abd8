import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { findGrantors, findPerson, listGrantingRoles } from '@/lib/access/explain-permission'
import { findRoleRefusal } from '@/lib/access/list-roles'
import { findOwnLostPermissions } from '@/lib/access/preview-role'
import { permissionCatalog, type PermissionName } from '@/lib/config/permission-catalog'
import { deliver } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { insertRole } from '@/tests/kit/roles'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
const NOW = new Date('2026-11-21T10:00:00Z')
beforeAll(async () => {
  useSettings()
  await syncCatalog(NOW)
})
beforeEach(async () => {
  await db().user.deleteMany()
  await db().role.deleteMany({ where: { isSystem: false } })
  deliver({ type: 'resync' })
})

const idsOf = async (asker: SessionPrincipal, permission: PermissionName) =>
  (await findGrantors(asker, permission))?.map(({ id }) => id)

describe('the list of users to ask for a permission', () => {
  it('is shown to users with any users permission, and to no one else', async () => {
    const admin = await insertAdministrator()
    for (const { name, resource } of permissionCatalog)
      expect(await idsOf(await holderOf(name), 'audit:list'), name).toEqual(
        resource === 'users' ? [admin.id] : undefined,
      )
    expect(await findGrantors(await holderOf(), 'audit:list')).toBeNull()
  })

  it('has active users who manage or assign roles and have the permission, through any of their roles', async () => {
    const asker = await holderOf('users:read')
    const manager = await holderOf('rbac:manage', 'audit:list')
    const assigner = await holderOf('users:role:change')
    await insertRole('Auditor', ['audit:list'], [assigner.userId])
    await holderOf('rbac:manage', 'users:role:change')
    await holderOf('audit:list')
    for (const status of ['pending', 'deactivated', 'deleted'] as const)
      await insertRole(status, ['rbac:manage', 'audit:list'], [(await insertUser({ status })).id])
    expect(await idsOf(asker, 'audit:list')).toEqual([manager.userId, assigner.userId])
  })

  it('never includes the asking user, and is empty for a retired permission', async () => {
    const asker = await holderOf('users:read', 'rbac:manage', 'payments:list')
    const admin = await insertAdministrator()
    expect(await idsOf(asker, 'payments:list')).toEqual([admin.id])
    onTestFinished(() => syncCatalog(NOW))
    await syncCatalog(
      NOW,
      permissionCatalog.filter(({ resource }) => resource !== 'payments'),
    )
    expect(await idsOf(asker, 'payments:list')).toEqual([])
  })

  it('has at most five users, the oldest accounts, each once', async () => {
    const asker = await holderOf('users:read')
    const people: string[] = []
    for (let i = 0; i < 7; i++) people.push((await insertUser()).id)
    await insertRole('One', ['rbac:manage', 'audit:list'], people)
    await insertRole('Two', ['users:role:change', 'audit:list'], people.toReversed())
    expect(await idsOf(asker, 'audit:list')).toEqual(people.slice(0, 5))
    const first = await db().user.findUniqueOrThrow({ where: { id: people[0]! } })
    expect((await findGrantors(asker, 'audit:list'))![0]).toEqual({
      id: first.id,
      email: first.email,
      name: first.name,
    })
  })
})

describe('the effect of a role for the viewer', () => {
  it('includes why a change would be refused', async () => {
    const keeper = await holderOf('rbac:manage', 'users:list')
    const [mine, more] = [
      await insertRole('A', ['users:list']),
      await insertRole('B', ['audit:list']),
    ]
    const system = await db().role.findUniqueOrThrow({ where: { nameKey: 'user' } })
    expect(await findRoleRefusal(keeper, mine)).toBeNull()
    expect(await findRoleRefusal(keeper, more)).toBe('privilege_escalation')
    expect(await findRoleRefusal(keeper, system.id)).toBe('system_role_immutable')
    for (const id of [newId(), "'", '']) expect(await findRoleRefusal(keeper, id)).toBe('not_found')
  })

  it('includes the permissions that viewers would lose themselves, except those granted by another role', async () => {
    const keeper = await holderOf('rbac:manage')
    const roleId = await insertRole(
      'A',
      ['users:list', 'users:read', 'audit:list'],
      [keeper.userId],
    )
    await insertRole('B', ['users:read'], [keeper.userId])
    const other = await insertRole('C', ['contacts:list'])
    const permissions = ['users:read', 'users:list', 'contacts:list']
    expect(await findOwnLostPermissions(keeper, { roleId, permissions })).toEqual(['users:list'])
    expect(await findOwnLostPermissions(keeper, { roleId: other, permissions })).toEqual([])
    expect(await findOwnLostPermissions(keeper, { roleId, permissions: [] })).toEqual([])
  })
})

describe('the user and roles in an explanation', () => {
  it('show the user’s details to viewers who may list users, and only the id to others', async () => {
    const { id, email } = await insertUser({ name: 'Ada' })
    expect(await findPerson(await holderOf('rbac:manage', 'users:list'), id)).toMatchObject({
      id,
      email,
      name: 'Ada',
    })
    expect(await findPerson(await holderOf('rbac:manage'), id)).toMatchObject({
      id,
      email: null,
      name: null,
    })
    for (const nobody of [newId(), "'", ''])
      expect(await findPerson(await holderOf('users:list'), nobody)).toBeNull()
  })

  it('show the roles that grant a permission, and whether there are more', async () => {
    for (const name of ['Zoo', 'Bar', 'Foo']) await insertRole(name, ['contacts:list'])
    const named = async (limit: number) => {
      const { roles, more } = await listGrantingRoles('contacts:list', limit)
      return [...roles.map(({ name }) => name), more]
    }
    expect(await named(4)).toEqual(['Bar', 'Foo', 'Zoo', 'admin', false])
    expect(await named(2)).toEqual(['Bar', 'Foo', true])
    expect(await listGrantingRoles('users:*', 2)).toEqual({ roles: [], more: false })
  })
})
