import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { findAccess, peekAccess } from '@/lib/access/find-access'
import { countActiveAdmins, grantSystemRole, hasActiveAdmin } from '@/lib/access/grants.store'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { resetSingleton } from '@/lib/config/process-singleton'
import { loadSettings } from '@/lib/config/settings'
import { deliver, inProcessTransport, publish, useTransport } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { useTestDatabase } from '@/tests/kit/test-database'

loadSettings({})
useTestDatabase()

const NOW = new Date('2026-11-21T10:00:00Z')
const all = permissionCatalog.map(({ name }) => name).sort()

beforeAll(() => syncCatalog(NOW))
beforeEach(() => deliver({ type: 'resync' }))

async function newUser(...roles: ('admin' | 'user')[]): Promise<string> {
  const id = newId()
  await db().user.create({ data: { id, email: `${id}@example.com`, status: 'active' } })
  await inTransaction(async (tx) => {
    for (const role of roles) await grantSystemRole(tx, id, role)
  })
  return id
}

async function newRole(name: string, ...permissions: string[]): Promise<string> {
  const id = newId()
  const create = permissions.map((permission) => ({ permission }))
  await db().role.create({ data: { id, name, nameKey: name, permissions: { create } } })
  return id
}

describe('the access of a user', () => {
  it('has no permissions for the role user and all for admin', async () => {
    const user = await findAccess(await newUser('user'))
    expect(user).toMatchObject({ status: 'active', roles: ['user'] })
    expect([...user!.permissions]).toEqual([])
    const admin = await findAccess(await newUser('user', 'admin'))
    expect(admin!.roles).toEqual(['admin', 'user'])
    expect([...admin!.permissions]).toEqual(all)
  })

  it('is the union of the roles, each permission once, sorted', async () => {
    const userId = await newUser()
    for (const roleId of [
      await newRole('b-clerk', 'users:read', 'users:list'),
      await newRole('Auditor', 'audit:list', 'users:list'),
    ])
      await db().userRole.create({ data: { userId, roleId } })
    const access = await findAccess(userId)
    expect(access!.roles).toEqual(['Auditor', 'b-clerk'])
    expect([...access!.permissions]).toEqual(['audit:list', 'users:list', 'users:read'])
  })

  it.each(['01890000-0000-7000-8000-000000000001', 'nobody', "' OR 1=1"])(
    'is null for %j',
    async (id) => {
      expect(await findAccess(id)).toBeNull()
    },
  )

  it('never includes a retired permission, although the grant is still stored', async () => {
    const adminId = await newUser('admin')
    await syncCatalog(
      NOW,
      permissionCatalog.filter(({ name }) => name !== 'users:delete'),
    )
    expect(await db().rolePermission.count({ where: { permission: 'users:delete' } })).toBe(1)
    expect([...(await findAccess(adminId))!.permissions]).toEqual(
      all.filter((name) => name !== 'users:delete'),
    )
    await syncCatalog(NOW)
    expect([...(await findAccess(adminId))!.permissions]).toEqual(all)
  })

  it('has a version that changes with status, roles and permissions, and with nothing else', async () => {
    const [one, two] = [await newUser('user'), await newUser('user')]
    const version = async (userId: string) => (await findAccess(userId))!.version
    const before = await version(one)
    expect(before).toMatch(/^[\w-]{16}$/)
    expect(await version(two)).toBe(before)
    await inTransaction((tx) => grantSystemRole(tx, one, 'admin'))
    const asAdmin = await version(one)
    expect(asAdmin).not.toBe(before)
    await inTransaction(async (tx) => {
      await tx.user.update({ where: { id: one }, data: { status: 'deactivated' } })
      await publish(tx, { type: 'user.changed', userId: one })
    })
    expect(new Set([before, asAdmin, await version(one)]).size).toBe(3)
  })
})

