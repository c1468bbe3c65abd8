import { beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { register } from '@/lib/identity/registration/register'
import {
  queueRegistrationNotice,
  registrationNoticeJob,
  UNREAD_BEFORE_COLLAPSE,
} from '@/lib/identity/registration/registration.jobs'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser, insertWaitingUser } from '@/tests/kit/insert-user'
import { runDueJobs } from '@/tests/kit/jobs'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { makeRegistration } from '@/tests/kit/make-registration'
import { PASSWORD } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { approveRegistration, declineRegistration } from '@/lib/users/decide-registration'
import { countRegistrations, listRegistrations } from '@/lib/users/list-registrations'

useTestDatabase()
const queue = useMailQueue({
  AUTH_REGISTRATION: 'approval',
  AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000',
})
beforeEach(async () => {
  await db().user.deleteMany()
  await syncCatalog(new Date())
})

const ctx = testContext
const later = () => addSeconds(new Date(), 1)
const approver = () => holderOf('users:activate')
const signIn = (email: string) => login({ email, password: PASSWORD }, ctx())
const recordOf = (targetId: string, action: string) =>
  db().auditRecord.findFirst({ where: { targetId, action }, orderBy: { id: 'desc' } })

/** A registration whose address is confirmed; its emails are not of interest. */
async function waiting(name?: string) {
  const made = await makeRegistration({ name })
  expect(await verifyEmail({ token: made.token }, ctx())).toMatchObject({ awaitsApproval: true })
  await db().job.deleteMany({ where: { kind: 'mail' } })
  return made
}
const notify = async (at = later()) => {
  while ((await runDueJobs([registrationNoticeJob], at)) > 0);
}
const itemsOf = (userId: string) =>
  db().inboxItem.findMany({ where: { userId }, orderBy: { id: 'asc' } })

describe('approving a registration', () => {
  it('lets the user sign in, tells them once, and is audited', async () => {
    const actor = await approver()
    const { id, email } = await waiting()
    expect(await approveRegistration(actor, { userId: id }, ctx())).toMatchObject({
      ok: true,
      user: { status: 'active', awaits_approval: false, email_verified: true },
    })
    expect(await signIn(email)).toMatchObject({ ok: true })
    expect(await recordOf(id, 'user.approved')).toMatchObject({
      outcome: 'ok',
      actorId: actor.userId,
    })
    await queue.work(later())
    expect(queue.recipients()).toEqual([email])
    expect(queue.mails()[0]!.message.text).toContain('https://login.example/auth/login')
  })

  it('is refused for an account that does not wait, and writes only the refusal', async () => {
    const actor = await approver()
    const unconfirmed = await makeRegistration()
    const active = await insertUser()
    await db().job.deleteMany()
    for (const { id } of [unconfirmed, active]) {
      const before = await db().user.findUniqueOrThrow({ where: { id } })
      expect(await approveRegistration(actor, { userId: id }, ctx())).toMatchObject({
        code: 'conflict',
      })
      expect(await db().user.findUniqueOrThrow({ where: { id } })).toEqual(before)
      expect(await recordOf(id, 'user.approved')).toMatchObject({ outcome: 'refused' })
    }
    expect(await approveRegistration(actor, { userId: newId() }, ctx())).toMatchObject({
      code: 'not_found',
    })
    expect(await db().job.count()).toBe(0)
  })

  it('is what activating the account does as well', async () => {
    const actor = await approver()
    const { id, email } = await waiting()
    const moved = await changeUserStatus(actor, { userId: id, move: 'activate' }, ctx())
    expect(moved).toMatchObject({ ok: true, user: { status: 'active', awaits_approval: false } })
    await queue.work(later())
    expect(queue.recipients()).toEqual([email])
    expect(await signIn(email)).toMatchObject({ ok: true })
  })

  it('still needs a decision after the account was deactivated or deleted and came back', async () => {
    const actor = await holderOf('users:activate', 'users:delete', 'users:restore')
    const { id } = await waiting()
    await changeUserStatus(actor, { userId: id, move: 'delete' }, ctx())
    expect(await countRegistrations()).toMatchObject({ count: 0 })
    const restored = await changeUserStatus(actor, { userId: id, move: 'restore' }, ctx())
    expect(restored).toMatchObject({ user: { status: 'pending', awaits_approval: true } })
    await changeUserStatus(actor, { userId: id, move: 'deactivate' }, ctx())
    expect(await countRegistrations()).toMatchObject({ count: 0 })
    const moved = await changeUserStatus(actor, { userId: id, move: 'activate' }, ctx())
    expect(moved).toMatchObject({ user: { status: 'active' } })
  })
})

