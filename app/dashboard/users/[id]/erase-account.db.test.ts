import { beforeAll, expect, it } from 'vitest'
import { eraseAccount } from '@/app/dashboard/users/[id]/actions'
import { syncCatalog } from '@/lib/access/catalog'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

async function erase(...permissions: PermissionName[]) {
  const { id } = await insertUser({ status: 'deleted' })
  const { userId } = await holderOf('users:read', ...permissions)
  const session = await makeSession(userId, testContext({ surface: 'web' }))
  const answer = await submitAction(eraseAccount, {
    page: `/dashboard/users/${id}`,
    fields: {},
    headers: { cookie: cookieHeaderWith(null, session) },
  })
  return { answer, left: await db().user.count({ where: { id } }) }
}

it('erases a deleted account, whose page is gone then', async () => {
  const { answer, left } = await erase('users:list', 'users:delete')
  expect([answer.status, answer.headers.get('location'), left]).toEqual([
    303,
    '/dashboard/users',
    0,
  ])
})

it('erases nothing for a user with every permission for users but users:delete', async () => {
  const others = ['users:list', 'users:activate', 'users:restore', 'users:role:change'] as const
  const { answer, left } = await erase(...others)
  expect([answer.status, left]).toEqual([403, 1])
})
