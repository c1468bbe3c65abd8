import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { deliver, subscribe, type BusMessage } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { Principal } from '@/lib/platform/request-context'
import { changeRole } from '@/lib/rbac-admin/change-role'
import { createRole } from '@/lib/rbac-admin/create-role'
import { deleteRole } from '@/lib/rbac-admin/delete-role'
import { getRole } from '@/lib/rbac-admin/get-role'
import { listPermissions } from '@/lib/rbac-admin/list-permissions'
import { listRoles } from '@/lib/rbac-admin/list-roles'
import type { PresentedRole } from '@/lib/rbac-admin/present-role'
import { grantSystemRole } from '@/lib/rbac/assign-role.store'
import { findAccess, peekAccess } from '@/lib/rbac/find-access'
import { permissionCatalog } from '@/lib/rbac/permission-catalog'
import { syncCatalog } from '@/lib/rbac/sync-catalog'
import { insertRole } from '@/lib/testing/insert-role'
import { insertUser } from '@/lib/testing/insert-user'
import { principalOf } from '@/lib/testing/principal-of'
import { testContext as ctx } from '@/lib/testing/test-context'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'

useTestDatabase()
const NOW = new Date('2026-11-21T10:00:00Z')
let admin: Principal
/** Manages roles, and holds little else. */
let keeper: Principal

beforeAll(async () => {
  useSettings()
  await syncCatalog(NOW)
  const ids = [(await insertUser()).id, (await insertUser()).id]
  await inTransaction((tx) => grantSystemRole(tx, ids[0]!, 'admin'))
  await insertRole('keeper', ['rbac:manage', 'users:list', 'users:read'], [ids[1]!])
  admin = await principalOf(ids[0]!)
  keeper = await principalOf(ids[1]!)
})
beforeEach(async () => {
  await db()
    .$executeRaw`DELETE FROM user_roles WHERE user_id NOT IN (${admin.userId}::uuid, ${keeper.userId}::uuid)`
  await db().role.deleteMany({ where: { isSystem: false, name: { not: 'keeper' } } })
  deliver({ type: 'resync' })
})

const names = permissionCatalog.map(({ name }) => name).sort()
const withoutPayments = permissionCatalog.filter(({ resource }) => resource !== 'payments')
const system = (name: 'admin' | 'user') => db().role.findUniqueOrThrow({ where: { nameKey: name } })

async function made(name: string, permissions: string[] = [], actor = admin): Promise<PresentedRole> {
  const result = await createRole(actor, { name, description: '', permissions }, ctx())
  if (!result.ok) throw new Error(result.code)
  return result.role
}
const change = (actor: Principal, roleId: string, changes: object, versions?: number[] | null) =>
  changeRole(actor, { roleId, changes, versions }, ctx({ now: new Date(NOW.getTime() + 60_000) }))

/** Everything that a refused act must leave as it was. */
const stateNow = async () => ({
  roles: await db().role.findMany({ orderBy: { id: 'asc' }, include: { permissions: true } }),
  grants: await db().userRole.findMany({ orderBy: [{ userId: 'asc' }, { roleId: 'asc' }] }),
})

/** What an act answers, what the bus heard of it, what was recorded of it, and whether it wrote nothing. */
async function watched<T>(act: () => Promise<T>) {
  const before = await stateNow()
  const since = newId()
  const heard: BusMessage[] = []
  const stop = subscribe((message) => heard.push(message))
  onTestFinished(stop)
  const result = await act()
  stop()
  const records = await db().auditRecord.findMany({ where: { id: { gt: since } }, orderBy: { id: 'asc' } })
  const untouched = JSON.stringify(await stateNow()) === JSON.stringify(before)
  return { result, heard, records, untouched }
}
/** Expects a refusal that wrote nothing, told nobody, and was recorded. */
async function expectRefused(act: () => Promise<unknown>, code: string, action: string) {
  const { result, heard, records, untouched } = await watched(act)
  expect(result).toMatchObject({ ok: false, code })
  expect(heard).toEqual([])
  expect(untouched).toBe(true)
  expect(records).toMatchObject([
    { action, outcome: 'refused', targetType: 'role', details: { reason: code } },
  ])
}

