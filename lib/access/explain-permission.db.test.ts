import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { explainPermission, listHolders } from '@/lib/access/explain-permission'
import { findAccess } from '@/lib/access/find-access'
import { grantSystemRole } from '@/lib/access/grants.store'
import { previewRole } from '@/lib/access/preview-role'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { deliver, subscribe } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { insertUser } from '@/tests/kit/insert-user'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
const NOW = new Date('2026-11-21T10:00:00Z')
const withoutPayments = permissionCatalog.filter(({ resource }) => resource !== 'payments')
let admin: SessionPrincipal
let keeper: SessionPrincipal

beforeAll(async () => {
  useSettings()
  await syncCatalog(NOW)
  const ids = [(await insertUser()).id, (await insertUser()).id]
  await inTransaction((tx) => grantSystemRole(tx, ids[0]!, 'admin'))
  await insertRole('keeper', ['rbac:manage', 'users:read'], [ids[1]!])
  admin = await principalOf(ids[0]!)
  keeper = await principalOf(ids[1]!)
})
beforeEach(async () => {
  await db()
    .$executeRaw`DELETE FROM user_roles WHERE user_id NOT IN (${admin.userId}::uuid, ${keeper.userId}::uuid)`
  await db().role.deleteMany({ where: { isSystem: false, name: { not: 'keeper' } } })
  deliver({ type: 'resync' })
})

async function explained(userId: string, permission: string) {
  const result = await explainPermission(userId, permission)
  if (!result.ok) throw new Error(result.code)
  return result.explanation
}

describe('an explanation', () => {
  it('names every role that grants the permission to the user', async () => {
    const { id } = await insertUser()
    const clerk = await insertRole('Clerk', ['users:list', 'audit:list'], [id])
    const chief = await insertRole('Chief', ['users:list'], [id])
    await insertRole('Reader', ['users:read'], [id])
    expect(await explained(id, 'users:list')).toEqual({
      user_id: id,
      permission: 'users:list',
      decision: 'allow',
      reason: 'granted',
      account_status: 'active',
      roles: ['Chief', 'Clerk', 'Reader'],
      path: [
        { role_id: chief, role: 'Chief', permission: 'users:list' },
        { role_id: clerk, role: 'Clerk', permission: 'users:list' },
      ],
    })
  })

  it('says that no role grants it, and lists the user’s roles', async () => {
    const { id } = await insertUser()
    await insertRole('Reader', ['users:read'], [id])
    expect(await explained(id, 'users:list')).toMatchObject({
      decision: 'deny',
      reason: 'no_role_grants_it',
      roles: ['Reader'],
      path: [],
    })
  })

  it.each(['pending', 'deactivated', 'deleted'] as const)(
    'says that an account is %s',
    async (status) => {
      const { id } = await insertUser({ status })
      const roleId = await insertRole('Clerk', ['users:list'], [id])
      expect(await explained(id, 'users:list')).toMatchObject({
        decision: 'deny',
        reason: 'account_not_active',
        account_status: status,
        path: [{ role_id: roleId }],
      })
    },
  )

  it('says that the user must set up two-step verification first', async () => {
    const { id } = await insertUser()
    const roleId = await insertRole('Guard', ['users:list'], [id])
    expect(await explained(id, 'users:list')).toMatchObject({ decision: 'allow' })
    await db().role.update({ where: { id: roleId }, data: { requiresMfa: true } })
    expect(await explained(id, 'users:list')).toMatchObject({
      decision: 'deny',
      reason: 'second_factor_missing',
      path: [{ role: 'Guard' }],
    })
  })

  it('says that the permission was retired', async () => {
    const { id } = await insertUser()
    await insertRole('Cashier', ['payments:list'], [id])
    await syncCatalog(NOW, withoutPayments)
    onTestFinished(() => syncCatalog(NOW))
    expect(await explained(id, 'payments:list')).toMatchObject({
      decision: 'deny',
      reason: 'permission_retired',
      path: [{ role: 'Cashier' }],
    })
  })

  it.each(['USERS:LIST', 'users:list ', 'users:*', '*', "' OR 1=1", '%', '__proto__'])(
    'reports permission %j as unknown, even for a user with all permissions',
    async (permission) => {
      expect(await explained(admin.userId, permission)).toMatchObject({
        decision: 'deny',
        reason: 'permission_unknown',
        path: [],
      })
    },
  )

  it('agrees with the actual decision for every user and permission', async () => {
    for (const status of ['active', 'deactivated'] as const) {
      const { id } = await insertUser({ status })
      await insertRole(`Clerk ${status}`, ['users:list', 'audit:list'], [id])
      for (const userId of [id, admin.userId, keeper.userId])
        for (const { name } of permissionCatalog) {
          const access = (await findAccess(userId))!
          const allowed = access.status === 'active' && access.permissions.has(name)
          expect((await explained(userId, name)).decision).toBe(allowed ? 'allow' : 'deny')
        }
    }
  })

  it.each(['nobody', "'", newId()])('is not_found for the user %s', async (id) => {
    expect(await explainPermission(id, 'users:list')).toMatchObject({ code: 'not_found' })
  })
})