describe('declining a registration', () => {
  it('deletes the account, frees the address, and tells its owner why', async () => {
    const actor = await approver()
    const { id, email } = await waiting('Ada')
    const reason = 'Please use your work address.'
    expect(await declineRegistration(actor, { userId: id, reason }, ctx())).toEqual({ ok: true })
    expect(await db().user.findUnique({ where: { id } })).toBeNull()
    expect(await recordOf(id, 'user.declined')).toMatchObject({
      outcome: 'ok',
      actorId: actor.userId,
      details: { surface: 'api' },
    })
    await queue.work(later())
    expect(queue.recipients()).toEqual([email])
    const { text } = queue.mails()[0]!.message
    expect(text).toContain(reason)
    expect(text).not.toContain('Ada')
    expect(await signIn(email)).toMatchObject({ code: 'invalid_credentials' })
    await register({ email, password: PASSWORD }, ctx())
    expect(await db().user.findUnique({ where: { email } })).toMatchObject({ status: 'pending' })
  })

  it('needs no reason', async () => {
    const { id } = await waiting()
    const declined = await declineRegistration(
      await approver(),
      { userId: id, reason: null },
      ctx(),
    )
    expect(declined).toEqual({ ok: true })
    await queue.work(later())
    expect(queue.mails()[0]!.message.text).not.toContain('Reason')
  })

  it('is refused for any other account, which stays as it is', async () => {
    const actor = await approver()
    const unconfirmed = await makeRegistration()
    const active = await insertUser()
    await db().job.deleteMany()
    for (const { id } of [unconfirmed, active]) {
      const refused = await declineRegistration(actor, { userId: id, reason: null }, ctx())
      expect(refused).toMatchObject({ code: 'conflict' })
      expect(await db().user.count({ where: { id } })).toBe(1)
    }
    for (const userId of [newId(), 'x'])
      expect(await declineRegistration(actor, { userId, reason: null }, ctx())).toMatchObject({
        code: 'not_found',
      })
    expect(await db().job.count()).toBe(0)
  })
})

describe('an approver', () => {
  it('may not decide on an account with permissions that they lack', async () => {
    const actor = await approver()
    const { id } = await waiting()
    await insertRole('keeper', ['settings:manage'], [id])
    const refusal = { code: 'privilege_escalation' }
    expect(await approveRegistration(actor, { userId: id }, ctx())).toMatchObject(refusal)
    expect(await declineRegistration(actor, { userId: id, reason: null }, ctx())).toMatchObject(
      refusal,
    )
    expect((await db().user.findUniqueOrThrow({ where: { id } })).status).toBe('pending')
  })

  it('sees the newest first, page by page, without those that are not confirmed', async () => {
    const made = [await waiting(), await waiting(), await waiting('Ada')]
    await makeRegistration()
    const first = await listRegistrations({ limit: 2 })
    if (!first.ok) throw new Error(first.code)
    expect(first.registrations).toMatchObject([
      { id: made[2]!.id, email: made[2]!.email, name: 'Ada', provider: null },
      { id: made[1]!.id },
    ])
    const rest = await listRegistrations({ limit: 2, cursor: first.nextCursor })
    expect(rest).toMatchObject({ registrations: [{ id: made[0]!.id }], nextCursor: null })
    expect(await countRegistrations()).toEqual({ count: 3, more: false })
  })
})

describe('the inbox of those who may approve', () => {
  it('gets one item for each registration, and no one else does', async () => {
    const [actor, other] = [await approver(), await holderOf('users:list')]
    const { email } = await waiting('<b>Buy now</b>')
    await notify()
    expect(await itemsOf(actor.userId)).toMatchObject([
      {
        kind: 'registration.waiting',
        title: `${email} is waiting for approval`,
        href: '/dashboard/users/registrations',
      },
    ])
    expect(await itemsOf(other.userId)).toEqual([])
  })

  it('gets nothing before the address is confirmed, nor after someone decided', async () => {
    const actor = await approver()
    await makeRegistration()
    const { id } = await waiting()
    await approveRegistration(actor, { userId: id }, ctx())
    await notify()
    expect(await itemsOf(actor.userId)).toEqual([])
  })

  it('gets the same item once if the job runs twice', async () => {
    const actor = await approver()
    const { id } = await waiting()
    await notify()
    await queueRegistrationNotice(db(), { userId: id, after: null }, new Date())
    await notify()
    expect(await itemsOf(actor.userId)).toHaveLength(1)
  })

  it('is not flooded: from ten unread items on, one item an hour stands for the rest', async () => {
    const actor = await approver()
    const withinTheHour = addSeconds(new Date(), 60)
    for (let n = 0; n < UNREAD_BEFORE_COLLAPSE + 5; n++) {
      const userId = await insertWaitingUser()
      await queueRegistrationNotice(db(), { userId, after: null }, new Date())
      await notify(withinTheHour)
    }
    const items = await itemsOf(actor.userId)
    expect(items).toHaveLength(UNREAD_BEFORE_COLLAPSE + 1)
    expect(items.filter(({ title }) => title.startsWith('More sign-ups'))).toHaveLength(1)
  })
})
