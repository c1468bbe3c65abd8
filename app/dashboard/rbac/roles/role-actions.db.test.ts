import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeRole, saveMfaRule, saveRole } from '@/app/dashboard/rbac/roles/[id]/actions'
import { addRole } from '@/app/dashboard/rbac/roles/new/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { deliver } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { submitAction, type SubmittedFields } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import type { ActionState, FormAction } from '@/lib/web/action-state'
import { decodeNotice } from '@/lib/web/form-outcome'

useTestDatabase()
let roleId: string
let adminRoleId: string
const access = { admin: '', manager: '', everythingElse: '' }

beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  adminRoleId = (await db().role.findUniqueOrThrow({ where: { nameKey: 'admin' } })).id
  const others = permissionCatalog.map(({ name }) => name).filter((name) => name !== 'rbac:manage')
  const held = {
    admin: null,
    manager: ['rbac:manage', 'users:list', 'users:read'],
    everythingElse: others,
  }
  for (const [who, permissions] of Object.entries(held)) {
    const { id } = await makeUser({ admin: permissions === null })
    if (permissions) await insertRole(who, permissions, [id])
    const session = await makeSession(id, testContext({ surface: 'web' }))
    access[who as keyof typeof access] = session.accessToken
  }
})
beforeEach(async () => {
  await db().role.deleteMany({
    where: { isSystem: false, name: { notIn: ['manager', 'everythingElse'] } },
  })
  roleId = await insertRole('Clerk', ['users:list'])
  deliver({ type: 'resync' })
})

interface Post {
  by: keyof typeof access | null
  fields: SubmittedFields
  id?: string
  headers?: Record<string, string>
  script?: boolean
}

async function post(
  action: FormAction,
  { by, fields, id = roleId, headers = {}, script = true }: Post,
) {
  const page = `/dashboard/rbac/roles/${action === addRole ? 'new' : id}`
  const cookie: Record<string, string> = by ? { cookie: `access=${access[by]}` } : {}
  const answer = await submitAction(action, {
    page,
    fields,
    script,
    headers: { ...cookie, ...headers },
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: text.startsWith('{') ? (JSON.parse(text) as ActionState) : null,
  }
}

const state = () =>
  Promise.all([
    db().role.findMany({ orderBy: { id: 'asc' }, include: { permissions: true } }),
    db().userRole.findMany({ orderBy: [{ userId: 'asc' }, { roleId: 'asc' }] }),
  ])
const made = { name: 'Chief', description: '', permissions: ['users:list'] }
const saved = { ...made, regrant: 'on', version: '1' }
const removed = { version: '1' }
const permissionsOf = async (id: string) =>
  (
    await db().rolePermission.findMany({ where: { roleId: id }, orderBy: { permission: 'asc' } })
  ).map(({ permission }) => permission)

/** Expects a refusal with this status and code that changes nothing. */
async function expectRefused(action: FormAction, asked: Post, status: number, code: string) {
  const before = await state()
  expect(await post(action, asked)).toMatchObject({ status, body: { code } })
  expect(await state()).toEqual(before)
}

const FORMS: [string, FormAction, SubmittedFields][] = [
  ['creating a role', addRole, made],
  ['saving a role', saveRole, saved],
  ['requiring two-step verification', saveMfaRule, removed],
  ['deleting a role', removeRole, removed],
]

describe.each(FORMS)('%s', (_, action, fields) => {
  it('requires a session and redirects to the sign-in page', async () => {
    const before = await state()
    const { body } = await post(action, { by: null, fields })
    expect(body?.redirect).toMatch(/^\/auth\/login\?next=/)
    expect(await state()).toEqual(before)
  })

  it('requires rbac:manage: all other permissions are not enough', () =>
    expectRefused(action, { by: 'everythingElse', fields }, 403, 'insufficient_permission'))

  it('is refused when sent by another site', () =>
    expectRefused(
      action,
      { by: 'admin', fields, headers: { origin: 'https://evil.example' } },
      403,
      'origin_not_allowed',
    ))

  it.each([
    ['nothing', {}],
    ['a name that is too long', { ...fields, name: 'x'.repeat(65), version: '0' }],
    ['an invalid version', { ...fields, version: '1 OR 1', unknown: 'x' }],
    ['an unknown permission', { ...fields, permissions: ['everything'], version: '' }],
  ])('is refused with %s', (_, wrong) =>
    expectRefused(action, { by: 'admin', fields: wrong }, 422, 'validation_failed'),
  )
})

describe('a new role', () => {
  it('has the permissions of its checked boxes, and its page opens next', async () => {
    const answer = await post(addRole, {
      by: 'manager',
      fields: { ...made, permissions: ['users:list', 'users:read'] },
    })
    const role = await db().role.findUniqueOrThrow({ where: { nameKey: 'chief' } })
    expect(answer).toMatchObject({
      status: 200,
      body: { redirect: `/dashboard/rbac/roles/${role.id}` },
    })
    expect(await permissionsOf(role.id)).toEqual(['users:list', 'users:read'])
  })

  it('cannot have a permission that its creator lacks, whatever the form sends', () =>
    expectRefused(
      addRole,
      { by: 'manager', fields: { ...made, permissions: ['audit:list'] } },
      403,
      'privilege_escalation',
    ))

  it('cannot have a taken name, and the form keeps its input', async () => {
    const before = await state()
    const answer = await post(addRole, {
      by: 'admin',
      fields: { ...made, name: 'CLERK', permissions: ['users:list', 'users:read'] },
      script: false,
    })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'role_name_taken',
        values: { name: 'CLERK' },
        lists: { permissions: ['users:list', 'users:read'] },
      },
    })
    expect(Object.keys(answer.body!.errors)).toEqual(['name'])
    expect(await state()).toEqual(before)
  })
})

