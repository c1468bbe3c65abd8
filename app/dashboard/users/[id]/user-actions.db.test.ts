import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as actions from '@/app/dashboard/users/[id]/actions'
import { syncCatalog } from '@/lib/access/catalog'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { en } from '@/lib/i18n/en'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { UserStatus } from '@/lib/platform/user-statuses'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeProfileField } from '@/tests/kit/make-profile-field'
import { makeSession } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { submitAction, type SubmittedFields as Fields } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import type { ActionState } from '@/lib/web/action-state'
import { decodeNotice } from '@/lib/web/form-outcome'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  await makeProfileField({ key: 'team' })
})
beforeEach(() => db().job.deleteMany())

type Action = keyof typeof actions
interface Form {
  action: Action
  needs: PermissionName
  status?: UserStatus
  fields?: Fields
}

const [version, email, profile_team] = ['1', 'new@example.com', 'Core']
/** The action, permission, required status and posted fields of each form, by its name. */
const FORMS = {
  activate: { action: 'activateUser', needs: 'users:activate', status: 'deactivated' },
  deactivate: { action: 'deactivateUser', needs: 'users:activate' },
  delete: { action: 'deleteUser', needs: 'users:delete' },
  restore: { action: 'restoreUser', needs: 'users:restore', status: 'deleted' },
  end_sessions: { action: 'endSessions', needs: 'users:activate' },
  end_session: { action: 'endSession', needs: 'users:activate' },
  reset_mfa: { action: 'resetMfa', needs: 'users:activate' },
  send_reset: { action: 'sendResetLink', needs: 'users:activate' },
  send_invitation: { action: 'sendInvitation', needs: 'users:activate', status: 'pending' },
  rename: { action: 'saveName', needs: 'users:activate', fields: { version, name: 'New' } },
  profile: { action: 'saveProfile', needs: 'users:activate', fields: { version, profile_team } },
  roles: { action: 'saveRoles', needs: 'users:role:change', fields: { version, roles: [] } },
  email: { action: 'saveEmail', needs: 'users:email:change:any', fields: { version, email } },
} as const satisfies Record<string, Form>
type Intent = keyof typeof FORMS
const formOf = (intent: Intent): Form => FORMS[intent]
const INTENTS = Object.keys(FORMS) as Intent[]

/** Tested elsewhere, or without an effect on the user. */
const OTHERS: Action[] = ['eraseAccount', 'hideInvitationLink', 'showInvitationLink', 'viewAsUser']

it('no form is left out of these tests', () => {
  const tested = INTENTS.map((intent) => formOf(intent).action)
  expect([...tested, ...OTHERS].sort()).toEqual(Object.keys(actions).sort())
})

/** Creates a user with a role and a session, in the state that the form requires. */
async function target(intent: Intent): Promise<string> {
  const { id } = await insertUser()
  await insertRole(`role ${newId()}`, [], [id])
  await makeSession(id, testContext())
  const { status } = formOf(intent)
  const before = { mfaEnabledAt: new Date(), invitedAt: new Date(), ...(status && { status }) }
  await db().user.update({ where: { id }, data: before })
  return id
}

const stateOf = (id: string) =>
  db().user.findUniqueOrThrow({
    where: { id },
    include: { roles: true, sessions: true, emailTokens: true },
  })
async function send(by: {
  as: string
  id: string
  intent: Intent
  page?: string
  fields?: Fields
  script?: boolean
}) {
  const session: Fields =
    by.intent === 'end_session' ? { session_id: (await stateOf(by.id)).sessions[0]!.id } : {}
  const { action, fields } = formOf(by.intent)
  return post({ action, ...by }, { intent: by.intent, ...fields, ...session, ...by.fields })
}

async function post(
  by: { as: string; id: string; page?: string; script?: boolean; action: Action },
  fields: Fields,
  signedIn?: IssuedSession,
) {
  const session = signedIn ?? (await makeSession(by.as, testContext({ surface: 'web' })))
  const answer = await submitAction(actions[by.action], {
    page: by.page ?? `/dashboard/users/${by.id}`,
    fields,
    script: by.script,
    headers: { cookie: cookieHeaderWith(null, session) },
  })
  const text = await answer.text()
  const cookies = answer.headers.getSetCookie()
  const notice = cookies.find((line) => /^(__Host-)?notice=/.test(line))
  return {
    status: answer.status,
    to: answer.headers.get('location'),
    cookies: cookies.join(),
    notice: decodeNotice(notice?.split(';')[0]?.split('=')[1]),
    state: text ? (JSON.parse(text) as ActionState) : null,
  }
}

const holder = async (...permissions: PermissionName[]) => (await holderOf(...permissions)).userId

