import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { activateVerified } from '@/lib/accounts/email-verification.store'
import { updateProfileOf } from '@/lib/accounts/user.store'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { insertAdministrator } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { staleCopies } from '@/tests/kit/stale-copies'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { changeUserEmail } from '@/lib/users/change-user-details'
import { listUsers, type UserListRequest } from '@/lib/users/list-users'
import { changeUserRoles } from '@/lib/users/user-roles'
import { USER_SORTS } from '@/lib/users/users.schemas'
import type { UserStatus } from '@/prisma/generated/client'

useTestDatabase()
let admin: SessionPrincipal
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  admin = await principalOf((await insertAdministrator()).id)
})

type Person = { id: string; email: string }
const move = (to: 'activate' | 'deactivate' | 'delete' | 'restore') => (one: Person) =>
  changeUserStatus(admin, { userId: one.id, move: to }, ctx())
/**
 * Every write to a column that the list searches, filters or sorts by, and the status the account
 * needs for it.
 */
const CHANGES: [string, UserStatus, (one: Person) => Promise<unknown>][] = [
  ['activated', 'deactivated', move('activate')],
  ['deactivated', 'active', move('deactivate')],
  ['deleted', 'active', move('delete')],
  ['restored', 'deleted', move('restore')],
  [
    'given another address',
    'active',
    ({ id }) => changeUserEmail(admin, { userId: id, email: `zz-${id}@example.org` }, ctx()),
  ],
  ['renamed', 'active', ({ id }) => updateProfileOf(db(), id, { name: 'Żółć İKİ' })],
  ['unnamed', 'active', ({ id }) => updateProfileOf(db(), id, { name: null })],
  [
    'confirmed',
    'pending',
    ({ id, email }) =>
      inTransaction((tx) =>
        activateVerified(tx, {
          userId: id,
          email,
          passwordHash: null,
          locale: 'en',
          now: new Date(),
        }),
      ),
  ],
]

async function page(request: Partial<UserListRequest>) {
  const result = await listUsers({ sort: 'email', limit: 50, ...request })
  if (!result.ok) throw new Error(result.code)
  return result
}
const shown = async (request: Partial<UserListRequest>) =>
  (await page(request)).users.map(({ id }) => id)

describe('the list of a role follows users that are', () => {
  it.each(CHANGES)('%s', async (_, status, change) => {
    const one = await insertUser({ status, name: 'Before' })
    const role = `role ${newId()}`
    await insertRole(role, [], [one.id])
    expect(await shown({ role, status, query: 'before' })).toEqual([one.id])
    await change(one)
    const now = await db().user.findUniqueOrThrow({ where: { id: one.id } })
    expect(await shown({ role, status: now.status, query: now.nameKey || now.email })).toEqual([
      one.id,
    ])
    if (now.nameKey !== 'before') expect(await shown({ role, query: 'before' })).toEqual([])
    if (now.email !== one.email) expect(await shown({ role, query: one.email })).toEqual([])
    if (now.status !== status) expect(await shown({ role, status })).toEqual([])
    expect(await staleCopies()).toEqual([])
  })

  it('given the role, then stripped of it', async () => {
    const role = `role ${newId()}`
    await insertRole(role, [])
    const { id } = await insertUser({ name: 'Given' })
    await changeUserRoles(admin, { userId: id, roles: [role] }, ctx())
    expect(await shown({ role, query: 'given' })).toEqual([id])
    await changeUserRoles(admin, { userId: id, roles: [] }, ctx())
    expect(await shown({ role })).toEqual([])
  })

  it('permanently deleted', async () => {
    const { id } = await insertUser()
    const role = `role ${newId()}`
    await insertRole(role, [], [id])
    await db().user.delete({ where: { id } })
    expect(await shown({ role })).toEqual([])
  })
})

it('a role cannot be assigned to a missing user', async () => {
  const roleId = await insertRole(`role ${newId()}`, [])
  await expect(db().userRole.create({ data: { userId: newId(), roleId } })).rejects.toMatchObject({
    code: 'P2003',
  })
})

describe.each(USER_SORTS)('while its users change, the list of a role in the order %s', (sort) => {
  // The sort key must not change, or a user could appear twice.
  const changes = CHANGES.filter(
    ([what]) =>
      !(sort.endsWith('email') && /address/.test(what)) &&
      !(sort.endsWith('name') && /name/.test(what)),
  )

  it('shows each user exactly once', async () => {
    const role = `role ${newId()}`
    const people: Person[] = []
    for (let i = 0; i < 2 * changes.length; i++)
      people.push(
        await insertUser({ status: changes[i % changes.length]![1], name: `N${(i * 7) % 10}` }),
      )
    await insertRole(
      role,
      [],
      people.map(({ id }) => id),
    )
    const seen: string[] = []
    let cursor: string | undefined
    for (let turn = 0; ; turn++) {
      const { users, nextCursor } = await page({ role, sort, limit: 3, cursor })
      seen.push(...users.map(({ id }) => id))
      if (!nextCursor) break
      cursor = nextCursor
      for (const of of [turn, changes.length + turn])
        if (people[of]) await changes[of % changes.length]![2](people[of])
    }
    expect([...seen].sort()).toEqual(people.map(({ id }) => id).sort())
    expect(await staleCopies()).toEqual([])
  })
})