describe('the list of users with a permission', () => {
  const holders = async (permission: string, limit = 50, actor = admin) => {
    const seen: { id: string; email: string | null; roles: string[] }[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof listHolders>> = await listHolders(actor, {
        permission,
        limit,
        cursor,
      })
      if (!page.ok) throw new Error(page.code)
      expect(page.holders.length).toBeLessThanOrEqual(limit)
      seen.push(...page.holders)
      cursor = page.nextCursor
    } while (cursor)
    return seen
  }

  it('has every active user with a granting role once, newest first, at any page size', async () => {
    const ids: string[] = []
    for (let i = 0; i < 7; i++) ids.push((await insertUser()).id)
    await insertRole('A', ['audit:list'], ids.slice(0, 5))
    await insertRole('B', ['audit:list', 'users:list'], ids.slice(3))
    await insertRole('C', ['users:list'], ids)
    const gone = (await insertUser({ status: 'deactivated' })).id
    await insertRole('D', ['audit:list'], [gone])
    const expected = [...ids.reverse(), admin.userId]
    for (const limit of [1, 2, 3, 50])
      expect((await holders('audit:list', limit)).map(({ id }) => id)).toEqual(expected)
    expect((await holders('audit:list'))[3]).toMatchObject({ roles: ['A', 'B'] })
  })

  it('is empty for a retired permission and refused for one that never existed', async () => {
    await syncCatalog(NOW, withoutPayments)
    onTestFinished(() => syncCatalog(NOW))
    expect(await holders('payments:list')).toEqual([])
    for (const permission of ['users:*', 'USERS:LIST', 'users:list '])
      expect(await listHolders(admin, { permission, limit: 5 })).toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: '/permission' }],
      })
    expect(
      await listHolders(admin, { permission: 'users:list', limit: 5, cursor: "'" }),
    ).toMatchObject({
      errors: [{ pointer: '/cursor' }],
    })
  })

  it('shows no email addresses to viewers who may not list users', async () => {
    expect(await holders('audit:list', 50, keeper)).toMatchObject([
      { id: admin.userId, email: null, name: null },
    ])
    expect((await holders('audit:list'))[0]?.email).toMatch(/@/)
  })
})

