import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removePermission, savePermission } from '@/app/dashboard/rbac/permissions/edit/actions'
import { addPermission } from '@/app/dashboard/rbac/permissions/new/actions'
import { editPermissionPath } from '@/app/dashboard/rbac/permissions/permission-fields'
import { saveRole } from '@/app/dashboard/rbac/roles/[id]/actions'
import { addRole } from '@/app/dashboard/rbac/roles/new/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { deliver } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { submitAction, type SubmittedFields } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import type { ActionState, FormAction } from '@/lib/web/action-state'

useTestDatabase()
const NAME = 'crm:contacts:export'
const access = { admin: '', everythingElse: '' }

beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  const others = permissionCatalog.map(({ name }) => name).filter((name) => name !== 'rbac:manage')
  for (const who of ['admin', 'everythingElse'] as const) {
    const { id } = await makeUser({ admin: who === 'admin' })
    if (who !== 'admin') await insertRole(who, others, [id])
    access[who] = (await makeSession(id, testContext({ surface: 'web' }))).accessToken
  }
})
beforeEach(async () => {
  await db().role.deleteMany({ where: { isSystem: false, name: { not: 'everythingElse' } } })
  await db().$executeRaw`DELETE FROM role_permissions rp USING permissions p
    WHERE p.name = rp.permission AND p.application IS NOT NULL`
  await db().permission.deleteMany({ where: { application: { not: null } } })
  await post(addPermission, { ...made, name: NAME })
  deliver({ type: 'resync' })
})

const made = { name: 'crm:contacts:read', description: 'Read contacts', group: 'Contacts' }
const EDIT = editPermissionPath(NAME)

async function post(
  action: FormAction,
  fields: SubmittedFields,
  {
    by = 'admin',
    page,
    headers = {},
  }: {
    by?: keyof typeof access | null
    page?: string
    headers?: Record<string, string>
  } = {},
) {
  const cookie: Record<string, string> = by ? { cookie: `access=${access[by]}` } : {}
  const here = action === addPermission ? '/dashboard/rbac/permissions/new' : EDIT
  const answer = await submitAction(action, {
    page: page ?? here,
    fields,
    script: true,
    headers: { ...cookie, ...headers },
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) as ActionState }
}
const stored = () => db().permission.findMany({ orderBy: { name: 'asc' } })
const saved = { version: '1', description: 'Save contacts', group: '' }
const EDITS = [
  [savePermission, saved],
  [removePermission, { version: '1' }],
] as const

describe.each([
  ['creating a permission', addPermission, made],
  ['saving a permission', savePermission, saved],
  ['deleting a permission', removePermission, { version: '1' }],
] as [string, FormAction, Record<string, string>][])('%s', (_, action, fields) => {
  it('requires a session', async () => {
    const before = await stored()
    const { body } = await post(action, fields, { by: null })
    expect(body.redirect).toMatch(/^\/auth\/login\?next=/)
    expect(await stored()).toEqual(before)
  })

  it.each([
    ['without rbac:manage', { by: 'everythingElse' as const }, 'insufficient_permission'],
    ['by another site', { headers: { origin: 'https://evil.example' } }, 'origin_not_allowed'],
  ])('is refused %s', async (_case, by, code) => {
    const before = await stored()
    expect(await post(action, fields, by)).toMatchObject({ status: 403, body: { code } })
    expect(await stored()).toEqual(before)
  })

  it('leads back to the list', async () => {
    expect((await post(action, fields)).body.redirect).toBe('/dashboard/rbac/permissions')
  })
})

it('an unchecked box makes a permission unprivileged, a checked one privileged', async () => {
  const find = () => db().permission.findUniqueOrThrow({ where: { name: NAME } })
  await post(savePermission, { ...saved, privileged: 'on' })
  expect(await find()).toMatchObject({ privileged: true, groupName: null })
  await post(savePermission, { ...saved, version: '2' })
  expect(await find()).toMatchObject({ privileged: false, description: 'Save contacts' })
})

it('a form from before another administrator’s change neither undoes nor deletes it', async () => {
  await post(savePermission, { ...saved, privileged: 'on' })
  const before = await stored()
  for (const [action, outdated] of EDITS)
    expect(await post(action, outdated)).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    })
  const { version: _, ...without } = saved
  expect(await post(savePermission, without)).toMatchObject({ status: 422 })
  expect(await stored()).toEqual(before)
})

it.each([
  [{ ...made, name: NAME }, 'name'],
  [{ ...made, name: 'users:list' }, 'name'],
  [{ ...made, name: 'users:contacts:read' }, 'name'],
  [{ ...made, name: 'Contacts' }, 'name'],
  [{ ...made, description: '' }, 'description'],
])('a faulty field is named: %j', async (fields, field) => {
  const before = await stored()
  const { body } = await post(addPermission, fields)
  expect(Object.keys(body.errors)).toEqual([field])
  expect(await stored()).toEqual(before)
})

it('a form for a permission of the service changes nothing', async () => {
  const before = await stored()
  const page = editPermissionPath('users:list')
  for (const [action, fields] of EDITS)
    expect(await post(action, fields, { page })).toMatchObject({
      status: 403,
      body: { code: 'system_permission' },
    })
  expect(await stored()).toEqual(before)
})

describe('the form of a role', () => {
  const role = async (name: string) =>
    db().role.findFirstOrThrow({ where: { name }, include: { permissions: true } })
  const names = (one: { permissions: { permission: string }[] }) =>
    one.permissions.map(({ permission }) => permission).sort()

  it('grants permissions of applications by their boxes, and removes them', async () => {
    const fields = { name: 'Sales', description: '', permissions: ['users:list', NAME] }
    await post(addRole, fields, { page: '/dashboard/rbac/roles/new' })
    const sales = await role('Sales')
    expect(names(sales)).toEqual([NAME, 'users:list'])
    const page = `/dashboard/rbac/roles/${sales.id}`
    const edited = { ...fields, version: '1', regrant: 'on', permissions: [] }
    await post(saveRole, edited, { page })
    expect(names(await role('Sales'))).toEqual([])
  })

  it('refuses the box of a permission that does not exist anymore', async () => {
    const fields = { name: 'Sales', description: '', permissions: [NAME] }
    await post(removePermission, { version: '1' })
    const page = '/dashboard/rbac/roles/new'
    const refused = { status: 422, body: { code: 'validation_failed' } }
    expect(await post(addRole, fields, { page })).toMatchObject(refused)
    const unknown = { name: 'Sales', description: '', permissions: ['crm:contacts:merge'] }
    expect(await post(addRole, unknown, { page })).toMatchObject(refused)
    expect(await db().role.count({ where: { name: 'Sales' } })).toBe(0)
  })
})
