import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { maskEmail } from '@/lib/accounts/user-fields'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { acceptInvitation } from '@/lib/identity/registration/accept-invitation'
import { register } from '@/lib/identity/registration/register'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { login } from '@/lib/identity/sign-in/login'
import { subscribe } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { PASSWORD } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { inviteUser, resendInvitation } from '@/lib/users/invite-user'

useTestDatabase()
const queue = useMailQueue()
beforeAll(() => syncCatalog(new Date()))

const rowOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } })
const fresh = () => `${newId()}@guest.example`
async function invited(email = fresh(), roles: string[] = ['user']) {
  const actor = await holderOf('users:activate', 'users:role:change', 'contacts:list')
  const result = await inviteUser(actor, { email, name: null, roles }, ctx())
  if (!result.ok) throw new Error(result.code)
  return { ...result.user, actor }
}
/** The token in the newest email to that address. */
async function mailedToken(email: string): Promise<string> {
  await queue.work(new Date())
  const mail = queue.mails().findLast(({ envelope }) => envelope.to[0] === email)
  return /\/auth\/invitation\?token=([\w-]{43})\s/.exec(mail?.message.text ?? '')?.[1] ?? ''
}

describe('an invitation', () => {
  it('makes the open user list reload, unless it is refused', async () => {
    const heard: unknown[] = []
    onTestFinished(subscribe((message) => void heard.push(message)))
    const { id, email, actor } = await invited()
    const patch = { type: 'ui.patch', patch: { target: `users/${id}`, op: 'invalidate' } }
    expect(heard).toMatchObject([patch])
    expect(await inviteUser(actor, { email, name: null, roles: ['user'] }, ctx())).toMatchObject({
      code: 'email_taken',
    })
    expect(heard).toHaveLength(1)
  })

  it('creates a pending account with its roles and emails a link, which makes it active, verified and signed in', async () => {
    const role = `Editor ${newId()}`
    await insertRole(role, ['contacts:list'])
    const user = await invited(fresh(), ['user', role])
    expect(user).toMatchObject({
      status: 'pending',
      email_verified: false,
      roles: [role, 'user'],
      name: null,
    })
    const token = await mailedToken(user.email)
    const taken = await acceptInvitation({ token, name: 'Ada', password: PASSWORD }, ctx())
    expect(taken).toMatchObject({
      ok: true,
      session: { user: { id: user.id, name: 'Ada', email_verified: true } },
    })
    expect(await rowOf(user.id)).toMatchObject({ status: 'active', name: 'Ada' })
    expect([...(await principalOf(user.id)).permissions]).toEqual(['contacts:list'])
    expect(await login({ email: user.email, password: PASSWORD }, ctx())).toMatchObject({
      ok: true,
    })
    expect(await acceptInvitation({ token, password: PASSWORD }, ctx())).toEqual(REFUSED)
    const actions = await db().auditRecord.findMany({
      where: { targetId: user.id },
      orderBy: { id: 'asc' },
    })
    expect(actions.map(({ action }) => action)).toEqual(['user.invited', 'invitation.accepted'])
  })

  it('is invalid when it is expired, of another kind, or its account was deactivated', async () => {
    const user = await invited()
    const token = await mailedToken(user.email)
    const late = ctx({ now: addSeconds(new Date(), 7 * 86_400 + 1) })
    expect(await acceptInvitation({ token, password: PASSWORD }, late)).toEqual(REFUSED)
    expect(await verifyEmail({ token }, ctx())).toEqual(REFUSED)
    const other = await issueEmailToken(
      db(),
      { userId: user.id, kind: 'verify_email', email: user.email },
      new Date(),
    )
    for (const wrong of [other, 'A'.repeat(43), 'x', '\0'])
      expect(await acceptInvitation({ token: wrong, password: PASSWORD }, ctx())).toEqual(REFUSED)
    await changeUserStatus(user.actor, { userId: user.id, move: 'deactivate' }, ctx())
    expect(await acceptInvitation({ token, password: PASSWORD }, ctx())).toEqual(REFUSED)
    expect(await rowOf(user.id)).toMatchObject({ status: 'deactivated', passwordHash: null })
  })

  it('sets no password on an account whose owner verified the address another way meanwhile', async () => {
    const user = await invited()
    const token = await mailedToken(user.email)
    await db().user.update({
      where: { id: user.id },
      data: { status: 'active', emailVerifiedAt: new Date() },
    })
    const late = await acceptInvitation({ token, password: PASSWORD }, ctx())
    expect(late).toMatchObject({ ok: false, code: 'invalid_or_expired_token' })
    expect(await rowOf(user.id)).toMatchObject({ passwordHash: null })
    expect(await db().sessionFamily.count({ where: { userId: user.id } })).toBe(0)
  })

  it('is not used up by a weak password', async () => {
    const user = await invited()
    const token = await mailedToken(user.email)
    expect(await acceptInvitation({ token, password: 'password1234' }, ctx())).toMatchObject({
      code: 'password_too_weak',
    })
    expect(await acceptInvitation({ token, password: PASSWORD }, ctx())).toMatchObject({ ok: true })
  })

  it('keeps the password of another registrant off the account, and emails its owner the link again', async () => {
    const user = await invited()
    const first = await mailedToken(user.email)
    await register(
      { email: user.email, password: 'the password of a stranger', name: 'Mallory' },
      ctx(),
    )
    expect(await rowOf(user.id)).toMatchObject({
      passwordHash: null,
      name: null,
      status: 'pending',
    })
    const second = await mailedToken(user.email)
    expect(second).not.toBe(first)
    expect(queue.recipients()).toEqual([user.email, user.email])
    expect(await acceptInvitation({ token: second, password: PASSWORD }, ctx())).toMatchObject({
      ok: true,
    })
    expect(await acceptInvitation({ token: first, password: PASSWORD }, ctx())).toEqual(REFUSED)
  })

  it.each(['invited', 'active', 'deactivated', 'deleted'] as const)(
    'of the address of an account that is %s is refused, and nothing is sent',
    async (status) => {
      const user = status === 'invited' ? await invited() : await insertUser({ status })
      const { email } = user
      await db().job.deleteMany()
      const actor = await holderOf('users:activate')
      expect(await inviteUser(actor, { email, name: null, roles: ['user'] }, ctx())).toMatchObject({
        code: 'email_taken',
      })
      expect(await db().job.count()).toBe(0)
      expect(await db().auditRecord.findFirst({ where: { actorId: actor.userId } })).toMatchObject({
        action: 'user.invited',
        outcome: 'refused',
        details: { reason: 'email_taken', email: maskEmail(email) },
      })
    },
  )

  it('can be resent and is audited, until the account is in use', async () => {
    const user = await invited()
    const first = await mailedToken(user.email)
    const again = () => resendInvitation(user.actor, { userId: user.id }, ctx())
    expect(await again()).toMatchObject({ ok: true, user: { id: user.id, status: 'pending' } })
    const second = await mailedToken(user.email)
    expect(second).not.toBe(first)
    expect(queue.recipients()).toEqual([user.email, user.email])
    expect(await acceptInvitation({ token: second, password: PASSWORD }, ctx())).toMatchObject({
      ok: true,
    })
    expect(await again()).toMatchObject({ code: 'conflict' })
    expect(await db().job.count()).toBe(0)
    const actions = await db().auditRecord.findMany({
      where: { targetId: user.id, action: 'user.invitation_resent' },
      orderBy: { id: 'asc' },
    })
    expect(actions.map(({ outcome }) => outcome)).toEqual(['ok', 'refused'])
  })

  it('assigns no role that the inviter cannot assign', async () => {
    const strong = `Strong ${newId()}`
    await insertRole(strong, ['audit:list'])
    const email = fresh()
    const invite = async (actor: Awaited<ReturnType<typeof holderOf>>, role: string) =>
      inviteUser(actor, { email, name: null, roles: [role] }, ctx())
    expect(await invite(await holderOf('users:activate'), strong)).toMatchObject({
      code: 'insufficient_permission',
      requiredPermission: 'users:role:change',
    })
    const giver = await holderOf('users:activate', 'users:role:change')
    expect(await invite(giver, strong)).toMatchObject({ code: 'privilege_escalation' })
    expect(await invite(giver, 'admin')).toMatchObject({ code: 'privilege_escalation' })
    expect(await invite(giver, 'nope')).toMatchObject({ code: 'validation_failed' })
    expect(await db().user.count({ where: { email } })).toBe(0)
    expect(await db().job.count()).toBe(0)
  })
})

const REFUSED = { ok: false, code: 'invalid_or_expired_token' }