describe('a saved role', () => {
  it('matches the reviewed draft', async () => {
    const permissions = ['users:list', 'users:read']
    const fields = { ...saved, permissions, description: 'Sees people' }
    const { status, body } = await post(saveRole, { by: 'manager', fields })
    expect([status, body?.redirect]).toEqual([200, `/dashboard/rbac/roles/${roleId}`])
    const role = await db().role.findUniqueOrThrow({ where: { id: roleId } })
    expect(role).toMatchObject({ name: 'Chief', description: 'Sees people', version: 2 })
    expect(await permissionsOf(roleId)).toEqual(['users:list', 'users:read'])
  })

  it('keeps its permissions, including retired ones, when only name or description change', async () => {
    await db().permission.create({
      data: { name: 'old:thing', resource: 'old', description: '', retiredAt: new Date() },
    })
    await db().rolePermission.create({ data: { roleId, permission: 'old:thing' } })
    const { regrant: _regrant, ...words } = saved
    expect((await post(saveRole, { by: 'admin', fields: words })).status).toBe(403)
    await db().rolePermission.create({ data: { roleId: adminRoleId, permission: 'old:thing' } })
    expect((await post(saveRole, { by: 'admin', fields: words })).status).toBe(200)
    expect(await permissionsOf(roleId)).toEqual(['old:thing', 'users:list'])
    expect((await post(saveRole, { by: 'admin', fields: { ...saved, version: '2' } })).status).toBe(
      200,
    )
    expect(await permissionsOf(roleId)).toEqual(['users:list'])
  })

  it.each([
    [
      'the form was rendered from another version',
      { version: '2' },
      'admin',
      412,
      'precondition_failed',
    ],
    [
      'the actor lacks a permission that it would grant',
      { permissions: ['users:list', 'audit:list'] },
      'manager',
      403,
      'privilege_escalation',
    ],
    ['the name is taken', { name: 'MANAGER' }, 'admin', 409, 'role_name_taken'],
  ] as const)('is unchanged when %s', (_, wrong, by, status, code) =>
    expectRefused(saveRole, { by, fields: { ...saved, ...wrong } }, status, code),
  )

  it('keeps its permissions when a form of an earlier version, without the list, is sent', async () => {
    const { permissions: _permissions, ...earlier } = saved
    const fields = { ...earlier, may_users_list: 'on' }
    await expectRefused(saveRole, { by: 'admin', fields }, 422, 'validation_failed')
    await expectRefused(addRole, { by: 'admin', fields: earlier }, 422, 'validation_failed')
  })

  it('is unchanged when it has permissions that the actor lacks, even for a new name alone', async () => {
    roleId = await insertRole('Auditor', ['audit:list'])
    const { regrant: _regrant, ...words } = saved
    await expectRefused(saveRole, { by: 'manager', fields: words }, 403, 'privilege_escalation')
    await expectRefused(removeRole, { by: 'manager', fields: removed }, 403, 'privilege_escalation')
  })

  it('cannot be a system role or an unknown one', async () => {
    const { version } = await db().role.findUniqueOrThrow({ where: { id: adminRoleId } })
    for (const [action, fields] of [
      [saveRole, saved],
      [removeRole, removed],
    ] as const) {
      const asked = { by: 'admin', fields: { ...fields, version: String(version) } } as const
      await expectRefused(action, { ...asked, id: adminRoleId }, 409, 'system_role_immutable')
      await expectRefused(action, { ...asked, id: newId() }, 404, 'not_found')
    }
  })
})

describe('deleting a role', () => {
  it('removes it, and the list names it', async () => {
    const answer = await post(removeRole, {
      by: 'manager',
      fields: removed,
      script: false,
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard/rbac/roles'])
    expect(await db().role.count({ where: { id: roleId } })).toBe(0)
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('notice='))
    expect(decodeNotice(cookie?.slice('notice='.length).split(';')[0])).toMatchObject({
      notice: 'role_deleted',
      values: { name: 'Clerk' },
    })
  })

  it('is refused while a user has it, active or not', async () => {
    const { id } = await makeUser({ status: 'deactivated' })
    await db().userRole.create({ data: { userId: id, roleId } })
    await expectRefused(removeRole, { by: 'admin', fields: removed }, 409, 'role_in_use')
    await db().userRole.deleteMany({ where: { roleId } })
  })

  it('is refused if the role changed after the form was rendered', () =>
    expectRefused(
      removeRole,
      { by: 'admin', fields: { ...removed, version: '7' } },
      412,
      'precondition_failed',
    ))
})
