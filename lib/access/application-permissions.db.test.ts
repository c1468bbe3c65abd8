import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkMayActOn } from '@/lib/access/administer'
import { listPermissions } from '@/lib/access/catalog'
import {
  changePermission,
  createPermission,
  retirePermission,
} from '@/lib/access/change-permission'
import { changeRole } from '@/lib/access/change-role'
import { explainPermission } from '@/lib/access/explain-permission'
import { findAccess } from '@/lib/access/find-access'
import { previewRole } from '@/lib/access/preview-role'
import { syncPermissions } from '@/lib/access/sync-permissions'
import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'
import { insertUser } from '@/tests/kit/insert-user'
import { principalOf } from '@/tests/kit/principal-of'
import { expectRefused, NOW, useRoleStage, watched } from '@/tests/kit/role-stage'
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
const texts = { description: 'Export contacts', group: 'Contacts', privileged: false }
const ctx = () => testContext({ now: NOW })
const create = (name = EXPORT, more: object = {}, actor = keeper) =>
  createPermission(actor, { name, ...texts, ...more }, ctx())
const retire = (actor: Principal, name: string) => retirePermission(actor, { name }, ctx())
const sync = (names: string[], more: object = {}, actor = keeper) =>
  syncPermissions(
    actor,
    {
      application: 'crm',
      permissions: names.map((name) => ({ name, description: `May ${name}`, ...more })),
    },
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

describe('a permission of an application', () => {
  it('is stored, audited, announced, and held by administrators, who can grant it', async () => {
    const { result, heard, records } = await watched(() => create())
    const permission = {
      ...texts,
      name: EXPORT,
      resource: 'contacts',
      application: 'crm',
      version: 1,
      created_at: NOW.toISOString(),
    }
    expect(result).toEqual({ ok: true, permission })
    expect(heard).toEqual([{ type: 'rbac.changed' }])
    expect(records).toMatchObject([
      { action: 'permission.created', outcome: 'ok', targetId: EXPORT, details: texts },
    ])
    expect(await listed(EXPORT)).toEqual(permission)
    expect(await held(admin.userId)).toContain(EXPORT)
    expect(await held(keeper.userId)).not.toContain(EXPORT)
    const { id, roleId } = await userWith()
    const grant = { roleId, changes: { permissions: [EXPORT] } }
    expect(await changeRole(await principalOf(admin.userId), grant, ctx())).toMatchObject({
      ok: true,
      role: { permissions: [EXPORT] },
    })
    expect(await held(id)).toEqual([EXPORT])
  })

  it('is granted by no one who lacks it, not even by the one who created it', async () => {
    await create()
    const { id, roleId } = await userWith()
    const grant = { roleId, changes: { permissions: [EXPORT] } }
    await expectRefused(
      () => changeRole(keeper, grant, ctx()),
      'privilege_escalation',
      'role.permissions_changed',
    )
    expect(await held(id)).toEqual([])
  })

  it('is explained and previewed like the others', async () => {
    await create()
    const { id, roleId } = await userWith('users:list')
    const wanted = { roleId, permissions: [EXPORT] }
    expect(await previewRole(admin, wanted)).toMatchObject({
      preview: { adds: [EXPORT], removes: ['users:list'], gains: { count: 1 }, refusal: null },
    })
    expect(await explainPermission(id, EXPORT)).toMatchObject({
      explanation: { decision: 'deny', reason: 'no_role_grants_it' },
    })
    await changeRole(admin, { roleId, changes: { permissions: [EXPORT] } }, ctx())
    expect(await explainPermission(id, EXPORT)).toMatchObject({
      explanation: { decision: 'allow', path: [{ role_id: roleId, permission: EXPORT }] },
    })
    await retire(keeper, EXPORT)
    expect(await explainPermission(id, EXPORT)).toMatchObject({
      explanation: { decision: 'deny', reason: 'permission_retired', path: [] },
    })
  })

  it('cannot be created twice, and its role keeps it', async () => {
    await create()
    const { id } = await userWith(EXPORT)
    await expectRefused(
      () => create(EXPORT, { description: 'Other' }),
      'permission_name_taken',
      'permission.created',
    )
    expect(await held(id)).toEqual([EXPORT])
    expect(await listed(EXPORT)).toMatchObject({ description: 'Export contacts' })
  })

  it('changes with what was asked only, and a repetition writes nothing', async () => {
    await create()
    const change = { name: EXPORT, changes: { group: null } }
    const { result, records } = await watched(() => changePermission(keeper, change, ctx()))
    const after = { ...texts, group: null }
    expect(result).toMatchObject({ ok: true, permission: after })
    expect(records).toMatchObject([
      { action: 'permission.changed', targetId: EXPORT, details: { before: texts, after } },
    ])
    const again = await watched(() => changePermission(keeper, change, ctx()))
    expect(again).toMatchObject({ result: { ok: true }, heard: [], records: [] })
  })
})

describe('the permissions of the service', () => {
  it.each(['users:list', 'users:role:change', 'users:email:change:any'])(
    'cannot be created, changed, retired or synced: %s',
    async (name) => {
      const before = await db().permission.findMany({ orderBy: { name: 'asc' } })
      for (const [attempt, action] of [
        [() => create(name, {}, admin), 'permission.created'],
        [() => changePermission(admin, { name, changes: texts }, ctx()), 'permission.changed'],
        [() => retire(admin, name), 'permission.retired'],
        [
          () =>
            syncPermissions(
              admin,
              { application: 'users', permissions: [{ name, description: 'x' }] },
              ctx(),
            ),
          'permission.synced',
        ],
      ] as const)
        await expectRefused(attempt, 'system_permission', action)
      expect(await db().permission.findMany({ orderBy: { name: 'asc' } })).toEqual(before)
    },
  )

  it('cannot be shadowed: their resources are no applications', async () => {
    await expectRefused(
      () => create('users:contacts:read', {}, admin),
      'validation_failed',
      'permission.created',
    )
    const asked = { application: 'audit', permissions: [] }
    expect(await syncPermissions(admin, asked, ctx())).toMatchObject({
      errors: [{ pointer: '/application', code: 'reserved_application' }],
    })
  })
})

describe('retiring a permission', () => {
  it('takes it from every role, and it returns to none but admin', async () => {
    await create()
    const { id, roleId } = await userWith(EXPORT, 'users:list')
    const { result, heard, records } = await watched(() => retire(keeper, EXPORT))
    expect(result).toEqual({ ok: true })
    expect(heard).toEqual([{ type: 'rbac.changed' }])
    expect(records).toMatchObject([
      { action: 'permission.retired', details: { ...texts, roles: ['admin', `role of ${id}`] } },
    ])
    expect(await held(id)).toEqual(['users:list'])
    expect(await held(admin.userId)).not.toContain(EXPORT)
    expect(await listed(EXPORT)).toMatchObject({ retired: true, retired_at: NOW.toISOString() })
    const regrant = { roleId, changes: { permissions: [EXPORT] } }
    expect(await changeRole(admin, regrant, ctx())).toMatchObject({
      errors: [{ pointer: '/permissions/0', code: 'not_supported' }],
    })
    expect(await create()).toMatchObject({ ok: true })
    expect(await held(id)).toEqual(['users:list'])
    expect(await held(admin.userId)).toContain(EXPORT)
  })

  it('changes the entity tags of the roles that lose it', async () => {
    await create()
    const { roleId } = await userWith(EXPORT)
    await retire(keeper, EXPORT)
    const { version } = await db().role.findUniqueOrThrow({ where: { id: roleId } })
    expect(version).toBe(2)
  })

  it.each(['crm:contacts:none', 'nothing', '', "x'; --", 'a\0b', 'x'.repeat(5000)])(
    'finds nothing under %j',
    async (name) => {
      expect(await retire(admin, name)).toMatchObject({ code: 'not_found' })
      const change = { name, changes: { description: 'x' } }
      expect(await changePermission(admin, change, ctx())).toMatchObject({ code: 'not_found' })
    },
  )

  it('finds nothing that is retired already', async () => {
    await create()
    await retire(admin, EXPORT)
    expect(await retire(admin, EXPORT)).toMatchObject({ code: 'not_found' })
    const change = { name: EXPORT, changes: { description: 'x' } }
    expect(await changePermission(admin, change, ctx())).toMatchObject({ code: 'not_found' })
  })
})

describe('a sync', () => {
  const READ = 'crm:contacts:read'
  const result = (added: string[], changed: string[], retired: string[]) => ({
    ok: true,
    result: { added, changed, retired },
  })

  it('adds, changes and retires, and a repetition writes nothing', async () => {
    expect(await sync([READ, EXPORT])).toEqual(result([READ, EXPORT], [], []))
    const { id } = await userWith(READ, EXPORT)
    const reworded = { description: 'Reworded' }
    const change = await watched(() => sync([EXPORT], reworded))
    expect(change.result).toEqual(result([], [EXPORT], [READ]))
    expect(change.heard).toEqual([{ type: 'rbac.changed' }])
    expect(change.records.map(({ action, targetId }) => [action, targetId]).sort()).toEqual([
      ['permission.changed', EXPORT],
      ['permission.retired', READ],
      ['permission.synced', 'crm'],
    ])
    const again = await watched(() => sync([EXPORT], reworded))
    expect(again).toMatchObject({ result: result([], [], []), heard: [], records: [] })
    expect(await held(id)).toEqual([EXPORT])
  })

  it('grants nothing that returns to any role but admin', async () => {
    await sync([READ])
    const { id } = await userWith(READ)
    await sync([])
    expect(await sync([READ])).toEqual(result([READ], [], []))
    expect(await held(id)).toEqual([])
    expect(await held(admin.userId)).toContain(READ)
  })

  it('leaves other applications alone', async () => {
    await create('shop:orders:refund')
    await sync([])
    expect(await listed('shop:orders:refund')).not.toHaveProperty('retired')
  })

  it('keeps the group and the protection that an administrator chose, also of what returns', async () => {
    await sync([READ])
    const chosen = { group: 'People', privileged: true }
    await changePermission(keeper, { name: READ, changes: chosen }, ctx())
    expect(await sync([READ])).toEqual(result([], [], []))
    for (const names of [[], [READ]]) await sync(names, {}, admin)
    expect(await sync([READ], { group: null })).toEqual(result([], [READ], []))
    expect(await listed(READ)).toMatchObject({ group: null, privileged: true })
  })

  it('refuses names of other applications and names twice, and then writes nothing', async () => {
    await sync([READ])
    const refused = await sync(['shop:orders:refund', EXPORT, EXPORT])
    expect(refused).toMatchObject({
      errors: [
        { pointer: '/permissions/0/name', code: 'other_application' },
        { pointer: '/permissions/2/name', code: 'repeated' },
      ],
    })
    expect(await listed(READ)).not.toHaveProperty('retired')
    expect(await listed(EXPORT)).toBeUndefined()
  })

  it('is limited to 500 for each application and 1,000 for all, and forgets old retired ones', async () => {
    const many = (application: string, count: number) =>
      syncPermissions(
        keeper,
        {
          application,
          permissions: Array.from({ length: count }, (_, i) => {
            return {
              name: `${application}:thing:act-${'a'.repeat(1 + (i % 30))}${i}`,
              description: 'x',
            }
          }),
        },
        ctx(),
      )
    const tooMany = { errors: [{ code: 'too_many' }] }
    expect(await many('one', 500)).toMatchObject({ ok: true })
    expect(await create('one:thing:more')).toMatchObject(tooMany)
    expect(await many('two', 500)).toMatchObject({ ok: true })
    expect(await create('three:thing:act')).toMatchObject(tooMany)
    expect(await db().permission.count({ where: { application: 'three' } })).toBe(0)
    for (const application of ['one', 'two']) await many(application, 0)
    await create('three:thing:act')
    await retire(keeper, 'three:thing:act')
    expect(await db().permission.count({ where: { application: { not: null } } })).toBe(1000)
  })
})

describe('comparing users', () => {
  it('counts only privileged permissions of applications', async () => {
    await create()
    await create('crm:contacts:purge', { privileged: true })
    const plain = await userWith(EXPORT)
    const strong = await userWith('crm:contacts:purge')
    expect(await checkMayActOn(db(), keeper, plain.id)).toBeNull()
    expect(await checkMayActOn(db(), keeper, strong.id)).toMatchObject({
      code: 'privilege_escalation',
    })
    expect(await checkMayActOn(db(), admin, strong.id)).toBeNull()
  })

  it('cannot be influenced by actors who lack a privileged permission', async () => {
    const name = 'crm:contacts:purge'
    await create(name, { privileged: true })
    const { id } = await userWith(name)
    const code = 'privilege_escalation'
    const weaker = { name, changes: { privileged: false } }
    await expectRefused(() => changePermission(keeper, weaker, ctx()), code, 'permission.changed')
    await expectRefused(() => retire(keeper, name), code, 'permission.retired')
    await expectRefused(() => sync([]), code, 'permission.synced')
    await expectRefused(() => sync([name], { privileged: false }), code, 'permission.synced')
    expect(await held(id)).toEqual([name])
    expect(await listed(name)).toMatchObject({ privileged: true })
    const reworded = { name, changes: { description: 'Delete contacts for good' } }
    expect(await changePermission(keeper, reworded, ctx())).toMatchObject({ ok: true })
    const administrator = await principalOf(admin.userId)
    const result = { added: [], changed: [], retired: [name] }
    expect(await sync([], {}, administrator)).toEqual({ ok: true, result })
  })
})