describe.each(INTENTS)('a forged “%s”', (intent) => {
  const { needs } = formOf(intent)
  const others = [...new Set(INTENTS.map((name) => formOf(name).needs))].filter(
    (name) => name !== needs,
  )

  it('is refused to readers and to holders of every other permission, and writes nothing', async () => {
    for (const as of [await holder('users:read'), await holder('users:read', ...others)]) {
      const id = await target(intent)
      const before = await stateOf(id)
      const answer = await send({ as, id, intent, script: true })
      expect(answer).toMatchObject({ status: 403, state: { code: 'insufficient_permission' } })
      expect(await stateOf(id)).toEqual(before)
      expect(await db().job.count()).toBe(0)
      expect(
        await db().auditRecord.findFirst({ where: { actorId: as, outcome: 'refused' } }),
      ).toMatchObject({
        action: 'permission.refused',
        targetId: needs,
      })
    }
  })

  it('is refused without users:read, because the page is not accessible', async () => {
    const id = await target(intent)
    const before = await stateOf(id)
    const answer = await send({ as: await holder(needs), id, intent, script: true })
    expect(answer.state?.code).toBe('insufficient_permission')
    expect(await stateOf(id)).toEqual(before)
  })

  it('finds no user when it is posted to a page without one, and writes nothing', async () => {
    const id = await target(intent)
    const before = await stateOf(id)
    const page = '/dashboard/account'
    const as = await holder('users:read', needs)
    const answer = await send({ as, id, intent, page })
    expect([answer.state?.code, answer.notice?.code]).toContain('not_found')
    expect(await stateOf(id)).toEqual(before)
    expect(await db().job.count()).toBe(0)
  })

  it('is refused for users with permissions the actor lacks, with a notice, and writes nothing', async () => {
    const id = await target(intent)
    await insertRole(`more ${newId()}`, ['payments:list'], [id])
    const before = await stateOf(id)
    const answer = await send({ as: await holder('users:read', needs), id, intent })
    expect(answer.to).toBe(`/dashboard/users/${id}`)
    expect(answer.notice).toEqual({ code: 'privilege_escalation' })
    expect(await stateOf(id)).toEqual(before)
    expect(await db().job.count()).toBe(0)
  })

  it('succeeds with the required permission, with a notice', async () => {
    const id = await target(intent)
    const before = await stateOf(id)
    const answer = await send({ as: await holder('users:read', needs), id, intent })
    expect(answer.status).toBe(303)
    expect(answer.notice).toEqual({ notice: intent })
    expect([await stateOf(id), await db().job.count()]).not.toEqual([before, 0])
  })
})

it('an outdated roles form saves nothing, and the page is opened again with a notice', async () => {
  const as = await holder('users:read', FORMS.roles.needs)
  const id = await target('roles')
  await db().user.update({ where: { id }, data: { version: 2 } })
  const before = await stateOf(id)
  for (const script of [true, false]) {
    const answer = await send({ as, id, intent: 'roles', script })
    expect(answer.notice).toEqual({ code: 'precondition_failed' })
    expect(answer.to ?? answer.state?.redirect).toBe(`/dashboard/users/${id}`)
  }
  expect(await stateOf(id)).toEqual(before)
})

it.each([
  ['rename', { name: 'Ada' }],
  ['email', { email: 'ada@new.example.com' }],
  ['profile', { profile_team: 'Core' }],
] as const)('an outdated %s form saves nothing and keeps what was typed', async (intent, typed) => {
  const { action } = formOf(intent)
  const as = await holder('users:read', 'users:activate', 'users:email:change:any')
  const id = await target('email')
  await db().user.update({ where: { id }, data: { version: 2 } })
  const before = await stateOf(id)
  const fields = { version: '1', ...typed }
  const first = await post({ as, id, action }, fields)
  expect(first).toMatchObject({
    status: 412,
    notice: null,
    state: { code: 'precondition_failed', values: fields },
  })
  expect(await post({ as, id, action }, first.state!.values)).toMatchObject({ status: 412 })
  expect(await stateOf(id)).toEqual(before)
})

describe.each(['roles', 'email'] as const)('a %s form', (intent) => {
  it('is refused without a valid version', async () => {
    const as = await holder('users:read', formOf(intent).needs)
    const id = await target(intent)
    const before = await stateOf(id)
    for (const version of ['', '0', '-1', 'x', '1.5', '1e400'])
      expect((await send({ as, id, intent, fields: { version }, script: true })).status).toBe(422)
    expect(await stateOf(id)).toEqual(before)
  })
})

