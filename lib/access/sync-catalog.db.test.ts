import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { type BusMessage, subscribe } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const NOW = new Date('2026-11-21T10:00:00Z')
const names = permissionCatalog.map(({ name }) => name)
const withoutPayments = permissionCatalog.filter(({ resource }) => resource !== 'payments')
const reports = { name: 'reports:read', resource: 'reports', description: 'Read reports' }

async function catalogState() {
  const permissions = await db().permission.findMany({ orderBy: { name: 'asc' } })
  const roles = await db().role.findMany({
    orderBy: { nameKey: 'asc' },
    include: { permissions: true },
  })
  return { permissions, roles }
}

function holdings(state: Awaited<ReturnType<typeof catalogState>>, role: string) {
  return state.roles
    .find(({ name }) => name === role)
    ?.permissions.map(({ permission }) => permission)
}

function heard(): BusMessage[] {
  const messages: BusMessage[] = []
  onTestFinished(subscribe((message) => messages.push(message)))
  return messages
}

beforeEach(async () => {
  await db().$executeRaw`TRUNCATE roles, permissions CASCADE`
})

describe('the catalog in the database', () => {
  it('has every permission, the role admin with all of them and the role user with none', async () => {
    await syncCatalog(NOW)
    const state = await catalogState()
    expect(state.permissions.map(({ name }) => name).sort()).toEqual([...names].sort())
    expect(state.permissions.every(({ retiredAt }) => retiredAt === null)).toBe(true)
    expect(state.roles.map(({ name, isSystem }) => [name, isSystem])).toEqual([
      ['admin', true],
      ['user', true],
    ])
    expect(holdings(state, 'admin')?.sort()).toEqual([...names].sort())
    expect(holdings(state, 'user')).toEqual([])
  })

  it('notifies the bus if and only if something changed', async () => {
    const messages = heard()
    await syncCatalog(NOW)
    expect(messages).toEqual([{ type: 'rbac.changed' }])
    const before = await catalogState()
    await syncCatalog(new Date(NOW.getTime() + 60_000))
    expect(messages).toHaveLength(1)
    expect(await catalogState()).toEqual(before)
  })

  it('is the same however many instances start at once, and only one of them writes it', async () => {
    const messages = heard()
    await Promise.all(Array.from({ length: 20 }, () => syncCatalog(NOW)))
    const state = await catalogState()
    expect(state.permissions).toHaveLength(names.length)
    expect(state.roles.map(({ name, version }) => [name, version])).toEqual([
      ['admin', 2],
      ['user', 1],
    ])
    expect(holdings(state, 'admin')).toHaveLength(names.length)
    expect(messages).toHaveLength(1)
  })

  it('is complete, however many instances of two versions start at once', async () => {
    const grown = [...permissionCatalog, reports]
    const catalogs = [withoutPayments, grown]
    await Promise.all(Array.from({ length: 20 }, (_, i) => syncCatalog(NOW, catalogs[i % 2])))
    const state = await catalogState()
    const current = state.permissions.filter(({ retiredAt }) => !retiredAt).map(({ name }) => name)
    expect(catalogs.map((catalog) => catalog.map(({ name }) => name).sort())).toContainEqual(
      current.sort(),
    )
    expect(holdings(state, 'admin')).toEqual(expect.arrayContaining(current))
    await syncCatalog(NOW, grown)
    expect(holdings(await catalogState(), 'admin')?.sort()).toEqual(
      grown.map(({ name }) => name).sort(),
    )
  })

  it('grants admin a permission that was added later', async () => {
    await syncCatalog(NOW)
    await syncCatalog(NOW, [...permissionCatalog, reports])
    expect(holdings(await catalogState(), 'admin')).toContain('reports:read')
  })

  it('follows a changed description without changing any grants', async () => {
    await syncCatalog(NOW)
    const before = await catalogState()
    const reworded = permissionCatalog.map((entry) =>
      entry.name === 'users:list' ? { ...entry, description: 'See all users' } : entry,
    )
    await syncCatalog(NOW, reworded)
    const after = await catalogState()
    expect(after.permissions.find(({ name }) => name === 'users:list')?.description).toBe(
      'See all users',
    )
    expect(after.roles).toEqual(before.roles)
  })

  it('retires permissions that left the code, grants them to no one new, and reinstates them when they return', async () => {
    await syncCatalog(NOW, withoutPayments)
    await syncCatalog(NOW)
    await syncCatalog(NOW, withoutPayments)
    const retired = (await catalogState()).permissions.filter(({ retiredAt }) => retiredAt)
    expect(retired.map(({ name, retiredAt }) => [name, retiredAt])).toEqual([
      ['payments:charge', NOW],
      ['payments:list', NOW],
    ])
    await db().$executeRaw`DELETE FROM role_permissions WHERE permission = 'payments:list'`
    await syncCatalog(NOW, withoutPayments)
    expect(holdings(await catalogState(), 'admin')).not.toContain('payments:list')
    await syncCatalog(NOW)
    const state = await catalogState()
    expect(state.permissions.every(({ retiredAt }) => retiredAt === null)).toBe(true)
    expect(holdings(state, 'admin')).toContain('payments:list')
  })

  it('leaves custom roles unchanged', async () => {
    await syncCatalog(NOW)
    const id = newId()
    await db().role.create({
      data: {
        id,
        name: 'Clerk',
        nameKey: 'clerk',
        permissions: { create: [{ permission: 'users:list' }] },
      },
    })
    await syncCatalog(NOW, [...permissionCatalog, reports])
    expect(holdings(await catalogState(), 'Clerk')).toEqual(['users:list'])
  })

  it('reverts permissions that were granted to the role user outside the service', async () => {
    await syncCatalog(NOW)
    const user = await db().role.findUniqueOrThrow({ where: { nameKey: 'user' } })
    await db().rolePermission.create({ data: { roleId: user.id, permission: 'rbac:manage' } })
    await syncCatalog(NOW)
    expect(holdings(await catalogState(), 'user')).toEqual([])
  })
})
