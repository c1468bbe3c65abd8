import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  activateUser,
  deactivateUser,
  deleteUser,
  endSessions,
  restoreUser,
  selectUsers,
} from '@/app/dashboard/users/actions'
import { invite as inviteAction } from '@/app/dashboard/users/invite/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog, type PermissionName } from '@/lib/config/permission-catalog'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { en } from '@/lib/i18n/en'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { UserStatus } from '@/lib/platform/user-statuses'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { submitAction, type SubmittedFields } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { USER_ACTION_PERMISSIONS, USER_ACTIONS, type UserAction } from '@/lib/users/user-actions'
import type { ActionState, FormAction } from '@/lib/web/action-state'
import { decodeNotice } from '@/lib/web/form-outcome'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(() => db().job.deleteMany())

const LIST = '/dashboard/users?sort=email'
const INVITE = '/dashboard/users/invite'

async function post(action: FormAction, page: string, as: string, fields: SubmittedFields) {
  const session = await makeSession(as, testContext({ surface: 'web' }))
  const headers = { cookie: cookieHeaderWith(null, session) }
  const answer = await submitAction(action, { page, fields, headers })
  const text = await answer.text()
  const cookie = answer.headers.getSetCookie().find((line) => /^(__Host-)?notice=/.test(line))
  return {
    status: answer.status,
    to: answer.headers.get('location'),
    notice: decodeNotice(cookie?.split(';')[0]?.split('=')[1]),
    state: text ? (JSON.parse(text) as ActionState) : null,
  }
}

const ACTIONS: Record<UserAction, FormAction> = {
  activate: activateUser,
  deactivate: deactivateUser,
  end_sessions: endSessions,
  restore: restoreUser,
  delete: deleteUser,
}
const act = (as: string, intent: UserAction, user_id: string) =>
  post(ACTIONS[intent], LIST, as, { intent, user_id })
const invite = (as: string, fields: SubmittedFields) =>
  post(inviteAction, INVITE, as, { roles: [], ...fields })
const holder = async (...permissions: PermissionName[]) => (await holderOf(...permissions)).userId
const stateOf = (id: string) =>
  db().user.findUniqueOrThrow({ where: { id }, include: { roles: true, sessions: true } })
const BEFORE: Partial<Record<UserAction, UserStatus>> = {
  activate: 'deactivated',
  restore: 'deleted',
}

describe.each(USER_ACTIONS)('a forged “%s” in the list', (intent) => {
  const needs = USER_ACTION_PERMISSIONS[intent]
  const others = permissionCatalog.map(({ name }) => name).filter((name) => name !== needs)
  const target = async () => {
    const { id } = await insertUser()
    await makeSession(id, testContext())
    const status = BEFORE[intent]
    if (status) await db().user.update({ where: { id }, data: { status } })
    return id
  }

  it('is refused to holders of every other permission, and writes nothing', async () => {
    const id = await target()
    const before = await stateOf(id)
    expect((await act(await holder(...others), intent, id)).status).toBe(403)
    expect((await act(await holder(needs), intent, id)).status).toBe(403)
    expect(await stateOf(id)).toEqual(before)
  })

  it('is refused for users with permissions the actor lacks, with a notice, and writes nothing', async () => {
    const id = await target()
    await insertRole(`more of ${intent}`, ['audit:list'], [id])
    const before = await stateOf(id)
    const answer = await act(await holder('users:list', needs), intent, id)
    expect(answer).toMatchObject({
      status: 403,
      state: { code: 'privilege_escalation', values: { user_id: id } },
    })
    expect(await stateOf(id)).toEqual(before)
  })

  it('succeeds with the required permission, and returns to the list with a notice', async () => {
    const id = await target()
    const answer = await act(await holder('users:list', needs), intent, id)
    expect([answer.status, answer.to]).toEqual([303, LIST])
    const { email } = await stateOf(id)
    expect(answer.notice).toMatchObject({
      form: intent,
      notice: 'user_changed',
      values: { person: email },
    })
    expect(await db().auditRecord.count({ where: { targetId: id, outcome: 'ok' } })).toBe(1)
  })
})

it.each([
  ['no user', {}],
  ['an invalid id', { user_id: "' OR true --" }],
] as [string, SubmittedFields][])('a form with %s is refused', async (_, fields) => {
  const answer = await post(deleteUser, LIST, (await insertAdministrator()).id, fields)
  expect(answer).toMatchObject({ status: 422, state: { code: 'validation_failed' } })
})

it('the last active administrator cannot be deactivated, even by a user with the same permissions', async () => {
  await db().userRole.deleteMany({ where: { role: { nameKey: 'admin' } } })
  const admin = await insertAdministrator()
  const { permissions } = await db().role.findUniqueOrThrow({
    where: { nameKey: 'admin' },
    include: { permissions: true },
  })
  const rival = await insertUser()
  await insertRole(
    'as much',
    permissions.map(({ permission }) => permission),
    [rival.id],
  )
  const answer = await act(rival.id, 'deactivate', admin.id)
  expect(answer.state).toMatchObject({ code: 'last_admin', values: { user_id: admin.id } })
  expect(await stateOf(admin.id)).toMatchObject({ status: 'active', version: 1 })
})

