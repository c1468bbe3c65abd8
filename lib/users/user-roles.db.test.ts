import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { findHigherPrivilegedUsers } from '@/lib/users/get-user'
import { listRoleNames } from '@/lib/users/user-roles'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

describe('users with more permissions than the viewer', () => {
  it('are those with a permission the viewer lacks, retired ones included', async () => {
    const [plain, equal, more, retired] = await Promise.all([1, 2, 3, 4].map(() => insertUser()))
    await db().permission.create({
      data: { name: 'old:thing', resource: 'old', description: '', retiredAt: new Date() },
    })
    await insertRole('equal', ['users:activate'], [equal!.id])
    await insertRole('more', ['users:activate', 'audit:list'], [more!.id])
    await insertRole('retired', ['old:thing'], [retired!.id])
    const viewer = await holderOf('users:activate', 'users:list')
    const ids = [plain, equal, more, retired].map((user) => user!.id)
    expect(await findHigherPrivilegedUsers(viewer, [...ids, viewer.userId])).toEqual(
      new Set([more!.id, retired!.id]),
    )
    expect(await findHigherPrivilegedUsers(viewer, [])).toEqual(new Set())
    const nobody = await holderOf()
    expect(await findHigherPrivilegedUsers(nobody, ids)).toEqual(
      new Set([equal!.id, more!.id, retired!.id]),
    )
  })

  it('do not include other administrators for an administrator', async () => {
    const admin = await insertAdministrator()
    const other = await insertAdministrator()
    expect(await findHigherPrivilegedUsers(await principalOf(admin.id), [other.id])).toEqual(
      new Set(),
    )
  })
})

it('the role filter offers every role, assigned or not, in order; beyond five hundred it says that the list is incomplete', async () => {
  const { id } = await insertUser()
  await insertRole('Zebra keeper', [], [id])
  await insertRole('beekeeper', [], [id])
  await insertRole('Nobody keeps it', [])
  const { names, complete } = await listRoleNames()
  expect(names.filter((name) => name.includes('keep'))).toEqual([
    'beekeeper',
    'Nobody keeps it',
    'Zebra keeper',
  ])
  expect(names).toEqual(expect.arrayContaining(['admin', 'user']))
  expect(complete).toBe(true)
  for (let n = 0; n < 500; n += 1) await insertRole(`many ${n}`, [])
  const many = await listRoleNames()
  expect(many.names).toHaveLength(500)
  expect(many.complete).toBe(false)
})
