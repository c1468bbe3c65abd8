import { beforeAll, expect, it } from 'vitest'
import { changeUser, eraseAccount } from '@/app/dashboard/users/[id]/actions'
import { syncCatalog } from '@/lib/access/catalog'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { en } from '@/lib/i18n/en'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import type { FormAction } from '@/lib/web/action-state'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

async function erase(action: FormAction, ...permissions: PermissionName[]) {
  const { id } = await insertUser({ status: 'deleted' })
  const { userId } = await holderOf('users:read', ...permissions)
  const session = await makeSession(userId, testContext({ surface: 'web' }))
  const answer = await submitAction(action, {
    page: `/dashboard/users/${id}`,
    fields: { intent: 'erase' },
    headers: { cookie: cookieHeaderWith(null, session) },
  })
  return { answer, left: await db().user.count({ where: { id } }) }
}

it('erases a deleted account, whose page is gone then', async () => {
  const { answer, left } = await erase(eraseAccount, 'users:list', 'users:delete')
  expect([answer.status, answer.headers.get('location'), left]).toEqual([
    303,
    '/dashboard/users',
    0,
  ])
})

it('erases nothing for a user with every permission for users but users:delete', async () => {
  const others = ['users:list', 'users:activate', 'users:restore', 'users:role:change'] as const
  const { answer, left } = await erase(eraseAccount, ...others)
  expect([answer.status, left]).toEqual([403, 1])
})

it('erases nothing for a form of an earlier version, which is told so', async () => {
  const { answer, left } = await erase(changeUser, 'users:delete')
  expect([answer.status, left]).toEqual([422, 1])
  expect(await answer.json()).toMatchObject({
    errors: {},
    message: en.forms.fieldErrors.outdated,
  })
})
