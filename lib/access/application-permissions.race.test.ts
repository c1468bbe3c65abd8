import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPermission, retirePermission } from '@/lib/access/change-permission'
import { changeRole } from '@/lib/access/change-role'
import { findAccess } from '@/lib/access/find-access'
import { syncPermissions } from '@/lib/access/sync-permissions'
import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { NOW, useRoleStage } from '@/tests/kit/role-stage'
import { insertRole } from '@/tests/kit/roles'
import { testContext } from '@/tests/kit/test-context'

const stage = useRoleStage()
let admin: Principal
beforeAll(() => {
  ;({ admin } = stage)
})
beforeEach(async () => {
  await db().$executeRaw`DELETE FROM role_permissions rp USING permissions p
    WHERE p.name = rp.permission AND p.application IS NOT NULL`
  await db().permission.deleteMany({ where: { application: { not: null } } })
})

const READ = 'crm:contacts:read'
const ctx = () => testContext({ now: NOW })
const sync = (names: readonly string[]) =>
  syncPermissions(
    admin,
    {
      application: 'crm',
      permissions: names.map((name) => ({ name, description: `May ${name}` })),
    },
    ctx(),
  )
const create = (description: string) =>
  createPermission(admin, { name: READ, description, group: null, privileged: false }, ctx())
const codes = (results: { ok: boolean; code?: string }[]) =>
  results.map(({ ok, code }) => (ok ? 'ok' : code)).sort()
const active = async () =>
  (
    await db().permission.findMany({
      where: { application: 'crm', retiredAt: null },
      orderBy: { name: 'asc' },
    })
  ).map(({ name }) => name)

describe('twenty concurrent requests', () => {
  it('to create one permission create it once', async () => {
    const results = await twenty((i) => create(`Attempt ${i}`))
    expect(codes(results)).toEqual(['ok', ...Array<string>(19).fill('permission_name_taken')])
    const winner = results.findIndex(({ ok }) => ok)
    expect(await db().permission.findUnique({ where: { name: READ } })).toMatchObject({
      description: `Attempt ${winner}`,
    })
  })

  it('to retire one permission retire it once', async () => {
    await create('Read')
    const results = await twenty(() => retirePermission(admin, { name: READ }, ctx()))
    expect(codes(results)).toEqual([...Array<string>(19).fill('not_found'), 'ok'].sort())
  })

  it('to sync two catalogs leave exactly one of them, and count each change once', async () => {
    const catalogs = [
      ['crm:contacts:export', READ],
      ['crm:contacts:delete', READ],
    ]
    const results = await twenty((i) => sync(catalogs[i % 2]!))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect([catalogs[0], [...catalogs[1]!].sort()]).toContainEqual(await active())
    const added = results.filter((one) => one.ok && one.result.added.includes(READ))
    expect(added).toHaveLength(1)
  })

  it('to sync and grant never grant a permission that is retired', async () => {
    await sync([READ])
    const { id } = await insertUser()
    const roleId = await insertRole('granted', [], [id])
    const grant = { roleId, changes: { permissions: [READ] } }
    const results = await twenty<{ ok: boolean; code?: string }>((i) =>
      i === 10 ? sync([]) : changeRole(admin, grant, ctx()),
    )
    expect(results[10]!.ok).toBe(true)
    for (const result of results) if (!result.ok) expect(result.code).toBe('validation_failed')
    expect(await db().rolePermission.count({ where: { permission: READ } })).toBe(0)
    await sync([READ])
    expect([...(await findAccess(id))!.permissions]).toEqual([])
  })
})