describe('an invitation', () => {
  it('assigns the checked roles, and leads to the list', async () => {
    const roleId = await insertRole('Greeter', [])
    const as = (await insertAdministrator()).id
    const fields = { email: ' New@Example.com ', name: '', roles: ['Greeter'] }
    const answer = await invite(as, fields)
    expect(answer.to).toBe('/dashboard/users')
    expect(answer.notice).toEqual({ notice: 'user_invited', values: { person: 'new@example.com' } })
    const made = await db().user.findUniqueOrThrow({
      where: { email: 'new@example.com' },
      include: { roles: true },
    })
    expect(made).toMatchObject({ status: 'pending', name: null, roles: [{ roleId }] })
    expect(await db().job.count()).toBe(1)
  })

  it('to a taken address is refused at the field, and keeps the input', async () => {
    const { email } = await insertUser()
    await insertRole('Usher', [])
    const roles = ['Usher', 'user']
    const answer = await invite((await insertAdministrator()).id, { email, name: 'Ada', roles })
    expect(answer).toMatchObject({
      status: 409,
      state: { code: 'email_taken', values: { email, name: 'Ada' }, lists: { roles } },
    })
    expect(Object.keys(answer.state!.errors)).toEqual(['email'])
    expect(await db().job.count()).toBe(0)
  })

  it('from a user who may not assign roles assigns only the role user, whatever is posted, and returns to a page they may open', async () => {
    const fields = { email: 'plain@example.com', roles: ['admin'] }
    const answer = await invite(await holder('users:activate'), fields)
    expect(answer.to).toBe(INVITE)
    const made = await db().user.findUniqueOrThrow({
      where: { email: 'plain@example.com' },
      include: { roles: { include: { role: true } } },
    })
    expect(made.roles.map(({ role }) => role.name)).toEqual(['user'])
  })

  it('with a role whose permissions the actor lacks is refused and writes nothing', async () => {
    await insertRole('Overseer', ['audit:list'])
    const fields = { email: 'more@example.com', roles: ['Overseer'] }
    const answer = await invite(await holder('users:activate', 'users:role:change'), fields)
    expect(answer.state?.code).toBe('privilege_escalation')
    expect(await db().user.count({ where: { email: 'more@example.com' } })).toBe(0)
  })

  it('without the permission to invite is refused and writes nothing', async () => {
    const answer = await invite(await holder('users:list', 'users:role:change'), {
      email: 'no@example.com',
    })
    expect(answer.status).toBe(403)
    expect(await db().user.count({ where: { email: 'no@example.com' } })).toBe(0)
  })
})

describe('a forged selection for a bulk action', () => {
  const BULK = { scope: 'picked', kind: 'deactivate', user_ids: [] }
  const bulk = (as: string, fields: SubmittedFields) =>
    post(selectUsers, LIST, as, { ...BULK, ...fields })
  const draftsOf = (actorId: string) =>
    db().bulkAction.findMany({ where: { actorId }, include: { users: true } })

  it('leads to a preview of exactly the selected users, or of all that match the filters, and changes none', async () => {
    const as = await holder('users:list', 'users:activate')
    const [one, two] = [await insertUser(), await insertUser()]
    const picked = await bulk(as, { user_ids: [one.id, two.id] })
    const filtered = await bulk(as, { scope: 'all', query: one.email, status: 'active', role: '' })
    const [first, second] = await draftsOf(as)
    expect(picked.to).toBe(`/dashboard/users/bulk/${first!.id}`)
    expect(filtered.to).toBe(`/dashboard/users/bulk/${second!.id}`)
    expect(first!.users.map(({ userId }) => userId).sort()).toEqual([one.id, two.id].sort())
    expect(second!.users.map(({ userId }) => userId)).toEqual([one.id])
    expect((await stateOf(one.id)).status).toBe('active')
  })

  it('is refused without users, with an unknown kind and without the permission, and selects no one', async () => {
    const as = await holder('users:list', 'users:role:change')
    const { id } = await insertUser()
    const one = { user_ids: [id] }
    expect((await bulk(as, one)).status).toBe(403)
    const faultsOf = async (fields: SubmittedFields) =>
      Object.keys((await bulk(as, fields)).state?.errors ?? {})
    expect(await faultsOf({ kind: 'add_roles' })).toEqual(['user_ids'])
    expect(await faultsOf({ ...one, kind: '' })).toEqual(['kind'])
    expect(await faultsOf({ kind: 'add_roles', scope: 'all', query: newId() })).toEqual(['filter'])
    expect(await draftsOf(as)).toEqual([])
  })

  it('says why: nothing is selected, or the page is of an earlier version and has no selection', async () => {
    const as = await holder('users:list', 'users:role:change')
    const { user_ids: _, ...without } = { ...BULK, kind: 'add_roles' }
    const said = async (fields: SubmittedFields) =>
      (await post(selectUsers, LIST, as, fields)).state?.errors
    const { emptyFields, fieldErrors } = en.forms
    expect(await said({ ...without, user_ids: [] })).toEqual({ user_ids: emptyFields.user_ids })
    expect(await said(without)).toEqual({ user_ids: fieldErrors.outdated })
    expect(await draftsOf(as)).toEqual([])
  })
})
