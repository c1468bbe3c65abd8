import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listPermissions, syncCatalog } from '@/lib/access/catalog'
import { changeRole, createRole, deleteRole } from '@/lib/access/change-role'
import { getRole, listRoles } from '@/lib/access/list-roles'
import type { PresentedRole } from '@/lib/access/present-role'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { db } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { insertUser } from '@/tests/kit/insert-user'
import { principalOf } from '@/tests/kit/principal-of'
import { expectRefused, madeRole, NOW, useRoleStage, watched } from '@/tests/kit/role-stage'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'

const stage = useRoleStage()
let admin: SessionPrincipal
let keeper: SessionPrincipal
beforeAll(() => {
  ;({ admin, keeper } = stage)
})

const names = permissionCatalog.map(({ name }) => name).sort()
const withoutPayments = permissionCatalog.filter(({ resource }) => resource !== 'payments')
const made = (name: string, permissions: string[] = []) => madeRole(admin, name, permissions)
const change = (
  actor: SessionPrincipal,
  roleId: string,
  changes: object,
  versions?: number[] | null,
) =>
  changeRole(actor, { roleId, changes, versions }, ctx({ now: new Date(NOW.getTime() + 60_000) }))

describe('creating a role', () => {
  it('stores the permissions, notifies the bus and audits the action', async () => {
    const role = {
      name: 'Clerk',
      description: 'Sees people',
      permissions: ['users:list', 'users:read'],
    }
    const { result, heard, records } = await watched(() =>
      createRole(keeper, role, ctx({ now: NOW })),
    )
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
      {
        action: 'role.created',
        outcome: 'ok',
        actorId: keeper.userId,
        targetId: id,
        details: role,
      },
    ])
  })

  it.each(['clerk', 'CLERK', ' Ｃlerk ', 'admin', 'USER'])(
    'is refused if the name %j is taken',
    async (name) => {
      await made('Clerk')
      await expectRefused(
        () => createRole(admin, { name, description: '', permissions: [] }, ctx()),
        'role_name_taken',
        'role.created',
      )
    },
  )

  it('is refused with a permission that the actor lacks', async () => {
    for (const permissions of [['audit:list'], ['users:list', 'audit:list'], names])
      await expectRefused(
        () => createRole(keeper, { name: 'Auditor', description: '', permissions }, ctx()),
        'privilege_escalation',
        'role.created',
      )
  })

  it('is refused if the permission was just revoked, even if the request still has it', async () => {
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

describe('deleting a role', () => {
  it('removes the role and its grants', async () => {
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

  it.each(['active', 'pending', 'deactivated'] as const)(
    'is refused while an account with status %s has it',
    async (status) => {
      const { id: userId } = await insertUser({ status })
      const roleId = await insertRole('Clerk', ['users:list'], [userId])
      await expectRefused(() => deleteRole(admin, { roleId }, ctx()), 'role_in_use', 'role.deleted')
    },
  )

  it('is not blocked by deleted accounts, which cannot be unassigned', async () => {
    const { id: gone } = await insertUser({ status: 'deleted' })
    const roleId = await insertRole('Clerk', ['users:list'], [gone])
    const { result, records } = await watched(() => deleteRole(admin, { roleId }, ctx()))
    expect(result).toEqual({ ok: true })
    expect(records).toMatchObject([{ action: 'role.deleted', details: { deleted_holders: 1 } }])
    expect(await db().userRole.count({ where: { userId: gone } })).toBe(0)
  })

  it('leaves the roles of deleted accounts unchanged when it is refused', async () => {
    const [{ id: gone }, { id: stays }] = [
      await insertUser({ status: 'deleted' }),
      await insertUser(),
    ]
    const roleId = await insertRole('Clerk', ['users:list'], [gone, stays])
    await expectRefused(() => deleteRole(admin, { roleId }, ctx()), 'role_in_use', 'role.deleted')
  })

  it('is refused if the version does not match', async () => {
    const { id } = await made('Clerk')
    await expectRefused(
      () => deleteRole(admin, { roleId: id, versions: [7] }, ctx()),
      'precondition_failed',
      'role.deleted',
    )
  })
})

describe('a retired permission', () => {
  it('is shown as retired, cannot be granted, and is removed when permissions are next set', async () => {
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
    const { result, untouched } = await watched(() =>
      change(admin, id, { permissions: ['payments:charge'] }),
    )
    expect([result, untouched]).toMatchObject([{ code: 'validation_failed' }, true])
    expect((await change(admin, id, { name: 'Teller' })).ok).toBe(true)
    expect(await getRole(id)).toMatchObject({ role: { retired_permissions: ['payments:charge'] } })
    expect((await change(admin, id, { permissions: ['users:list'] })).ok).toBe(true)
    await syncCatalog(NOW)
    expect(await getRole(id)).toMatchObject({
      role: { permissions: ['users:list'], retired_permissions: [] },
    })
  })

  it('protects the role that has it, because it may return', async () => {
    const { id } = await made('Cashier', ['payments:charge'])
    await syncCatalog(NOW, withoutPayments)
    onTestFinished(() => syncCatalog(NOW))
    await expectRefused(
      () => change(keeper, id, { name: 'x' }),
      'privilege_escalation',
      'role.changed',
    )
  })
})

describe('the list of roles', () => {
  it('is sorted newest first and pages through every role once', async () => {
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

  it('counts the users with each role', async () => {
    const ids = [(await insertUser()).id, (await insertUser({ status: 'deactivated' })).id]
    await insertRole('Clerk', [], ids)
    const page = await listRoles({ limit: 10 })
    const counted = page.ok && page.roles.map(({ name, user_count }) => [name, user_count])
    expect(counted).toContainEqual(['Clerk', 2])
  })
})
