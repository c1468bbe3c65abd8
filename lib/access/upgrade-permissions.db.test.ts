import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listPermissions, syncCatalog } from '@/lib/access/catalog'
import { createPermission, retirePermission } from '@/lib/access/change-permission'
import { findAccess } from '@/lib/access/find-access'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'
import { insertUser } from '@/tests/kit/insert-user'
import { NOW, useRoleStage, watched } from '@/tests/kit/role-stage'
import { insertRole } from '@/tests/kit/roles'
import { testContext } from '@/tests/kit/test-context'

const stage = useRoleStage()
let admin: Principal
let keeper: Principal
beforeAll(() => {
  ;({ admin, keeper } = stage)
})
beforeEach(async () => {
  await db().$executeRaw`DELETE FROM role_permissions rp USING permissions p
    WHERE p.name = rp.permission AND p.application IS NOT NULL`
  await db().permission.deleteMany({ where: { application: { not: null } } })
})

const EXPORT = 'crm:contacts:export'
const ctx = () => testContext({ now: NOW })
const create = (name = EXPORT) =>
  createPermission(
    keeper,
    { name, description: 'Export contacts', group: null, privileged: false },
    ctx(),
  )
/** A user with a role that has these permissions. */
async function userWith(...permissions: string[]) {
  const { id } = await insertUser()
  return { id, roleId: await insertRole(`role of ${id}`, permissions, [id]) }
}
const held = async (userId: string) => [...((await findAccess(userId))?.permissions ?? [])]
const listed = async (name: string) =>
  (await listPermissions()).find((permission) => permission.name === name)

describe('an upgrade', () => {
  const taken = { name: EXPORT, resource: 'crm', description: 'Export everything' }

  it('that brings a permission of the same name takes it from every role but admin', async () => {
    await create()
    await create('crm:contacts:read')
    const { id } = await userWith(EXPORT, 'crm:contacts:read')
    const role = (await db().role.findFirst({ where: { users: { some: { userId: id } } } }))!
    const { records } = await watched(() => syncCatalog(NOW, [...permissionCatalog, taken]))
    expect(records).toMatchObject([
      {
        action: 'permission.taken_over',
        actorId: null,
        targetId: EXPORT,
        details: { roles: ['admin', role.name] },
      },
    ])
    expect(await held(id)).toEqual(['crm:contacts:read'])
    expect(await held(admin.userId)).toContain(EXPORT)
    const row = await db().permission.findUniqueOrThrow({ where: { name: EXPORT } })
    expect(row).toMatchObject({ application: null, groupName: null, privileged: true })
    expect(await create('crm:contacts:new')).toMatchObject({ code: 'validation_failed' })
    expect(await retirePermission(keeper, { name: 'crm:contacts:read' }, ctx())).toEqual({
      ok: true,
    })
    await syncCatalog(NOW)
    await db().$executeRaw`DELETE FROM role_permissions WHERE permission = ${EXPORT}`
    await db().permission.delete({ where: { name: EXPORT } })
  })

  it('or a restart retires no permission of an application', async () => {
    await create()
    const { id } = await userWith(EXPORT)
    await syncCatalog(NOW)
    expect(await held(id)).toEqual([EXPORT])
    // What builds before the first permission of an application do at their start.
    await db().$executeRaw`UPDATE permissions SET retired_at = ${NOW}
      WHERE retired_at IS NULL AND name <> ALL (${permissionCatalog.map(({ name }) => name)}::text[])`
    expect(await held(id)).toEqual([EXPORT])
    expect(await listed(EXPORT)).not.toHaveProperty('retired')
  })

  it('reserves the names of a newer build while both run', async () => {
    const reports = { name: 'reports:read:all', resource: 'reports', description: 'Read reports' }
    await syncCatalog(NOW, [...permissionCatalog, reports])
    expect(await create('reports:read:all')).toMatchObject({ code: 'system_permission' })
    expect(await create('reports:write:all')).toMatchObject({ code: 'validation_failed' })
    expect(await retirePermission(admin, { name: 'reports:read:all' }, ctx())).toMatchObject({
      code: 'system_permission',
    })
    await syncCatalog(NOW)
    await db().$executeRaw`DELETE FROM role_permissions WHERE permission = ${reports.name}`
    await db().permission.delete({ where: { name: reports.name } })
  })
})