describe('the roles form', () => {
  it('assigns exactly the checked roles', async () => {
    const id = await target('roles')
    const name = `Editor ${newId()}`
    const role = await insertRole(name, [])
    const as = await holder('users:read', 'users:role:change')
    const fields = { roles: [name, name] }
    expect((await send({ as, id, intent: 'roles', fields })).notice).toEqual({ notice: 'roles' })
    expect((await stateOf(id)).roles).toMatchObject([{ roleId: role }])
  })

  it('saves nothing if a role no longer exists', async () => {
    const id = await target('roles')
    const before = await stateOf(id)
    const as = await holder('users:read', 'users:role:change')
    const answer = await send({ as, id, intent: 'roles', fields: { roles: ['Gone'] } })
    expect(answer.notice).toEqual({ code: 'validation_failed' })
    expect(await stateOf(id)).toEqual(before)
  })

  it('of an earlier version, without the list, does not remove the roles', async () => {
    const id = await target('roles')
    const before = await stateOf(id)
    const as = await holder('users:read', 'users:role:change')
    const earlier = { [`role_${before.roles[0]!.roleId.replaceAll('-', '')}`]: 'Editor' }
    const answer = await post({ as, id, action: 'saveRoles' }, { version: '1', ...earlier })
    expect(answer).toMatchObject({ status: 422, state: { code: 'validation_failed' } })
    expect(answer.state!.errors).toEqual({ roles: en.forms.fieldErrors.outdated })
    expect(await stateOf(id)).toEqual(before)
  })

  it('cannot remove the role admin from its last holder', async () => {
    await db().user.updateMany({ data: { status: 'deactivated' } })
    const { id } = await insertAdministrator()
    const answer = await send({ as: id, id, intent: 'roles' })
    expect(answer.notice).toEqual({ code: 'last_admin' })
    for (const intent of ['deactivate', 'delete'] as const)
      expect((await send({ as: id, id, intent })).notice).toMatchObject({ code: 'last_admin' })
    expect(await stateOf(id)).toMatchObject({ status: 'active', version: 1 })
  })
})

describe('a form on the user page', () => {
  it.each(['deactivate', 'end_sessions'] as const)(
    "signs the browser out after “%s” on one's own account",
    async (intent) => {
      const id = await holder('users:read', formOf(intent).needs)
      const answer = await send({ as: id, id, intent })
      expect(answer.to).toBe('/auth/login')
      expect(answer.cookies).toMatch(/access=;.*refresh=;/)
      expect((await stateOf(id)).sessions.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
    },
  )

  it.each(['deleteUser', 'eraseAccount'] as const)(
    "refuses to delete one's own account, which needs the password and sends an email: %s",
    async (action) => {
      await insertAdministrator()
      const id = await holder('users:read', 'users:delete')
      const answer = await post({ as: id, id, action }, {})
      expect(answer.notice).toEqual({ code: 'privilege_escalation' })
      expect(answer.cookies).not.toMatch(/access=;/)
      expect(await stateOf(id)).toMatchObject({ status: 'active', version: 1 })
    },
  )

  it('signs the browser out only when it ends its own session', async () => {
    const id = await holder('users:read', 'users:activate')
    await makeSession(id, testContext({ surface: 'web' }))
    const other = (await stateOf(id)).sessions[0]!.id
    const answer = await send({ as: id, id, intent: 'end_session', fields: { session_id: other } })
    expect(answer.to).toBe(`/dashboard/users/${id}`)
    expect(answer.cookies).not.toMatch(/access=;/)
    const own = await makeSession(id, testContext({ surface: 'web' }))
    const fields = { session_id: own.sessionId }
    const out = await post({ as: id, id, action: 'endSession' }, fields, own)
    expect(out.to).toBe('/auth/login')
    expect(out.cookies).toMatch(/access=;.*refresh=;/)
  })

  it('reports a session that has already ended', async () => {
    const id = await target('end_session')
    const as = await holder('users:read', 'users:activate')
    const fields = { session_id: newId() }
    const answer = await send({ as, id, intent: 'end_session', fields })
    expect(answer.notice).toEqual({ code: 'not_found' })
    expect((await stateOf(id)).sessions).toMatchObject([{ revokedAt: null }])
  })

  it('refuses the current address, because no email would be sent', async () => {
    const id = await target('email')
    const { email } = await stateOf(id)
    const as = await holder('users:read', 'users:email:change:any')
    const answer = await send({ as, id, intent: 'email', fields: { email } })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.state!.errors)).toEqual(['email'])
    expect(await db().job.count()).toBe(0)
  })

  it('refuses unknown users', async () => {
    const as = await holder('users:read', 'users:activate')
    expect((await send({ as, id: newId(), intent: 'deactivate', script: true })).status).toBe(404)
  })

  it('refuses an address of another account, and returns it with the reason', async () => {
    const taken = await insertUser()
    const as = await holder('users:read', 'users:email:change:any')
    const id = await target('email')
    const before = await stateOf(id)
    const answer = await send({ as, id, intent: 'email', fields: { email: taken.email } })
    expect(answer).toMatchObject({
      status: 409,
      state: { code: 'email_taken', values: { intent: 'email', email: taken.email } },
    })
    expect(await stateOf(id)).toEqual(before)
  })
})
