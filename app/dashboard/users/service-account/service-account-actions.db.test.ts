import { beforeAll, expect, it } from 'vitest'
import { create } from '@/app/dashboard/users/service-account/actions'
import { syncCatalog } from '@/lib/access/catalog'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { makeSession } from '@/tests/kit/make-user'
import { submitAction, type SubmittedFields } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const page = '/dashboard/users/service-account'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

async function post(fields: SubmittedFields, ...permissions: PermissionName[]) {
  const { userId } = await holderOf(...permissions)
  const session = await makeSession(userId, testContext({ surface: 'web' }))
  const headers = { cookie: cookieHeaderWith(null, session) }
  const answer = await submitAction(create, { page, fields, headers })
  return { status: answer.status, to: answer.headers.get('location') }
}

const services = () => db().user.findMany({ where: { kind: 'service' }, include: { roles: true } })

it('creates the account and leads to its page, if the viewer may open that', async () => {
  const { status, to } = await post({ name: 'Exporter', roles: [] }, 'users:activate', 'users:read')
  const [made] = await services()
  expect([status, to]).toEqual([303, `/dashboard/users/${made!.id}`])
  expect(await post({ name: 'Other', roles: [] }, 'users:activate')).toMatchObject({
    status: 303,
    to: page,
  })
})

it('does not grant a role that a viewer without the permission adds to the form', async () => {
  await db().user.deleteMany({ where: { kind: 'service' } })
  const user = await db().role.findUniqueOrThrow({ where: { nameKey: 'user' } })
  const fields = { name: 'Exporter', roles: ['admin'] }
  await post(fields, 'users:activate')
  const [made] = await services()
  expect(made!.roles).toMatchObject([{ roleId: user.id }])
})

it('is refused without a name and without the permission: nothing is written', async () => {
  const before = (await services()).length
  expect((await post({ name: ' ', roles: [] }, 'users:activate')).status).toBe(422)
  expect((await post({ name: 'Exporter', roles: [] }, 'users:read')).status).toBe(403)
  expect((await services()).length).toBe(before)
})
