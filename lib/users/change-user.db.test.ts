import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { maskEmail } from '@/lib/accounts/user-fields'
import { forgotPassword } from '@/lib/identity/passwords/reset-password'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { login } from '@/lib/identity/sign-in/login'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { auditRecordsOf } from '@/tests/kit/audit-records'
import { insertUser } from '@/tests/kit/insert-user'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { insertAppPermission, insertRole } from '@/tests/kit/roles'
import { sessionOf } from '@/tests/kit/sessions'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { changeUserEmail } from '@/lib/users/change-user-details'
import { getUser } from '@/lib/users/get-user'
import { changeUserRoles } from '@/lib/users/user-roles'

useTestDatabase()
const queue = useMailQueue()
beforeAll(() => syncCatalog(new Date()))

const rowOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } })
const rolesOf = async (userId: string) =>
  (await db().userRole.findMany({ where: { userId }, select: { role: true } }))
    .map(({ role }) => role.name)
    .sort()

describe('roles of a user', () => {
  it('are replaced by exactly those requested, by name in any case, once each', async () => {
    const { id } = await insertUser()
    const role = `Editor ${newId()}`
    await insertRole(role, ['contacts:list'])
    const actor = await holderOf('users:role:change', 'contacts:list')
    const first = await changeUserRoles(
      actor,
      { userId: id, roles: ['USER', role, role.toLowerCase()] },
      ctx(),
    )
    expect(first).toMatchObject({ ok: true, user: { roles: [role, 'user'], version: 2 } })
    expect([...(await principalOf(id)).permissions]).toEqual(['contacts:list'])
    const again = await changeUserRoles(actor, { userId: id, roles: [role, 'user'] }, ctx())
    expect(again).toMatchObject({ ok: true, user: { version: 2 } })
    expect(await changeUserRoles(actor, { userId: id, roles: [] }, ctx())).toMatchObject({
      user: { roles: [] },
    })
    expect([...(await principalOf(id)).permissions]).toEqual([])
    expect(await auditRecordsOf(id)).toMatchObject([
      {
        action: 'user.roles_changed',
        outcome: 'ok',
        details: { before: [], after: [role, 'user'] },
      },
      { details: { before: [role, 'user'], after: [] } },
    ])
  })

  it('are refused by index when unknown, before the user is looked up', async () => {
    const actor = await holderOf('users:role:change')
    expect(
      await changeUserRoles(actor, { userId: newId(), roles: ['user', 'nope'] }, ctx()),
    ).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/roles/1', code: 'not_supported' }],
    })
  })

  it('with more permissions than the actor are not assigned, nor removed from users with more permissions', async () => {
    const { id } = await insertUser()
    const strong = await insertAdministrator()
    const actor = await holderOf('users:role:change')
    const given = await changeUserRoles(actor, { userId: id, roles: ['user', 'admin'] }, ctx())
    const taken = await changeUserRoles(actor, { userId: strong.id, roles: [] }, ctx())
    const own = await changeUserRoles(actor, { userId: actor.userId, roles: ['admin'] }, ctx())
    for (const result of [given, taken, own])
      expect(result).toMatchObject({ code: 'privilege_escalation' })
    expect([await rolesOf(id), await rolesOf(strong.id)]).toEqual([[], ['admin']])
    expect(await rolesOf(actor.userId)).toHaveLength(1)
    expect((await rowOf(id)).version).toBe(1)
    expect(await auditRecordsOf(id)).toMatchObject([
      { outcome: 'refused', details: { reason: 'privilege_escalation' } },
    ])
  })

  it('cannot be changed on a deleted account, which is restored with its previous roles', async () => {
    const { id } = await insertUser({ status: 'deleted' })
    await insertRole(`role ${newId()}`, ['contacts:list'], [id])
    const actor = await holderOf('users:role:change', 'contacts:list')
    const before = await rolesOf(id)
    for (const roles of [['user'], [], before])
      expect(await changeUserRoles(actor, { userId: id, roles }, ctx())).toMatchObject({
        code: 'conflict',
      })
    expect(await rolesOf(id)).toEqual(before)
    expect((await rowOf(id)).version).toBe(1)
    expect((await auditRecordsOf(id)).map(({ outcome }) => outcome)).toEqual([
      'refused',
      'refused',
      'refused',
    ])
  })

  it('of the last active administrator keep the admin role', async () => {
    await db().user.updateMany({ data: { status: 'deactivated' } })
    const { id } = await insertAdministrator()
    const actor = await principalOf(id)
    expect(await changeUserRoles(actor, { userId: id, roles: ['user'] }, ctx())).toMatchObject({
      code: 'last_admin',
    })
    expect(await rolesOf(id)).toEqual(['admin'])
    expect((await rowOf(id)).version).toBe(1)
  })
})