describe('cached access', () => {
  it('is returned synchronously until the user changes', async () => {
    const userId = await newUser('user')
    expect(peekAccess(userId)).toBeUndefined()
    const access = await findAccess(userId)
    expect(peekAccess(userId)).toBe(access)
    expect(await findAccess(userId)).toBe(access)
    await inTransaction((tx) => grantSystemRole(tx, userId, 'admin'))
    expect(peekAccess(userId)).toBeUndefined()
    expect((await findAccess(userId))!.permissions.has('rbac:manage')).toBe(true)
  })

  it('survives changes of other users and a grant that was rolled back', async () => {
    const userId = await newUser('user')
    const access = await findAccess(userId)
    await newUser('admin')
    const rolledBack = inTransaction(async (tx) => {
      await grantSystemRole(tx, userId, 'admin')
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(peekAccess(userId)).toBe(access)
    expect((await db().userRole.findMany({ where: { userId } })).length).toBe(1)
  })

  it('is read again for each request while this instance may not hear of a change', async () => {
    const userId = await newUser('admin')
    expect((await findAccess(userId))!.permissions.has('users:read')).toBe(true)
    // Another instance does this, and its message never arrives.
    await db().userRole.deleteMany({ where: { userId } })
    expect((await findAccess(userId))!.permissions.has('users:read')).toBe(true)
    useTransport({ ...inProcessTransport, isAlive: () => false })
    onTestFinished(() => useTransport(inProcessTransport))
    expect(peekAccess(userId)).toBeUndefined()
    expect((await findAccess(userId))!.permissions.has('users:read')).toBe(false)
  })

  it('is read again after AUTH_PERMISSION_CACHE_TTL, whatever was heard', async () => {
    const restart = (env: Record<string, string>) => {
      loadSettings(env)
      resetSingleton('access-cache')
    }
    vi.useFakeTimers({ toFake: ['performance'] })
    // The cache never expires what was stored at the time 0.
    vi.advanceTimersByTime(1)
    onTestFinished(() => {
      vi.useRealTimers()
      restart({})
    })
    restart({ AUTH_PERMISSION_CACHE_TTL: '30s' })
    const userId = await newUser('admin')
    const isAllowed = async () => (await findAccess(userId))!.permissions.has('users:read')
    expect(await isAllowed()).toBe(true)
    // Another instance does this, and its message never arrives.
    await db().userRole.deleteMany({ where: { userId } })
    vi.advanceTimersByTime(29_999)
    expect(await isAllowed()).toBe(true)
    vi.advanceTimersByTime(2)
    expect(await isAllowed()).toBe(false)
  })

  it.each(['rbac.changed', 'resync'] as const)('is dropped for every user on %s', async (type) => {
    const ids = [await newUser('user'), await newUser('admin')]
    await Promise.all(ids.map(findAccess))
    deliver({ type })
    expect(ids.map(peekAccess)).toEqual([undefined, undefined])
  })
})

describe('administrators', () => {
  it('count only while they are active', async () => {
    await db().userRole.deleteMany()
    expect(await hasActiveAdmin(db())).toBe(false)
    const ids = [await newUser('admin'), await newUser('admin', 'user'), await newUser('user')]
    expect(await countActiveAdmins(db())).toBe(2)
    await db().user.update({ where: { id: ids[0]! }, data: { status: 'deactivated' } })
    expect(await countActiveAdmins(db())).toBe(1)
    await db().user.update({ where: { id: ids[1]! }, data: { status: 'deleted' } })
    expect(await hasActiveAdmin(db())).toBe(false)
  })

  it('are not duplicated when the role is granted twice', async () => {
    const userId = await newUser('admin')
    await inTransaction((tx) => grantSystemRole(tx, userId, 'admin'))
    expect(await db().userRole.count({ where: { userId } })).toBe(1)
  })

  it('cannot be created before the catalog is synced', async () => {
    const userId = await newUser()
    await expect(
      inTransaction(async (tx) => {
        await tx.$executeRaw`UPDATE roles SET is_system = false WHERE name_key = 'admin'`
        await grantSystemRole(tx, userId, 'admin')
      }),
    ).rejects.toThrow('the catalog was not synced')
  })
})
