import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { touchUser, writeEmail, writeStatus } from '@/lib/accounts/managed-user.store'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { insertUser } from '@/tests/kit/insert-user'
import { insertRole } from '@/tests/kit/roles'
import { staleCopies } from '@/tests/kit/stale-copies'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const now = new Date()
const CHANGES = [
  (userId: string) =>
    inTransaction((tx) => writeStatus(tx, { userId, from: 'active', to: 'deactivated', now })),
  (userId: string) =>
    inTransaction((tx) =>
      writeEmail(tx, { userId, email: `${userId}@new.example.org`, verifiedAt: null, now }),
    ),
  (userId: string) => db().user.update({ where: { id: userId }, data: { name: 'Renamed' } }),
]

it('role copies are correct when twenty users get roles while they change', async () => {
  const roleIds = await Promise.all([0, 1, 2].map((i) => insertRole(`raced ${i}`, [])))
  const people = await Promise.all(Array.from({ length: 20 }, () => insertUser()))
  await Promise.all(
    people.flatMap(({ id }) => [
      ...roleIds.map((roleId) => db().userRole.create({ data: { userId: id, roleId } })),
      ...CHANGES.map((change) => change(id)),
    ]),
  )
  expect(
    await db().userRole.count({ where: { roleId: { in: roleIds }, userStatus: 'deactivated' } }),
  ).toBe(60)
  expect(await staleCopies()).toEqual([])
})

it('assigning twenty roles to one user, with a version update in each transaction, does not deadlock', async () => {
  const { id } = await insertUser()
  const roleIds = await Promise.all(
    Array.from({ length: 20 }, () => insertRole(`noted ${newId()}`, [])),
  )
  await Promise.all(
    roleIds.map((roleId) =>
      db().$transaction(async (tx) => {
        await tx.userRole.create({ data: { userId: id, roleId } })
        await touchUser(tx, id, now)
      }),
    ),
  )
  const user = await db().user.findUniqueOrThrow({ where: { id }, include: { roles: true } })
  expect([user.roles.length, user.version]).toEqual([20, 21])
})

it('assigning a role to a user who is permanently deleted meanwhile leaves no rows behind', async () => {
  const roleId = await insertRole(`left ${newId()}`, [])
  const people = await Promise.all(Array.from({ length: 20 }, () => insertUser()))
  await Promise.all(
    people.flatMap(({ id }) => [
      db()
        .userRole.create({ data: { userId: id, roleId } })
        .catch((error: { code?: string }) => expect(error.code).toMatch(/P2003|P2025/)),
      db().user.delete({ where: { id } }),
    ]),
  )
  expect(await db().userRole.count({ where: { roleId } })).toBe(0)
})