describe('an email address changed by an administrator', () => {
  it('counts as unconfirmed, notifies the old and the new address, and keeps sessions', async () => {
    const user = await insertUser({ email: `${newId()}@old.example` })
    const session = await makeSession(user.id, ctx())
    const actor = await holderOf('users:email:change:any')
    const email = `${newId()}@new.example`
    const result = await changeUserEmail(actor, { userId: user.id, email }, ctx())
    expect(result).toMatchObject({
      ok: true,
      user: { email, email_verified: false, status: 'active', version: 2 },
    })
    await queue.work(new Date())
    expect(
      queue
        .mails()
        .map(({ envelope, message }) => [envelope.to[0], message.subject])
        .sort(),
    ).toEqual(
      [
        [email, 'Confirm your new email address'],
        [user.email, 'Your email address was changed'],
      ].sort(),
    )
    expect(await db().sessionFamily.findUnique({ where: { id: session.sessionId } })).toMatchObject(
      {
        revokedAt: null,
      },
    )
    const text = queue.mails().find(({ envelope }) => envelope.to[0] === email)!.message.text!
    const token = /verify-email\?token=([\w-]{43})/.exec(text)![1]!
    expect(await verifyEmail({ token }, ctx())).toMatchObject({
      ok: true,
      user: { email_verified: true },
    })
    expect(await auditRecordsOf(user.id)).toMatchObject([
      {
        action: 'user.email_changed',
        details: { before: maskEmail(user.email), after: maskEmail(email) },
      },
      { action: 'email.verified' },
    ])
  })

  it('works for sign-in while unconfirmed', async () => {
    const user = await makeUser()
    const email = `${newId()}@new.example`
    await changeUserEmail(
      await holderOf('users:email:change:any'),
      { userId: user.id, email },
      ctx(),
    )
    const session = sessionOf(await login({ email, password: PASSWORD }, ctx()))
    expect(session.user).toMatchObject({ id: user.id, email, email_verified: false })
    expect(await login({ email: user.email, password: PASSWORD }, ctx())).toMatchObject({
      code: 'invalid_credentials',
    })
  })

  it('invalidates the links sent to the old one, even when it is changed back', async () => {
    const user = await insertUser()
    const tokens = await Promise.all(
      (['reset_password', 'verify_email'] as const).map((kind) =>
        issueEmailToken(db(), { userId: user.id, kind, email: user.email }, new Date()),
      ),
    )
    const actor = await holderOf('users:email:change:any')
    await changeUserEmail(actor, { userId: user.id, email: `${newId()}@new.example` }, ctx())
    await changeUserEmail(actor, { userId: user.id, email: user.email }, ctx())
    expect(await verifyEmail({ token: tokens[1]! }, ctx())).toMatchObject({
      code: 'invalid_or_expired_token',
    })
    expect(await db().emailToken.count({ where: { userId: user.id } })).toBe(0)
  })

  it('is refused if another account of any status has it; nothing is written or sent', async () => {
    const user = await insertUser()
    const taken = await insertUser({ status: 'deleted' })
    const actor = await holderOf('users:email:change:any')
    expect(
      await changeUserEmail(actor, { userId: user.id, email: taken.email }, ctx()),
    ).toMatchObject({
      code: 'email_taken',
    })
    expect(await rowOf(user.id)).toMatchObject({ email: user.email, version: 1 })
    expect(await db().job.count()).toBe(0)
    expect(await auditRecordsOf(user.id)).toMatchObject([
      { outcome: 'refused', details: { reason: 'email_taken' } },
    ])
  })

  it('is refused for a user with more permissions, and for a deleted account', async () => {
    const strong = await insertAdministrator()
    const gone = await insertUser({ status: 'deleted' })
    const actor = await holderOf('users:email:change:any')
    const email = `${newId()}@new.example`
    expect(await changeUserEmail(actor, { userId: strong.id, email }, ctx())).toMatchObject({
      code: 'privilege_escalation',
    })
    expect(await changeUserEmail(actor, { userId: gone.id, email }, ctx())).toMatchObject({
      code: 'conflict',
    })
    expect((await rowOf(strong.id)).email).toBe(strong.email)
    expect(await db().job.count()).toBe(0)
  })

  it('is refused for a user with an application’s permission that the actor lacks and could sign in with', async () => {
    const name = 'crm:contacts:export'
    await insertAppPermission(name)
    const [user, invitee] = [await insertUser(), await insertUser({ status: 'pending' })]
    await db().user.update({ where: { id: invitee.id }, data: { invitedAt: new Date() } })
    const actor = await holderOf('users:email:change:any')
    const roleId = await insertRole(`sales ${newId()}`, [name], [user.id, invitee.id])
    for (const { id, email } of [user, invitee]) {
      const before = await rowOf(id)
      const mine = { userId: id, email: `${newId()}@new.example` }
      expect(await changeUserEmail(actor, mine, ctx())).toMatchObject({
        code: 'privilege_escalation',
      })
      expect(await rowOf(id)).toEqual(before)
      expect(await changeUserEmail(actor, { userId: id, email }, ctx())).toMatchObject({ ok: true })
      expect(await auditRecordsOf(id)).toMatchObject([
        { outcome: 'refused', details: { reason: 'privilege_escalation' } },
      ])
    }
    expect(await db().job.count()).toBe(0)
    await db().userRole.create({ data: { userId: actor.userId, roleId } })
    for (const { id } of [user, invitee]) {
      const given = { userId: id, email: `${newId()}@new.example` }
      expect(await changeUserEmail(actor, given, ctx())).toMatchObject({ ok: true })
    }
  })

  it('is refused for the own account: a hijacked session could take it over for good', async () => {
    const actor = await holderOf('users:email:change:any')
    const before = await rowOf(actor.userId)
    const email = `${newId()}@new.example`
    for (const userId of [actor.userId, actor.userId.toUpperCase()])
      expect(await changeUserEmail(actor, { userId, email }, ctx())).toMatchObject({
        code: 'privilege_escalation',
      })
    expect(await rowOf(actor.userId)).toEqual(before)
    expect(await db().job.count()).toBe(0)
    expect(await auditRecordsOf(actor.userId)).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'refused' },
    ])
  })

  it('gets a new link on request until it is confirmed', async () => {
    const user = await insertUser()
    const actor = await holderOf('users:email:change:any')
    const email = `${newId()}@new.example`
    await changeUserEmail(actor, { userId: user.id, email }, ctx())
    await db().job.deleteMany()
    await queue.queue({ mail: 'verify_email', email })
    await queue.work()
    expect(queue.recipients()).toEqual([email])
    await db().user.update({ where: { id: user.id }, data: { emailVerifiedAt: new Date() } })
    await queue.queue({ mail: 'verify_email', email })
    await forgotPassword({ email: user.email }, ctx())
    await queue.work()
    expect(queue.recipients()).toEqual([email])
  })
})

describe('a single user', () => {
  it('is visible to holders of users:read and to themselves, without secrets', async () => {
    const { id } = await insertUser({ name: 'Ada', passwordHash: 'HASH' })
    await makeSession(id, ctx())
    const shown = await getUser(await holderOf('users:read'), id.toUpperCase())
    expect(shown).toMatchObject({
      ok: true,
      user: { id, name: 'Ada', last_sign_in_at: expect.any(String) },
    })
    expect(await getUser(await principalOf(id), id)).toEqual(shown)
    expect(JSON.stringify(shown)).not.toMatch(/HASH|password|secret|token|factor/i)
  })

  it('is not found for any other ID', async () => {
    for (const userId of [newId(), 'nonsense', "'; --"])
      expect(await getUser(await holderOf('users:read'), userId)).toMatchObject({
        code: 'not_found',
      })
  })
})