describe('making a role', () => {
  it('gives it what was asked, tells the bus and the record', async () => {
    const role = { name: 'Clerk', description: 'Sees people', permissions: ['users:list', 'users:read'] }
    const { result, heard, records } = await watched(() => createRole(keeper, role, ctx({ now: NOW })))
    expect(result).toMatchObject({
      ok: true,
      role: {
        ...role,
        is_system: false,
        retired_permissions: [],
        user_count: 0,
        version: 1,
        created_at: NOW.toISOString(),
        updated_at: NOW.toISOString(),
      },
    })
    const { id } = (result as { role: PresentedRole }).role
    expect(await getRole(id)).toEqual(result)
    expect(heard).toEqual([{ type: 'rbac.changed' }])
    expect(records).toMatchObject([
      { action: 'role.created', outcome: 'ok', actorId: keeper.userId, targetId: id, details: role },
    ])
  })

  it.each(['clerk', 'CLERK', ' Ｃlerk ', 'admin', 'USER'])(
    'is refused under the name %j, which is taken',
    async (name) => {
      await made('Clerk')
      await expectRefused(
        () => createRole(admin, { name, description: '', permissions: [] }, ctx()),
        'role_name_taken',
        'role.created',
      )
    },
  )

  it('is refused with a permission that its maker lacks', async () => {
    for (const permissions of [['audit:list'], ['users:list', 'audit:list'], names])
      await expectRefused(
        () => createRole(keeper, { name: 'Auditor', description: '', permissions }, ctx()),
        'privilege_escalation',
        'role.created',
      )
  })

  it('is refused to who lost the right a moment ago, although the request still says otherwise', async () => {
    const id = (await insertUser()).id
    const roleId = await insertRole('short-lived', ['rbac:manage'], [id])
    const stale = await principalOf(id)
    await db().userRole.deleteMany({ where: { userId: id, roleId } })
    await expectRefused(
      () => createRole(stale, { name: 'x', description: '', permissions: [] }, ctx()),
      'insufficient_permission',
      'role.created',
    )
  })
})