describe('a preview of a role change', () => {
  const preview = async (roleId: string, permissions: string[], actor = admin) => {
    const result = await previewRole(actor, { roleId, permissions })
    if (!result.ok) throw new Error(result.code)
    return result.preview
  }
  const ids = (effect: { users: { id: string }[] }) => effect.users.map(({ id }) => id)

  it('lists who gains and who loses which permissions, except those granted by another role', async () => {
    const [one, two, three] = [
      (await insertUser()).id,
      (await insertUser()).id,
      (await insertUser()).id,
    ]
    const roleId = await insertRole('Clerk', ['users:list', 'users:read'], [one, two, three])
    await insertRole('Auditor', ['audit:list'], [two])
    await insertRole('Reader', ['users:read'], [three])
    const shown = await preview(roleId, ['users:list', 'audit:list', 'contacts:list'])
    expect(shown).toMatchObject({
      role_id: roleId,
      version: 1,
      adds: ['audit:list', 'contacts:list'],
      removes: ['users:read'],
      refusal: null,
    })
    expect(shown.gains.count).toBe(3)
    expect(shown.gains.users.map(({ id, permissions }) => [id, permissions])).toEqual([
      [three, ['audit:list', 'contacts:list']],
      [two, ['contacts:list']],
      [one, ['audit:list', 'contacts:list']],
    ])
    expect(shown.loses).toMatchObject({ count: 2 })
    expect(ids(shown.loses)).toEqual([two, one])
    expect((await preview(roleId, ['users:list', 'users:read', 'audit:list'])).gains.count).toBe(2)
  })

  it('matches the effect of the actual change', async () => {
    const people: string[] = []
    for (let i = 0; i < 12; i++) people.push((await insertUser()).id)
    const roleId = await insertRole('Clerk', ['users:list', 'users:read', 'audit:list'], people)
    await insertRole('X', ['users:read', 'contacts:list'], people.slice(0, 4))
    await insertRole('Y', ['audit:list', 'payments:list'], people.slice(2, 8))
    const wanted = ['users:list', 'contacts:list', 'payments:list']
    const shown = await preview(roleId, wanted)
    const held = () =>
      Promise.all(people.map(async (id) => [...(await findAccess(id))!.permissions]))
    const before = await held()
    await db().rolePermission.deleteMany({ where: { roleId } })
    await db().rolePermission.createMany({
      data: wanted.map((permission) => ({ roleId, permission })),
    })
    deliver({ type: 'resync' })
    const after = await held()
    const missing = (from: string[][], of: string[][]) =>
      people
        .map((id, i) => ({ id, permissions: of[i]!.filter((name) => !from[i]!.includes(name)) }))
        .filter(({ permissions }) => permissions.length > 0)
        .reverse()
    const plain = (effect: typeof shown.gains) =>
      effect.users.map(({ id, permissions }) => ({ id, permissions }))
    expect(plain(shown.gains)).toEqual(missing(before, after))
    expect(plain(shown.loses)).toEqual(missing(after, before))
    expect([shown.gains.count, shown.loses.count]).toEqual([
      plain(shown.gains).length,
      plain(shown.loses).length,
    ])
  })

  it('shows the newest fifty and counts all, without deleted accounts', async () => {
    const people: string[] = []
    for (let i = 0; i < 55; i++) people.push((await insertUser()).id)
    const gone = (await insertUser({ status: 'deleted' })).id
    const roleId = await insertRole('Clerk', [], [...people, gone])
    const { gains, loses } = await preview(roleId, ['users:list'])
    expect(gains.count).toBe(55)
    expect(ids(gains)).toEqual(people.reverse().slice(0, 50))
    expect(loses).toEqual({ count: 0, users: [] })
  })

  it('shows why the change would be refused', async () => {
    const roleId = await insertRole('Clerk', ['users:read'])
    expect(await preview(roleId, ['audit:list'], keeper)).toMatchObject({
      refusal: 'privilege_escalation',
    })
    expect(await preview(roleId, [], keeper)).toMatchObject({ refusal: null })
    const system = await db().role.findUniqueOrThrow({ where: { nameKey: 'admin' } })
    expect(await preview(system.id, [])).toMatchObject({ refusal: 'system_role_immutable' })
  })

  it('writes nothing and sends no events', async () => {
    const roleId = await insertRole('Clerk', ['users:read'], [(await insertUser()).id])
    const heard: unknown[] = []
    onTestFinished(subscribe((message) => heard.push(message)))
    const state = async () => [
      await db().role.findMany({ orderBy: { id: 'asc' }, include: { permissions: true } }),
      await db().auditRecord.count(),
    ]
    const before = await state()
    await preview(roleId, ['audit:list'])
    expect(await state()).toEqual(before)
    expect(heard).toEqual([])
  })

  it('refuses retired permissions and unknown roles', async () => {
    const roleId = await insertRole('Clerk', [])
    await syncCatalog(NOW, withoutPayments)
    onTestFinished(() => syncCatalog(NOW))
    expect(await previewRole(admin, { roleId, permissions: ['payments:list'] })).toMatchObject({
      errors: [{ pointer: '/permissions/0' }],
    })
    for (const id of ['x', newId()])
      expect(await previewRole(admin, { roleId: id, permissions: [] })).toMatchObject({
        code: 'not_found',
      })
  })
})
