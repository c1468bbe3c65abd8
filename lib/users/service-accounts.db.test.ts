import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as users from '@/app/api/v1/users/route'
import { syncCatalog } from '@/lib/access/catalog'
import {
  countActiveAdmins,
  listGrantorRows,
  listPermissionHolders,
} from '@/lib/access/grants.store'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { findIdsByEmail } from '@/lib/messaging/notifications/recipients.store'
import { createNotification } from '@/lib/messaging/notifications/create-notification'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { Principal } from '@/lib/platform/request-context'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { makeSession } from '@/tests/kit/make-user'
import { livePrincipalOf, principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { createServiceAccount } from '@/lib/users/create-service-account'
import { exportUsers } from '@/lib/users/export-users'
import { findCreator, findUserChangeLimits, getUser } from '@/lib/users/get-user'
import { listUsers } from '@/lib/users/list-users'
import { getOverview } from '@/lib/users/overview'
import { changeUserRoles } from '@/lib/users/user-roles'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(() => db().user.deleteMany())

const usersCount = () => db().user.count()
const call = async (as: Principal, body: object) => {
  const { accessToken } = await makeSession(as.userId, ctx())
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const request = new Request('http://x/api/v1/users', {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const answer = await users.POST(request, { params: Promise.resolve({}) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe('POST /users with kind service', () => {
  it('creates an account that is active, has the role user, and no mailbox', async () => {
    const actor = await holderOf('users:activate')
    const { status, body } = await call(actor, { kind: 'service', name: ' Billing  exporter ' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      kind: 'service',
      status: 'active',
      email: `${String(body.id)}@service.invalid`,
      email_verified: false,
      roles: ['user'],
    })
    expect(await db().job.count()).toBe(0)
    const record = await db().auditRecord.findFirstOrThrow({
      where: { action: 'service_account.created', targetId: String(body.id) },
    })
    expect(record).toMatchObject({ outcome: 'ok', actorId: actor.userId })
    const found = await getUser(await principalOf(String(body.id)), String(body.id))
    if (!found.ok) throw new Error(found.code)
    expect(await findCreator(found.user)).toMatchObject({ id: actor.userId })
  })

  it.each<[string, object, number]>([
    ['without a name', { kind: 'service' }, 422],
    ['with an empty name', { kind: 'service', name: ' ' }, 422],
    ['with a password', { kind: 'service', name: 'x', password: 'p' }, 422],
    ['of an unknown kind', { kind: 'robot', name: 'x' }, 422],
    ['with an unknown role', { kind: 'service', name: 'x', roles: ['no such role'] }, 422],
    ['with more than the actor may grant', { kind: 'service', name: 'x', roles: ['admin'] }, 403],
  ])('%s: is refused, and nothing is written', async (_, body, status) => {
    const actor = await holderOf('users:activate', 'users:role:change')
    const before = await usersCount()
    expect((await call(actor, body)).status).toBe(status)
    expect(await usersCount()).toBe(before)
  })

  it('says that it has no email address, and creates nothing', async () => {
    const actor = await holderOf('users:activate')
    const before = await usersCount()
    const input = { kind: 'service', name: 'Exporter', email: 'robot@example.com' }
    const detail = 'A service account has no email address. Leave this field out.'
    expect(await call(actor, input)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/email', code: 'no_email', detail }] },
    })
    expect(await call(actor, { ...input, extra: 1 })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { pointer: '/email', code: 'unknown_field' },
          { pointer: '/extra', code: 'unknown_field' },
        ],
      },
    })
    expect(await usersCount()).toBe(before)
  })

  it('is refused without users:activate, and roles without users:role:change', async () => {
    const [other, plain] = [await holderOf('users:read'), await holderOf('users:activate')]
    const role = await insertRole(`role ${newId()}`, [])
    const { name } = await db().role.findUniqueOrThrow({ where: { id: role } })
    const before = await usersCount()
    expect((await call(other, { kind: 'service', name: 'x' })).status).toBe(403)
    expect((await call(plain, { kind: 'service', name: 'x', roles: [name] })).status).toBe(403)
    expect(await usersCount()).toBe(before)
  })

  it('without a kind still invites a person', async () => {
    const actor = await holderOf('users:activate')
    const { status, body } = await call(actor, { email: 'ann@example.com' })
    expect([status, body.kind, body.status]).toEqual([201, 'person', 'pending'])
    expect((await call(actor, { kind: 'person', email: 'bob@example.com' })).status).toBe(201)
    expect((await call(actor, { kind: 'person', name: 'x' })).status).toBe(422)
  })
})

describe('a service account', () => {
  it('gets roles and permissions like a person', async () => {
    const actor = await holderOf('users:role:change', 'users:read')
    const role = await insertRole(`role ${newId()}`, ['users:read'])
    const { name } = await db().role.findUniqueOrThrow({ where: { id: role } })
    const { id: userId } = await makeServiceAccount()
    expect(await changeUserRoles(actor, { userId, roles: [name] }, ctx())).toMatchObject({
      ok: true,
    })
    expect([...(await principalOf(userId)).permissions]).toEqual(['users:read'])
  })

  it('is deactivated, activated, deleted and restored', async () => {
    const actor = await holderOf('users:activate', 'users:delete', 'users:restore')
    const { id: userId } = await makeServiceAccount()
    for (const [move, status] of [
      ['deactivate', 'deactivated'],
      ['activate', 'active'],
      ['delete', 'deleted'],
      ['restore', 'active'],
    ] as const)
      expect(await changeUserStatus(actor, { userId, move }, ctx())).toMatchObject({
        user: { status, kind: 'service' },
      })
  })

  it('is never the last administrator, nor keeps the last one from being protected', async () => {
    await makeServiceAccount(['admin'])
    const { id: userId } = await insertAdministrator()
    const admin = await principalOf(userId)
    expect(await countActiveAdmins(db())).toBe(1)
    expect(await changeUserRoles(admin, { userId, roles: ['user'] }, ctx())).toMatchObject({
      code: 'last_admin',
    })
    expect(await changeUserStatus(admin, { userId, move: 'deactivate' }, ctx())).toMatchObject({
      code: 'last_admin',
    })
    const shown = await getUser(admin, userId)
    expect(shown.ok && (await findUserChangeLimits(admin, shown.user))).toMatchObject({
      lastAdministrator: true,
    })
    const { checklist } = await getOverview(admin, new Date())
    expect(checklist).toContainEqual({ step: 'second_administrator', done: false })
  })

  it('with the admin role can be demoted and deleted beside one administrator', async () => {
    const { id: userId } = await makeServiceAccount(['admin'])
    const admin = await principalOf((await insertAdministrator()).id)
    expect(await changeUserRoles(admin, { userId, roles: ['user'] }, ctx())).toMatchObject({
      ok: true,
    })
    expect(await changeUserStatus(admin, { userId, move: 'delete' }, ctx())).toMatchObject({
      ok: true,
    })
  })

  it('gets no notification, by role, by id or with everyone', async () => {
    const { id, email } = await makeServiceAccount(['admin'])
    const { id: person } = await insertAdministrator()
    const sender = await livePrincipalOf(person)
    for (const to of [{ role: 'admin' }, { user_ids: [id, person] }]) {
      const input = { to, channels: ['inbox' as const], title: 'News', body: 'Text' }
      const sent = await createNotification(sender, input, ctx())
      expect(sent).toMatchObject({ ok: true, notification: { total: 1 } })
    }
    const input = {
      to: { all: true as const },
      channels: ['inbox' as const],
      title: 'News',
      body: 'Text',
    }
    const people = await db().user.count({ where: { kind: 'person', status: 'active' } })
    expect(await createNotification(sender, input, ctx())).toMatchObject({
      notification: { total: people },
    })
    expect(await findIdsByEmail(db(), [email])).toEqual(new Map())
  })

  it('is not told about contact messages, nor named as someone to ask for a permission', async () => {
    const { id } = await makeServiceAccount(['admin'])
    const by = { permission: 'contacts:list', afterId: null, limit: 10 } as const
    expect(await listPermissionHolders(db(), by)).toEqual([])
    const asked = { permission: 'users:list', giving: ['users:role:change'], exceptId: newId() }
    const rows = await listGrantorRows(db(), { ...asked, limit: 10 })
    expect(rows.map((row) => row.id)).not.toContain(id)
  })

  it('is not counted among the users or the sign-ups of the home page', async () => {
    const admin = await principalOf((await insertAdministrator()).id)
    const numbers = async () => (await getOverview(admin, new Date())).users
    const before = await numbers()
    const signUps = async () =>
      (
        await db().$queryRaw<{ n: number }[]>`
        SELECT COALESCE(sum(sign_ups), 0)::int AS n FROM user_total_changes`
      )[0]!.n
    const signedUp = await signUps()
    const made = await createServiceAccount(admin, { name: 'Robot', roles: [] }, ctx())
    if (!made.ok) throw new Error(made.code)
    const { id: userId } = made.user
    expect([await numbers(), await signUps()]).toEqual([before, signedUp])
    await changeUserStatus(admin, { userId, move: 'deactivate' }, ctx())
    expect(await numbers()).toEqual(before)
    await db().user.delete({ where: { id: userId } })
    expect(await numbers()).toEqual(before)
  })

  it('is in the list, in an export only when asked for', async () => {
    const { id } = await makeServiceAccount()
    const actor = await holderOf('users:list', 'users:read')
    await insertUser()
    const listed = await listUsers({ sort: 'email', limit: 10 })
    expect(listed.ok && listed.users.find((user) => user.id === id)).toMatchObject({
      kind: 'service',
    })
    const lines = async (kind?: 'service') => {
      const asked = { format: 'ndjson', filters: { sort: 'email', ...(kind && { kind }) } } as const
      const { accessToken: _, sessionId } = await makeSession(actor.userId, ctx())
      const made = await exportUsers({ ...actor, sessionId }, asked, ctx())
      if (!made.ok) throw new Error(made.code)
      let text = ''
      for await (const chunk of made.file.chunks) text += chunk
      return text
    }
    expect(await lines()).not.toContain(id)
    const only = (await lines('service')).trim().split('\n')
    expect(only.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([id])
  })
})