describe('changing a role', () => {
  it('renames and describes, and leaves permissions alone', async () => {
    const { id } = await made('Clerk', ['users:list'])
    const { result, heard, records } = await watched(() => change(keeper, id, { name: 'Registrar' }))
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

  it('replaces the permissions, at once for who has the role', async () => {
    const { id: userId } = await insertUser()
    const roleId = await insertRole('Clerk', ['users:list'], [userId])
    expect([...(await findAccess(userId))!.permissions]).toEqual(['users:list'])
    const { result, records } = await watched(() => change(keeper, roleId, { permissions: ['users:read'] }))
    expect(result).toMatchObject({ role: { permissions: ['users:read'], user_count: 1, version: 2 } })
    expect(peekAccess(userId)).toBeUndefined()
    expect([...(await findAccess(userId))!.permissions]).toEqual(['users:read'])
    expect(records).toMatchObject([
      {
        action: 'role.permissions_changed',
        details: { name: 'Clerk', before: ['users:list'], after: ['users:read'] },
      },
    ])
  })

  it('records both where both changed, as one write', async () => {
    const { id } = await made('Clerk')
    const { result, records } = await watched(() =>
      change(admin, id, { name: 'Chief', permissions: ['audit:list'] }),
    )
    expect(result).toMatchObject({ role: { version: 2 } })
    expect(records.map(({ action }) => action)).toEqual(['role.changed', 'role.permissions_changed'])
  })

  it('writes nothing where all is as wanted', async () => {
    const { id } = await made('Clerk', ['users:list'])
    for (const changes of [{}, { name: 'Clerk' }, { permissions: ['users:list'] }, { description: '' }]) {
      const { result, heard, records, untouched } = await watched(() => change(admin, id, changes))
      expect([result.ok, heard, records, untouched]).toEqual([true, [], [], true])
    }
  })

  it('is refused under a name that another role has', async () => {
    await made('Clerk')
    const { id } = await made('Chief')
    await expectRefused(() => change(admin, id, { name: 'CLERK' }), 'role_name_taken', 'role.changed')
  })

  it('is refused when the version is not the expected one', async () => {
    const { id, version } = await made('Clerk')
    await expectRefused(
      () => change(admin, id, { permissions: ['users:list'] }, [version + 1]),
      'precondition_failed',
      'role.permissions_changed',
    )
    await expectRefused(() => change(admin, id, { name: 'x' }, []), 'precondition_failed', 'role.changed')
    expect(await change(admin, id, { name: 'x' }, [version, 9])).toMatchObject({ role: { version: 2 } })
    expect((await change(admin, id, { name: 'y' }, null)).ok).toBe(true)
  })

  it.each(['admin', 'user'] as const)('is refused for the system role %s', async (name) => {
    const { id } = await system(name)
    await expectRefused(() => change(admin, id, { name: 'boss' }), 'system_role_immutable', 'role.changed')
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

  it('is refused where it would give what the actor lacks', async () => {
    const { id } = await made('Clerk', ['users:list'])
    await expectRefused(
      () => change(keeper, id, { permissions: ['users:list', 'audit:list'] }),
      'privilege_escalation',
      'role.permissions_changed',
    )
  })

  it('is refused for a role that holds what the actor lacks, whatever would change', async () => {
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
    'of an id like %.20s is not found, without asking the database',
    async (roleId) => {
      for (const act of [
        () => change(admin, roleId, {}),
        () => deleteRole(admin, { roleId }, ctx()),
        () => getRole(roleId),
      ])
        expect(await act()).toMatchObject({ code: 'not_found' })
    },
  )

  it('of an id that is no role’s is not found', async () => {
    for (const roleId of [newId(), admin.userId]) {
      await expectRefused(() => change(admin, roleId, { name: 'x' }), 'not_found', 'role.changed')
      await expectRefused(() => deleteRole(admin, { roleId }, ctx()), 'not_found', 'role.deleted')
    }
  })
})

describe('deleting a role', () => {
  it('removes it, and its grants', async () => {
    const { id } = await made('Clerk', ['users:list'])
    const { result, heard, records } = await watched(() =>
      deleteRole(keeper, { roleId: id, versions: [1] }, ctx()),
    )
    expect(result).toEqual({ ok: true })
    expect(heard).toEqual([{ type: 'rbac.changed' }])
    expect(records).toMatchObject([
      {
        action: 'role.deleted',
        outcome: 'ok',
        targetId: id,
        details: { before: { name: 'Clerk', permissions: ['users:list'] } },
      },
    ])
    expect(await getRole(id)).toMatchObject({ code: 'not_found' })
    expect((await made('Clerk')).permissions).toEqual([])
  })

  it.each(['active', 'pending', 'deactivated', 'deleted'] as const)(
    'is refused while somebody %s has it',
    async (status) => {
      const { id: userId } = await insertUser({ status })
      const roleId = await insertRole('Clerk', ['users:list'], [userId])
      await expectRefused(() => deleteRole(admin, { roleId }, ctx()), 'role_in_use', 'role.deleted')
    },
  )

  it('is refused when the version is not the expected one', async () => {
    const { id } = await made('Clerk')
    await expectRefused(
      () => deleteRole(admin, { roleId: id, versions: [7] }, ctx()),
      'precondition_failed',
      'role.deleted',
    )
  })
})

describe('a permission that left the code', () => {
  it('is shown as retired and can not be granted, and goes with the next permissions that are set', async () => {
    const { id } = await made('Cashier', ['payments:charge', 'users:list'])
    await syncCatalog(NOW, withoutPayments)
    onTestFinished(() => syncCatalog(NOW))
    expect(await getRole(id)).toMatchObject({
      role: { permissions: ['users:list'], retired_permissions: ['payments:charge'] },
    })
    const listed = await listPermissions()
    expect(listed.filter(({ retired }) => retired).map(({ name }) => name)).toEqual([
      'payments:charge',
      'payments:list',
    ])
    const refused = await createRole(
      admin,
      { name: 'x', description: '', permissions: ['audit:list', 'payments:list'] },
      ctx(),
    )
    expect(refused).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/permissions/1', code: 'not_supported' }],
    })
    const { result, untouched } = await watched(() => change(admin, id, { permissions: ['payments:charge'] }))
    expect([result, untouched]).toMatchObject([{ code: 'validation_failed' }, true])
    expect((await change(admin, id, { name: 'Teller' })).ok).toBe(true)
    expect(await getRole(id)).toMatchObject({ role: { retired_permissions: ['payments:charge'] } })
    expect((await change(admin, id, { permissions: ['users:list'] })).ok).toBe(true)
    await syncCatalog(NOW)
    expect(await getRole(id)).toMatchObject({
      role: { permissions: ['users:list'], retired_permissions: [] },
    })
  })

  it('guards the role that holds it, for it may return', async () => {
    const { id } = await made('Cashier', ['payments:charge'])
    await syncCatalog(NOW, withoutPayments)
    onTestFinished(() => syncCatalog(NOW))
    await expectRefused(() => change(keeper, id, { name: 'x' }), 'privilege_escalation', 'role.changed')
  })
})

describe('the list of roles', () => {
  it('is newest first, page by page, with everything on it once', async () => {
    for (let i = 0; i < 5; i++) await made(`role ${i}`)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof listRoles>> = await listRoles({ limit: 2, cursor })
      if (!page.ok) throw new Error(page.code)
      expect(page.roles.length).toBeLessThanOrEqual(2)
      seen.push(...page.roles.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen.slice(0, 5)).toEqual(['role 4', 'role 3', 'role 2', 'role 1', 'role 0'])
    expect(seen.slice(5).sort()).toEqual(['admin', 'keeper', 'user'])
  })

  it.each(["'", 'null', '-1'])('refuses the cursor %j', async (cursor) => {
    expect(await listRoles({ limit: 2, cursor })).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/cursor' }],
    })
  })

  it('counts who has a role', async () => {
    const ids = [(await insertUser()).id, (await insertUser({ status: 'deactivated' })).id]
    await insertRole('Clerk', [], ids)
    const page = await listRoles({ limit: 10 })
    const counted = page.ok && page.roles.map(({ name, user_count }) => [name, user_count])
    expect(counted).toContainEqual(['Clerk', 2])
  })
})
